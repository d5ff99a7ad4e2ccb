import { db, type Refusal } from './dynalite.ts';

export function refusal(type: string, message: string, fields: Record<string, unknown> = {}): Refusal {
  const __type = `com.amazonaws.dynamodb.v20120810#${type}`;
  return Object.assign(new Error(message), { statusCode: 400, body: { __type, message, ...fields } });
}

/** Refused by the protocol layer in front of DynamoDB: nothing was looked at but the request's shape. */
export function protocolRefusal(type: string, message: string): Refusal {
  return Object.assign(new Error(message), {
    statusCode: 400,
    body: { __type: `com.amazon.coral.service#${type}`, message },
  });
}

export const invalid = (message: string): Refusal => db.validationError(message);

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'statusCode' in error && 'body' in error;
}

/** The error's name without its namespace: `ConditionalCheckFailedException`. */
export const refusalName = (error: Refusal): string => error.body.__type.replace(/^.*#/, '');
