import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { App } from 'aws-cdk-lib/core';
import { defineCatalogue } from 'millrace';
import { bundleFunctions, MillraceStack } from 'millrace/cdk';
import { createShiftedClock } from '../../millrace/local/shifted-clock.ts';
import { readAssembly } from '../../millrace/local/template/read-assembly.ts';
import { type EmbeddedStack, startEmbeddedStack } from '../../millrace/testing/world/embedded-stack.ts';
import { orderFulfil } from './order-fulfil.ts';

const root = join(import.meta.dirname, '../..');
const catalogue = defineCatalogue({
  owners: { shop: { team: 'Shop', alarmEmail: 'shop@example.com' } },
  jobs: [orderFulfil],
});

export interface ChaosStack extends EmbeddedStack {
  /** For what the run writes; gone with it. */
  readonly scratchDir: string;
}

/** The job's stack with its real bundle, synthesised and provisioned on an engine in real time that can be moved on. */
export async function startChaosStack(): Promise<ChaosStack> {
  const scratchDir = mkdtempSync(join(tmpdir(), 'millrace-chaos-'));
  const entries = new Map([['order-fulfil', 'test/chaos/fulfil.ts']]);
  const app = new App({ outdir: join(scratchDir, 'assembly') });
  new MillraceStack(app, {
    app: 'shop',
    stage: { name: 'chaos', keepsData: false, pages: false, logRetention: RetentionDays.ONE_WEEK },
    catalogue,
    bundles: await bundleFunctions({ root, entries, outdir: join(scratchDir, 'bundles') }),
  });
  const assembly = await readAssembly(app.synth().directory);
  const stack = await startEmbeddedStack(assembly, orderFulfil.type, createShiftedClock());
  return {
    ...stack,
    scratchDir,
    stop: async () => {
      await stack.stop();
      rmSync(scratchDir, { recursive: true, force: true });
    },
  };
}
