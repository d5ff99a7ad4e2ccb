import { describe, expect, it } from 'vitest';
import type { Queues } from '../../millrace/message/queue.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letDie, openTrial } from './ops-trial.ts';
import { parcelShip } from './parcel-jobs.ts';

const ID = 'parcel.ship:p-1';

/** An edit that was sent, while its unedited copy could not be deleted. */
async function openNotDeleted() {
  const trial = await openTrial();
  await letDie(trial, parcelShip, 'p-1');
  const queues: Queues = {
    ...trial.queues,
    delete: async (_url, handles) => handles.map((_, index) => ({ index, code: 'InternalError', senderFault: false })),
  };
  const options = { edit: '{"weightGrams":500}' };
  const answer = await trial.call(redrive, [ID], options, { stack: { ...trial.stack, queues } });
  trial.mend();
  return { trial, answer };
}

describe('an edited copy whose unedited one could not be deleted', () => {
  it('is told as what it is, and not as a duplicate that is answered', async () => {
    const { answer } = await openNotDeleted();
    expect(answer).toMatchObject({ exitCode: 1, json: { redriven: 1, possibleDoubles: [ID] } });
    expect(answer.text).toContain(
      [
        '  sent, but not deleted: the copy without the edit is still in the dead-letter',
        '  queue',
        '  do not redrive that: it may run in place of the edited one; once that has run,',
        '  it is refused',
        `    ${ID}`,
      ].join('\n'),
    );
    expect(answer.text).not.toContain('duplicate');
  });

  it('runs, and the other is refused from then on', async () => {
    const { trial } = await openNotDeleted();
    await trial.deliver(parcelShip);
    expect(await trial.records.get(ID)).toMatchObject({ status: 'COMPLETED', edited: true });
    const { json } = await trial.call(redrive, ['parcel.ship']);
    expect(json).toMatchObject({ redriven: 0, refused: 1, verdicts: { 'other-content': 1 } });
  });

  it('gives way to the other where somebody redrives that before it ran', async () => {
    const { trial } = await openNotDeleted();
    const { source, dead } = await trial.urls(parcelShip);
    const [edited] = await trial.look(source);
    await trial.queues.delete(source, [edited?.receiptHandle ?? '']);
    await trial.call(redrive, ['parcel.ship']);
    await trial.queues.send(source, [{ body: edited?.body ?? '', attributes: edited?.attributes }]);
    await trial.deliver(parcelShip);
    expect((await trial.records.get(ID))?.edited).toBeUndefined();
    expect((await trial.look(dead)).map(({ attributes }) => attributes.deathReason?.stringValue)).toEqual([
      'other-content',
    ]);
  });
});
