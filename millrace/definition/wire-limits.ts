/** Our rule for a message with its attributes, below SQS's 1 MiB: every queue's `MaximumMessageSize`. */
export const MAX_MESSAGE_BYTES = 262_144;
/** A body leaves room for the marks of a death, so that every message can be parked and redriven. */
export const MAX_BODY_BYTES = MAX_MESSAGE_BYTES - 4_096;
/** Objects and arrays inside one another in a body. */
export const MAX_JSON_DEPTH = 64;
/** Leaves 33 of a queue name's 80 characters to app and stage: `<app>-<stage>-<noun>-<verb>-dead`. */
export const MAX_TYPE_LENGTH = 40;
/** The last word of a queue's name, before `-dead`. */
export const MAX_PRIORITY_LENGTH = 16;
/** A job's key, encoded; with its type it stays far below DynamoDB's 2,048 bytes for a partition key. */
export const MAX_KEY_BYTES = 512;
/** A result as JSON, so that a record stays under 4 KiB. */
export const MAX_RESULT_BYTES = 2_048;
/** A step's result as JSON: what does not fit a record has an item of its own. */
export const MAX_STEP_RESULT_BYTES = 262_144;
/** A job's confidential data as JSON; with its attributes it stays below DynamoDB's 400 KB for an item. */
export const MAX_CONFIDENTIAL_BYTES = 262_144;
