import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  QueueNameExists,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { type CloudFormationTemplate, type NamedResource, resourcesOf } from '../template/cloud-formation-template.ts';
import { type PhysicalResource, resolveIntrinsics } from '../template/resolve-intrinsics.ts';
import { queueAttributes } from './queue-attributes.ts';

export interface ProvisionedQueue {
  readonly logicalId: string;
  readonly name: string;
  readonly url: string;
  readonly arn: string;
  readonly visibilitySeconds: number;
}

const DEFAULT_VISIBILITY_SECONDS = 30;

/** Creates the template's queues, dead-letter queues first, and notes each one's URL as what its `Ref` stands for. */
export async function provisionQueues(
  template: CloudFormationTemplate,
  sqs: SQSClient,
  physical: Map<string, PhysicalResource>,
): Promise<ProvisionedQueue[]> {
  const queues: ProvisionedQueue[] = [];
  for (const wave of inWaves(resourcesOf(template, 'AWS::SQS::Queue'))) {
    queues.push(...(await Promise.all(wave.map((queue) => provisionQueue(queue, sqs, physical)))));
  }
  return queues;
}

/** A redrive policy's target has to exist: queues without one come first. */
function inWaves(queues: readonly NamedResource[]): NamedResource[][] {
  const hasTarget = ({ properties }: NamedResource) => properties.RedrivePolicy !== undefined;
  return [queues.filter((queue) => !hasTarget(queue)), queues.filter(hasTarget)];
}

async function provisionQueue(
  { logicalId, properties }: NamedResource,
  sqs: SQSClient,
  physical: Map<string, PhysicalResource>,
): Promise<ProvisionedQueue> {
  const described = physical.get(logicalId) ?? { ref: logicalId, attributes: {} };
  const name = described.attributes.QueueName ?? logicalId;
  // An object of properties resolves to an object.
  const resolved = resolveIntrinsics(properties, physical) as Record<string, unknown>;
  const attributes = queueAttributes(resolved);
  const url = await createOrAdopt(sqs, name, attributes);
  physical.set(logicalId, { ...described, ref: url });
  return {
    logicalId,
    name,
    url,
    arn: described.attributes.Arn ?? '',
    visibilitySeconds: Number(attributes.VisibilityTimeout ?? DEFAULT_VISIBILITY_SECONDS),
  };
}

/** Another engine may still hold the queue from an earlier run, with other attributes. */
async function createOrAdopt(sqs: SQSClient, name: string, attributes: Record<string, string>): Promise<string> {
  try {
    const created = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
    return String(created.QueueUrl);
  } catch (error) {
    if (!(error instanceof QueueNameExists)) throw error;
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: name }));
    const { FifoQueue: _fixed, ...changeable } = attributes;
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: changeable }));
    return String(QueueUrl);
  }
}
