import { defineCatalogue } from 'millrace';
import { describe, expect, it } from 'vitest';
import { readInput } from '../../millrace/ops/cli/read-input.ts';
import { cancel } from '../../millrace/ops/verbs/cancel.ts';
import { enqueue } from '../../millrace/ops/verbs/enqueue.ts';
import { redrive } from '../../millrace/ops/verbs/redrive.ts';
import { letterJob } from '../producer/letter-job.ts';
import { openTrial } from './ops-trial.ts';
import { engineWorld } from './ops-world.ts';

const owners = { archive: { team: 'Archive', alarmEmail: 'archive@example.com' } };
const open = () => openTrial(engineWorld, defineCatalogue({ owners, jobs: [letterJob] }));
const LETTER = ['letter.send', '{"letterId":"l-1"}'];
const KEY = 'letter.send:l-1/confidential';
const DATA = '{"to":"zz-secret"}';

describe('confidential data given by hand', () => {
  it('is written beside the record, and is in no answer', async () => {
    const trial = await open();
    const answer = await trial.call(enqueue, LETTER, { confidential: DATA });
    expect((await trial.records.getConfidential(KEY))?.confidential).toBe(DATA);
    expect(JSON.stringify(answer)).not.toContain('zz-secret');
    const { source } = await trial.urls(letterJob);
    expect(await trial.look(source)).toHaveLength(1);
  });

  it('may come from a file, which is in no shell’s history', async () => {
    const trial = await open();
    const asked: string[] = [];
    const readFile = async (path: string) => {
      asked.push(path);
      return DATA;
    };
    await trial.call(enqueue, LETTER, { 'confidential-file': '-' }, { readFile });
    expect(asked).toEqual(['-']);
    expect((await trial.records.getConfidential(KEY))?.confidential).toBe(DATA);
  });

  it.each([
    ['is missing', {}, '(confidential): letter.send needs it'],
    ['is no JSON', { confidential: '{zz-secret' }, 'the confidential data is not JSON'],
    ['does not fit', { confidential: '{"to":"zz"}' }, '(confidential) to: '],
    ['is given twice', { confidential: DATA, 'confidential-file': 'a.json' }, 'both --confidential and'],
  ])('that %s sends nothing, and shows no value', async (_what, options, words) => {
    const trial = await open();
    const refused = await trial.call(enqueue, LETTER, options).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(String(refused)).toContain(words);
    expect(String(refused)).not.toContain('zz-secret');
    const { source } = await trial.urls(letterJob);
    expect(await trial.look(source)).toEqual([]);
  });

  it('is looked for in a file that has to be there', async () => {
    await expect(readInput('/no/such/file.json')).rejects.toThrow('/no/such/file.json can’t be read'.replace('’', "'"));
  });
});

describe('confidential data of a job that an operator handles', () => {
  it('is erased when the job is cancelled', async () => {
    const trial = await open();
    await trial.call(enqueue, LETTER, { confidential: DATA });
    await trial.call(cancel, ['letter.send:l-1']);
    expect(await trial.records.getConfidential(KEY)).toBeUndefined();
  });

  it('is there for the run after a redrive, and is erased by it', async () => {
    const trial = await open();
    await trial.call(enqueue, LETTER, { confidential: DATA });
    await trial.deliver(letterJob);
    expect(await trial.records.getConfidential(KEY)).toBeDefined();
    trial.mend();
    await trial.call(redrive, ['letter.send']);
    await trial.deliver(letterJob);
    expect(trial.runs).toEqual(['letter.send:l-1']);
    expect(await trial.records.getConfidential(KEY)).toBeUndefined();
  });

  it('is renewed by the death that a redrive sets for what SQS moved by itself', async () => {
    const trial = await open();
    await trial.call(enqueue, LETTER, { confidential: DATA });
    const { source, dead } = await trial.urls(letterJob);
    const before = (await trial.records.getConfidential(KEY))?.expiration ?? 0;
    const [moved] = await trial.look(source);
    await trial.queues.send(dead, [{ body: moved?.body ?? '' }]);
    trial.clock.advance(86_400);
    await trial.call(redrive, ['letter.send']);
    expect((await trial.records.getConfidential(KEY))?.expiration).toBe(before + 86_400);
  });

  it('is erased when SQS moved the message that was to erase it, and a redrive finds the job over', async () => {
    const trial = await open();
    await trial.call(enqueue, LETTER, { confidential: DATA });
    const { source, dead } = await trial.urls(letterJob);
    const [moved] = await trial.look(source);
    const expiration = Math.floor(trial.clock.now() / 1000) + 1_000_000;
    const set = { type: 'letter.send', status: 'COMPLETED', expiration } as const;
    await trial.records.update({ id: 'letter.send:l-1', set });
    await trial.queues.send(dead, [{ body: moved?.body ?? '' }]);
    const { json } = await trial.call(redrive, ['letter.send']);
    expect(json).toMatchObject({ discarded: 1 });
    expect(await trial.records.getConfidential(KEY)).toBeUndefined();
    expect(await trial.look(dead)).toEqual([]);
  });
});
