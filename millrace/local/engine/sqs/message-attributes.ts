import { createHash } from 'node:crypto';
import type { MessageAttribute } from './message.ts';
import { isMessageText } from './message-text.ts';
import { type Fields, isFields, optionalText } from './request-fields.ts';
import { SqsError } from './sqs-error.ts';

export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

const MOST_ATTRIBUTES = 10;
const NAME = /^(?!aws\.|amazon\.|\.)(?!.*\.\.)(?!.*\.$)[A-Za-z0-9_.-]{1,256}$/i;
const DATA_TYPE = /^(String|Number|Binary)(\..+)?$/;

export function readMessageAttributes(input: Fields): MessageAttributes {
  const given = input.MessageAttributes ?? {};
  if (!isFields(given)) throw invalid('MessageAttributes must be a map.');
  const names = Object.keys(given);
  if (names.length > MOST_ATTRIBUTES)
    throw invalid(`Number of message attributes [${names.length}] exceeds the allowed maximum [${MOST_ATTRIBUTES}].`);
  return Object.fromEntries(names.map((name) => [name, readAttribute(name, given[name])]));
}

/** The trace header is the only system attribute a sender may set. */
export function readTraceHeader(input: Fields): string | undefined {
  const given = input.MessageSystemAttributes ?? {};
  if (!isFields(given)) throw invalid('MessageSystemAttributes must be a map.');
  for (const name of Object.keys(given))
    if (name !== 'AWSTraceHeader') throw invalid(`Message system attribute name ${name} is not AWSTraceHeader.`);
  if (given.AWSTraceHeader === undefined) return undefined;
  return readAttribute('AWSTraceHeader', given.AWSTraceHeader).StringValue;
}

export function traceHeaderAttributes(traceHeader: string | undefined): MessageAttributes {
  return traceHeader === undefined ? {} : { AWSTraceHeader: { DataType: 'String', StringValue: traceHeader } };
}

export function attributesBytes(attributes: MessageAttributes): number {
  return Object.entries(attributes).reduce(
    (total, [name, attribute]) =>
      total + Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType) + valueBytes(attribute).length,
    0,
  );
}

/** By AWS's rule: names sorted; of each name, type and value the length and the bytes, and a byte for the kind of value. */
export function attributesMd5(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const hash = createHash('md5');
  const add = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of names) {
    const attribute = attributes[name];
    if (!attribute) continue;
    add(Buffer.from(name));
    add(Buffer.from(attribute.DataType));
    hash.update(Buffer.from([attribute.BinaryValue === undefined ? 1 : 2]));
    add(valueBytes(attribute));
  }
  return hash.digest('hex');
}

/** The attributes asked for by name, by `prefix.*` or by `All`. */
export function selectAttributes(attributes: MessageAttributes, wanted: readonly string[]): MessageAttributes {
  const prefixes = wanted.filter((name) => name.endsWith('.*')).map((name) => name.slice(0, -1));
  const everything = wanted.includes('All') || wanted.includes('.*');
  const isWanted = (name: string) =>
    everything || wanted.includes(name) || prefixes.some((prefix) => name.startsWith(prefix));
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isWanted(name)));
}

function readAttribute(name: string, given: unknown): MessageAttribute {
  if (!NAME.test(name)) throw invalid(`Message attribute name '${name}' is not allowed.`);
  if (!isFields(given)) throw invalid(`Message attribute '${name}' must have a type and a value.`);
  const type = optionalText(given, 'DataType') ?? '';
  const kind = DATA_TYPE.exec(type)?.[1];
  if (!kind) throw invalid(`The type of message attribute '${name}' must begin with String, Number or Binary.`);
  const value = optionalText(given, kind === 'Binary' ? 'BinaryValue' : 'StringValue');
  if (!value) throw invalid(`The message attribute '${name}' must contain a non-empty value of type ${kind}.`);
  if (kind === 'Binary') return { DataType: type, BinaryValue: value };
  if (!isMessageText(value))
    throw invalid(`The message attribute '${name}' contains characters outside the allowed set.`);
  if (kind === 'Number' && !Number.isFinite(Number(value)))
    throw invalid(`Can't cast the value of message attribute '${name}' to a number.`);
  return { DataType: type, StringValue: value };
}

function valueBytes({ StringValue = '', BinaryValue }: MessageAttribute): Buffer {
  return BinaryValue === undefined ? Buffer.from(StringValue) : Buffer.from(BinaryValue, 'base64');
}

function invalid(reason: string) {
  return new SqsError('InvalidParameterValue', reason);
}
