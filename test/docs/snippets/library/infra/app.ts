import { join } from 'node:path';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { App } from 'aws-cdk-lib/core';
import { bundleFunctions, functionEntries, MillraceStack } from 'millrace/cdk';
import { catalogue } from '../jobs/index.ts';

const root = join(import.meta.dirname, '..');
const app = new App();

new MillraceStack(app, {
  app: String(app.node.getContext('millrace:app')),
  stage: { name: 'dev', keepsData: false, pages: false, logRetention: RetentionDays.ONE_WEEK },
  catalogue,
  bundles: await bundleFunctions({ root, entries: functionEntries(catalogue), outdir: join(app.outdir, 'bundles') }),
});
app.synth();
