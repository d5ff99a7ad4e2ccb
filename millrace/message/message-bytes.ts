import { utf8Bytes } from '../definition/utf8-bytes.ts';
import type { MessageAttribute } from './delivery.ts';

/** A message's size as SQS counts it: the body, and each attribute's name, type and value. */
export function messageBytes(body: string, attributes: Readonly<Record<string, MessageAttribute>> = {}): number {
  const sizes = Object.entries(attributes).map(
    ([name, { dataType, stringValue, binaryBase64 }]) =>
      utf8Bytes(name) +
      utf8Bytes(dataType) +
      utf8Bytes(stringValue ?? '') +
      Buffer.byteLength(binaryBase64 ?? '', 'base64'),
  );
  return sizes.reduce((total, size) => total + size, utf8Bytes(body));
}
