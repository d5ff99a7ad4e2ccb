/** SQS: entries of one batch request, and messages of one receive. */
export const MOST_ENTRIES = 10;
