import { UnresolvableTemplateError } from '../template/resolve-intrinsics.ts';

type AttributeOf = (value: unknown) => string | undefined;

const asText: AttributeOf = (value) => String(value);
const asJson: AttributeOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
const onlyWhereTrue: AttributeOf = (value) => (String(value) === 'true' ? 'true' : undefined);
const notAnAttribute: AttributeOf = () => undefined;

/** Each property of AWS::SQS::Queue, as CreateQueue wants it. */
const attributes: Readonly<Record<string, AttributeOf>> = {
  DelaySeconds: asText,
  MaximumMessageSize: asText,
  MessageRetentionPeriod: asText,
  ReceiveMessageWaitTimeSeconds: asText,
  VisibilityTimeout: asText,
  RedrivePolicy: asJson,
  RedriveAllowPolicy: asJson,
  KmsMasterKeyId: asText,
  KmsDataKeyReusePeriodSeconds: asText,
  SqsManagedSseEnabled: asText,
  // CreateQueue refuses FifoQueue=false.
  FifoQueue: onlyWhereTrue,
  ContentBasedDeduplication: asText,
  DeduplicationScope: asText,
  FifoThroughputLimit: asText,
  QueueName: notAnAttribute,
  Tags: notAnAttribute,
};

export function queueAttributes(properties: Readonly<Record<string, unknown>>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [property, value] of Object.entries(properties)) {
    const attributeOf = attributes[property];
    if (!attributeOf) throw new UnresolvableTemplateError(`the local run does not know AWS::SQS::Queue ${property}`);
    const attribute = attributeOf(value);
    if (attribute !== undefined) result[property] = attribute;
  }
  return result;
}
