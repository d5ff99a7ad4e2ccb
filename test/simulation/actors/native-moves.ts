import type { SimWorld } from '../world/create-world.ts';

/** Looks into the dead-letter queue for what SQS moved there by itself. */
export function seeNativeMoves({ sqs, dead, ledger, faults, events }: SimWorld): void {
  for (const { deadLetterSourceArn, body, messageId } of sqs.messages(dead.name)) {
    if (deadLetterSourceArn === undefined || ledger.movedNatively.has(messageId)) continue;
    ledger.movedNatively.set(messageId, body);
    faults.count('moved-natively');
    events.log('queue', `moved ${messageId} to the dead-letter queue`);
  }
}
