import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { failed } from './failed.ts';
import { modeSchema } from './mode.ts';
import type { OpenTwin } from './open-twin.ts';
import { readCall } from './read-call.ts';
import { sendAnswer } from './send-answer.ts';
import type { TwinAnswer, TwinCall } from './twin.ts';

/** Serves one request to a twin: its own routes under `/_twin/`, everything else as the service would. */
export async function serveTwin(
  twin: OpenTwin,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (path.startsWith('/_twin/')) {
    // curl says that what it sends is a form.
    sendAnswer(response, control(twin, await readCall(request, path, 'application/json')));
    return;
  }
  const leave = twin.enter();
  try {
    await serveCall(twin, await readCall(request, path), response);
  } finally {
    leave();
  }
}

async function serveCall(twin: OpenTwin, call: TwinCall, response: ServerResponse): Promise<void> {
  const { delayMs, retryAfterSeconds } = twin.modes.current();
  switch (twin.modes.next(call)) {
    case 'flaky':
      return sendAnswer(response, failed(503, 'unavailable'));
    case 'throttled':
      return sendAnswer(response, {
        ...failed(429, 'rate_limited'),
        headers: { 'retry-after': String(retryAfterSeconds) },
      });
    case 'down':
      response.destroy();
      return;
    case 'lost-answer':
      answer(twin, call);
      response.destroy();
      return;
    case 'slow':
      if (await hungUpWithin(delayMs, response)) return;
      return sendAnswer(response, answer(twin, call));
    case 'late-answer': {
      const late = answer(twin, call);
      if (await hungUpWithin(delayMs, response)) return;
      return sendAnswer(response, late);
    }
    case 'ok':
      return sendAnswer(response, answer(twin, call));
  }
}

function answer(twin: OpenTwin, call: TwinCall): TwinAnswer {
  try {
    return twin.answer(call);
  } catch (error) {
    if (error instanceof z.ZodError) return failed(400, 'invalid_request');
    throw error;
  }
}

async function hungUpWithin(delayMs: number, response: ServerResponse): Promise<boolean> {
  const gone = new AbortController();
  const hangUp = () => gone.abort();
  response.once('close', hangUp);
  await setTimeout(delayMs, undefined, { signal: gone.signal }).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
  });
  response.off('close', hangUp);
  return gone.signal.aborted;
}

function control(twin: OpenTwin, call: TwinCall): TwinAnswer {
  switch (`${call.method} ${call.path}`) {
    case 'GET /_twin/ledger':
      return { status: 200, body: twin.ledger() };
    case 'DELETE /_twin/ledger':
      twin.clear();
      return { status: 200, body: twin.ledger() };
    case 'GET /_twin/mode':
      return { status: 200, body: twin.modes.current() };
    case 'PUT /_twin/mode': {
      const mode = modeSchema.safeParse(call.body);
      if (!mode.success) return failed(400, 'invalid_mode', z.prettifyError(mode.error));
      twin.modes.set(mode.data);
      return { status: 200, body: mode.data };
    }
    default:
      return failed(404, 'no_such_route');
  }
}
