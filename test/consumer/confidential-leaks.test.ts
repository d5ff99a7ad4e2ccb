import fc from 'fast-check';
import { NotYetError, PermanentError, RetryLaterError } from 'millrace';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createConsumerLogger } from '../../millrace/consumer/consumer-logger.ts';
import { createLetterTrial, type Letter } from './letter-trial.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const SECRET = 'Zz Secret+1@x.org';
const FORMS = [SECRET, 'zz secret+1@x.org', 'Zz%20Secret%2B1%40x.org', 'Zz+Secret%2B1%40x.org'];

/** All that the library has written of a run: its log by the real logger, records, messages, dead letters. */
async function writtenBy(work: (job: Letter) => unknown, confidential: unknown = { to: SECRET, name: 'Ada Lovelace' }) {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'DEBUG');
  let log = '';
  const keep = (chunk: unknown) => {
    log += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  const { host, give, send } = createLetterTrial(work, { logger: createConsumerLogger() });
  await give(confidential);
  await send();
  await host.invoke();
  const { records, messages, stepResults, deadLetters } = host;
  vi.restoreAllMocks();
  const kept = JSON.stringify([[...records], [...messages], [...stepResults], deadLetters]);
  // Of real time: the only thing that differs from run to run.
  log = log.replaceAll(/"timestamp":"[^"]*"/g, '');
  return { log, kept, record: host.record('l-1'), deadLetters };
}

describe('what a run makes of its confidential data is not shown', () => {
  it.each<readonly [what: string, work: (job: Letter, to: string) => unknown]>([
    [
      'throws',
      (_job, to) => {
        throw new TypeError(`no mailbox ${to}`, { cause: new Error(`550 <${to}>`) });
      },
    ],
    [
      'throws for good',
      (_job, to) => {
        throw new PermanentError(JSON.stringify({ to }));
      },
    ],
    [
      'throws text',
      (_job, to) => {
        throw `no mailbox ${encodeURIComponent(to)}`;
      },
    ],
    [
      'is put off',
      (_job, to) => {
        throw new NotYetError(`${to.toUpperCase()} is away`, 60);
      },
    ],
    [
      'throws what names itself so',
      (_job, to) => {
        throw Object.assign(new Error('odd'), { name: to, code: to });
      },
    ],
    [
      'logs',
      ({ logger }, to) => {
        logger.info(`to ${to}`, { to, [to]: [to], error: new RetryLaterError(to, 1, { cause: new Error(to) }) });
        logger.debug('a circle', Object.assign({ to }, { toJSON: () => ({ to: [to] }) }));
        logger.error(JSON.stringify({ to }), { url: new URL(`https://x.org/?to=${encodeURIComponent(to)}`) });
        logger.warn('a getter', {
          get odd() {
            throw new Error(to);
          },
        });
      },
    ],
    ['returns', (_job, to) => ({ sentTo: [{ address: to }] })],
    ['returns as a key', (_job, to) => ({ [to]: 1 })],
    ['returns from a step', ({ step }, to) => step('send', () => ({ to }))],
    ['lets a step throw', ({ step }, to) => step('send', () => Promise.reject(new Error(to)))],
  ])('a handler that %s', async (_what, work) => {
    const { log, kept } = await writtenBy(async (job) => work(job, String((await job.confidential()).to)));
    for (const form of FORMS) {
      expect(log.toLowerCase()).not.toContain(form.toLowerCase());
      expect(kept.toLowerCase()).not.toContain(form.toLowerCase());
    }
    expect(log).toMatch(/"message":/);
  });

  it('is known as it was given, too, where its schema makes something else of it', async () => {
    const data = { to: SECRET, phone: '+33 6 12 34' };
    const { record } = await writtenBy(async (job) => {
      const { phone } = await job.confidential();
      throw new Error(`no such number: ${phone}, which was +33 6 12 34`);
    }, data);
    expect(record?.failures).toMatchObject([{ message: 'no such number: [confidential], which was [confidential]' }]);
  });

  it('its result is refused, by the path and never by the value', async () => {
    const { record } = await writtenBy(async (job) => ({ sent: [{ to: (await job.confidential()).name }] }));
    expect(record).toMatchObject({ status: 'DEAD', reason: 'result-refused' });
    expect(record?.failures?.[0]?.message).toBe(
      'result refused: sent.0.to: holds confidential data of its job, which nothing may keep: return a reference id',
    );
  });

  it('the result of a step is refused, too', async () => {
    const { record } = await writtenBy(async (job) => {
      const { name } = await job.confidential();
      await job.step('send', () => ({ [String(name)]: 1 }));
    });
    expect(record?.failures?.[0]?.message).toBe(
      'result refused: (step send): holds confidential data as a key, which nothing may keep: return a reference id',
    );
  });

  it('what says nothing of it is shown as ever', async () => {
    const { record, log } = await writtenBy(async (job) => {
      await job.confidential();
      job.logger.info('hello', { providerId: 'm-1' });
      throw new TypeError('the provider is down', { cause: new Error('ECONNREFUSED') });
    });
    expect(record?.failures).toMatchObject([
      { name: 'TypeError', message: 'the provider is down; caused by Error: ECONNREFUSED' },
    ]);
    expect(log).toContain('"providerId":"m-1"');
  });
});

const value = fc.oneof(
  fc.string({ minLength: 3, maxLength: 40 }),
  fc.string({ minLength: 3, maxLength: 40, unit: 'binary' }),
  fc.emailAddress(),
);
/** A value of the data, alone or among other text, as whoever reports an error may write it. */
const around = fc.tuple(fc.string(), fc.string()).map(
  ([before, after]) =>
    (text: string) =>
      before + text + after,
);
const written = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify({ text: JSON.stringify(text) }),
  (text) => encodeURIComponent(text.toWellFormed()),
  (text) => text.toUpperCase(),
);
const ways = [
  'throw',
  'throw for good',
  'throw a cause',
  'throw text',
  'log',
  'log an error',
  'return',
  'step',
] as const;

function spill(job: Letter, way: (typeof ways)[number], text: string): unknown {
  switch (way) {
    case 'throw':
      throw new Error(text);
    case 'throw for good':
      throw new PermanentError(text);
    case 'throw a cause':
      throw new AggregateError([new Error(text, { cause: text })], text, { cause: new TypeError(text) });
    case 'throw text':
      throw text;
    case 'log':
      return void job.logger.info(text, { text, list: [{ [text]: text }] });
    case 'log an error':
      return void job.logger.error('failed', { error: Object.assign(new Error(text, { cause: text }), { text }) });
    case 'return':
      return { list: [{ text }] };
    case 'step':
      return job.step('spill', () => ({ text }));
  }
}

/** Nobody can tell these from what every line says. */
const isPart = (text: string, of: string) => of.toLowerCase().includes(text.toLowerCase());

it('whatever a handler throws, logs or returns, no confidential value is in log, record, message or dead letter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { minLength: 1, maxLength: 3 }),
      fc.nat(),
      around,
      written,
      fc.constantFrom(...ways),
      async (texts, which, among, write, way) => {
        const text = texts[which % texts.length] ?? '';
        // In a result a short one counts as a word of its own.
        const isWord = text.length < 6 && (way === 'return' || way === 'step');
        const put = isWord ? (inner: string) => inner : among;
        const spillOf = (spilt: string, data: unknown) =>
          writtenBy(async (job) => {
            await job.confidential();
            return spill(job, way, put(write(spilt)));
          }, data);
        // What is written of other data as well tells nothing.
        const of = [await spillOf('', { to: 'qqqqqq' }), await spillOf('qqqqqq', { to: 'qqqqqq' })];
        const isTold = isPart(text, of.map(({ log, kept }) => log + kept).join('')) || isPart(text, put(''));
        fc.pre(!isTold && text.trim() !== '');
        const { log, kept } = await spillOf(text, { to: 'qqqqqq', texts });
        for (const form of [text, JSON.stringify(text).slice(1, -1)]) expect(isPart(form, log + kept)).toBe(false);
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);
