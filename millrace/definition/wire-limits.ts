/** Our rule for a message's body, below SQS's 1 MiB; also the queue's `MaximumMessageSize`. */
export const MAX_BODY_BYTES = 262_144;
/** Objects and arrays inside one another in a body. */
export const MAX_JSON_DEPTH = 64;
/** A job's key, encoded; with its type it stays far below DynamoDB's 2,048 bytes for a partition key. */
export const MAX_KEY_BYTES = 512;
/** A result as JSON, so that a record stays under 4 KiB. */
export const MAX_RESULT_BYTES = 2_048;
