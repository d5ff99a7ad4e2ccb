import { describe, expect, it } from 'vitest';
import { wirePayload } from '../../millrace/definition/wire-payload.ts';
import { writeEnvelope } from '../../millrace/message/envelope.ts';
import { readDeadMessage } from '../../millrace/ops/redrive/dead-message.ts';
import { editMessage } from '../../millrace/ops/redrive/edit-message.ts';
import { parcelRoute } from '../journeys/parcel-route.ts';

const { id, data } = wirePayload(parcelRoute, { parcelId: 'p-1', carrierId: 'c-1' });
const NOW_MS = Date.UTC(2026, 0, 1);
const dead = readDeadMessage(
  parcelRoute,
  {
    ...{ messageId: 'm-1', receiptHandle: 'r-1', attributes: {}, receiveCount: 1 },
    ...{ sentAtMs: NOW_MS, firstReceivedAtMs: NOW_MS, groupId: 'c-1', traceHeader: undefined },
    body: writeEnvelope({ job: parcelRoute, id, data, source: '/test', nowMs: NOW_MS }),
  },
  NOW_MS,
);

describe('an ordered job that is edited', () => {
  it.each([
    ['the field that orders it', { carrierId: 'c-2' }, 'c-2'],
    ['any other', { weightGrams: 5 }, 'c-1'],
  ])('in %s goes to the group of its payload', (_what, change, groupId) => {
    expect(editMessage(parcelRoute, dead, (payload) => ({ ...payload, ...change }))).toMatchObject({
      ok: true,
      delivery: { groupId, messageId: 'm-1' },
    });
  });
});
