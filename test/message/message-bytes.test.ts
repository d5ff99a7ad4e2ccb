import { describe, expect, it } from 'vitest';
import { messageBytes } from '../../millrace/message/message-bytes.ts';

describe('the size of a message', () => {
  it.each([
    ['abc', 3],
    ['é', 2],
    ['😀', 4],
    ['x'.repeat(262_144), 262_144],
    ['é'.repeat(131_073), 262_146],
  ])('is counted in bytes, not in characters', (body, bytes) => {
    expect(messageBytes(body)).toBe(bytes);
  });

  it('counts the name, type and value of each attribute', () => {
    const attributes = {
      né: { dataType: 'String', stringValue: 'é' },
      b: { dataType: 'Binary', binaryBase64: 'AAEC' },
    };
    expect(messageBytes('abc', attributes)).toBe(3 + (3 + 6 + 2) + (1 + 6 + 3));
  });
});
