import { join } from 'node:path';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { App } from 'aws-cdk-lib/core';
import { defineCatalogue } from 'millrace';
import { MillraceStack } from 'millrace/cdk';
import { type Assembly, readAssembly } from '../../millrace/local/template/read-assembly.ts';
import { parcelCount } from './parcel-count.ts';
import { parcelInsure } from './parcel-insure.ts';
import { parcelLabel } from './parcel-label.ts';
import { parcelNotify } from './parcel-notify.ts';
import { parcelRoute } from './parcel-route.ts';
import { parcelShare } from './parcel-share.ts';
import { parcelShip } from './parcel-ship.ts';
import { parcelTrack } from './parcel-track.ts';
import { parcelUrge } from './parcel-urge.ts';
import { parcelWeigh } from './parcel-weigh.ts';

const catalogue = defineCatalogue({
  owners: { logistics: { team: 'Logistics', alarmEmail: 'logistics@example.com' } },
  jobs: [
    parcelCount,
    parcelInsure,
    parcelLabel,
    parcelNotify,
    parcelRoute,
    parcelShare,
    parcelShip,
    parcelTrack,
    parcelUrge,
    parcelWeigh,
  ],
});

let synthesised: Promise<Assembly> | undefined;

/** The stack of the journeys' jobs, synthesised once a process. No function's bundle is ever run. */
export function journeyAssembly(): Promise<Assembly> {
  synthesised ??= readAssembly(synthesise());
  return synthesised;
}

function synthesise(): string {
  const bundle = { folder: join(import.meta.dirname, '../cdk/fixtures/bundle'), version: 'journey' };
  const app = new App();
  new MillraceStack(app, {
    app: 'shop',
    stage: { name: 'journey', keepsData: false, pages: false, logRetention: RetentionDays.ONE_WEEK },
    catalogue,
    bundles: new Map(
      [...catalogue.jobs.map(({ type }) => type.replace('.', '-')), 'api', 'sweeper'].map((stem) => [stem, bundle]),
    ),
  });
  return app.synth().directory;
}
