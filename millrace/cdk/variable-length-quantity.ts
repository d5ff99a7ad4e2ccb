const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** The whole numbers that one segment of a source map's mappings holds (ECMA-426, base64 VLQ). */
export function decodeNumbers(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = VALUES.get(digit) ?? 0;
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

export function encodeNumbers(numbers: readonly number[]): string {
  return numbers.map(encodeNumber).join('');
}

function encodeNumber(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let digits = '';
  do {
    const bits = rest & 31;
    rest >>>= 5;
    digits += DIGITS.charAt(rest > 0 ? bits | 32 : bits);
  } while (rest > 0);
  return digits;
}
