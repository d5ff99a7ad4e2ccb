import type { Context } from 'aws-lambda';
import type { Catalogue } from '../definition/catalogue.ts';
import type { ApiPorts } from './api-ports.ts';
import { connectApi } from './connect-api.ts';
import { type SweepReport, sweep } from './sweep.ts';

export type SweeperHandler = (
  event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<SweepReport>;

/** What a send and its marking take at the longest, and the answer. */
const MARGIN_MS = 15_000;

/** The Lambda handler that sends what the API, or a webhook, saved and could not send; a schedule calls it each minute. */
export function createSweeper({
  catalogue,
  ports,
}: {
  readonly catalogue: Catalogue;
  readonly ports?: ApiPorts;
}): SweeperHandler {
  let connected = ports;
  return async (_event, context) => {
    connected ??= connectApi(catalogue);
    const untilMs = connected.clock.now() + context.getRemainingTimeInMillis() - MARGIN_MS;
    const report = await sweep(connected, untilMs);
    const level = report.failed > 0 ? 'error' : 'info';
    if (report.sent + report.settled + report.failed > 0)
      connected.logger[level]('saved jobs were swept', { ...report });
    return report;
  };
}
