import { describe, expect, it } from 'vitest';
import { queueNameIn, queuePairs } from '../../millrace/definition/queue-pairs.ts';
import { defineWith } from './define-with.ts';

const pairsOf = (changes: object) => queuePairs('shop', 'prod', defineWith(changes));

describe('the queues of a job', () => {
  it('are one with a queue for its dead, named after app, stage and job', () => {
    expect(pairsOf({})).toEqual([
      {
        priority: undefined,
        stem: 'shop-prod-email-send',
        source: 'shop-prod-email-send',
        deadLetter: 'shop-prod-email-send-dead',
      },
    ]);
  });

  it('end in .fifo, both of them, where they keep an order', () => {
    expect(pairsOf({ orderedBy: 'deliveryId' })).toEqual([
      {
        priority: undefined,
        stem: 'shop-prod-email-send',
        source: 'shop-prod-email-send.fifo',
        deadLetter: 'shop-prod-email-send-dead.fifo',
      },
    ]);
  });

  it('are as many as it has priorities, in their order', () => {
    expect(pairsOf({ priorities: ['high', 'normal'] })).toEqual([
      {
        priority: 'high',
        stem: 'shop-prod-email-send-high',
        source: 'shop-prod-email-send-high',
        deadLetter: 'shop-prod-email-send-high-dead',
      },
      {
        priority: 'normal',
        stem: 'shop-prod-email-send-normal',
        source: 'shop-prod-email-send-normal',
        deadLetter: 'shop-prod-email-send-normal-dead',
      },
    ]);
  });

  it('have the names they would have without it where they are fair', () => {
    expect(pairsOf({ fairBy: 'deliveryId' })).toEqual(pairsOf({}));
  });
});

describe('the name of a queue', () => {
  it.each([
    ['its URL', 'https://sqs.eu-west-1.amazonaws.com/111122223333/shop-prod-email-send.fifo'],
    ['its ARN', 'arn:aws:sqs:eu-west-1:111122223333:shop-prod-email-send.fifo'],
    ['its name', 'shop-prod-email-send.fifo'],
  ])('is read from %s', (_, text) => {
    expect(queueNameIn(text)).toBe('shop-prod-email-send.fifo');
  });
});
