import { type HttpAnswer, jsonAnswer } from './http-answer.ts';
import type { EngineRequest } from './http-server.ts';

export const CONTROL_PREFIX = '/_millrace/';

/** What another process may ask of a running engine. */
export interface EngineControls {
  readonly clock: { now(): number };
  advance(seconds: number): void;
  sweepTtl(): Promise<number>;
  reset(): Promise<void>;
  readonly requests: { counts(): Record<string, number>; reset(): void };
}

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** Answers under `/_millrace/`, to programs on this machine only: web pages send an Origin, or reach it by another name. */
export async function answerControl(request: EngineRequest, controls: EngineControls): Promise<HttpAnswer> {
  if (!LOOPBACK_HOST.test(request.headers.host ?? '') || request.headers.origin !== undefined)
    return jsonAnswer(403, { message: 'The engine is controlled by programs on this machine only.' });
  const route = `${request.method} ${request.path}`;
  switch (route) {
    case 'GET /_millrace/requests':
      return jsonAnswer(200, controls.requests.counts());
    case 'DELETE /_millrace/requests':
      controls.requests.reset();
      return jsonAnswer(200, {});
    case 'GET /_millrace/clock':
      return jsonAnswer(200, { now: new Date(controls.clock.now()).toISOString() });
    case 'POST /_millrace/advance':
      return advance(request.body, controls);
    case 'POST /_millrace/sweep-ttl':
      return jsonAnswer(200, { deleted: await controls.sweepTtl() });
    case 'POST /_millrace/reset':
      await controls.reset();
      return jsonAnswer(200, {});
    default:
      return jsonAnswer(404, { message: `There is no ${route}.` });
  }
}

function advance(body: string, controls: EngineControls) {
  const seconds = readSeconds(body);
  if (seconds === undefined)
    return jsonAnswer(400, { message: 'The body must be {"seconds": n} with a number n of at least 0.' });
  controls.advance(seconds);
  return jsonAnswer(200, {});
}

function readSeconds(body: string): number | undefined {
  try {
    const seconds: unknown = JSON.parse(body)?.seconds;
    return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined;
  } catch {
    return undefined;
  }
}
