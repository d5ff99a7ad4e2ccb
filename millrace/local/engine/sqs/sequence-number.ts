/** Twenty digits, as SQS writes them, that grow with each message of the queue. */
export function sequenceNumber(sequence: number): string {
  return `1${String(sequence).padStart(19, '0')}`;
}
