const encoder = new TextEncoder();

/** Size of a text on the wire: bytes, not characters. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}
