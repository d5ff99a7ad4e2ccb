import { describe, expect, it } from 'vitest';
import type { MessageAttribute } from '../../millrace/message/delivery.ts';
import { openWorld, openWorldOf } from './open-world.ts';
import { parcelLabel } from './parcel-label.ts';

describe('characters that SQS or JSON find odd', () => {
  it.each([
    ['control characters', 'a\u0007b\u0000c\u001f'],
    ['a lone surrogate', 'a\ud800b'],
    ['U+FFFE and U+FFFF', 'a\ufffeb\uffffc'],
    ['an emoji', '📦 parcel'],
    ['an accent, composed and decomposed', 'é e\u0301'],
    ['line breaks and separators', 'a\r\nb\u2028c\u2029'],
    ['markup, quotes and backslashes', `<&"'\\>`],
    ['base64', 'cGFy'],
  ])('%s reach the handler as they were sent', async (_what, note) => {
    const seen: string[] = [];
    const world = await openWorldOf(parcelLabel, ({ payload }) => void seen.push(payload.note));
    await world.send({ labelId: 'l-1', note });
    await world.drain();
    expect(seen).toEqual([note]);
    expect(world.outcomes()).toEqual(['completed']);
  });

  it('that stand in the key name the job by their percent-encoding', async () => {
    const world = await openWorldOf(parcelLabel, () => undefined);
    const id = await world.send({ labelId: '~order:1/α 📦', note: 'n' });
    await world.drain();
    expect(id).toBe('parcel.label:%7Eorder%3A1%2F%CE%B1%20%F0%9F%93%A6');
    expect(await world.record(id)).toMatchObject({ status: 'COMPLETED' });
  });
});

describe('message attributes', () => {
  it('are in the dead-letter queue as they were sent, with the death beside them', async () => {
    const attributes: Record<string, MessageAttribute> = {
      colour: { dataType: 'String', stringValue: 'blue <&> 📦' },
      price: { dataType: 'Number', stringValue: '12.50' },
      stamp: { dataType: 'Binary', binaryBase64: 'AP/+AQ==' },
      weight: { dataType: 'Number.grams', stringValue: '300' },
    };
    const world = await openWorld();
    const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1';
    const messageId = await world.sendRaw('hello', attributes, trace);
    await world.drain();
    expect(world.deadLetters()).toMatchObject([
      {
        body: 'hello',
        traceHeader: trace,
        attributes: {
          ...attributes,
          deathId: { dataType: 'String', stringValue: `parcel.ship:~${messageId}` },
          deathReason: { dataType: 'String', stringValue: 'unparseable' },
        },
      },
    ]);
  });
});
