import { type CloudFormationTemplate, type NamedResource, resourcesOf } from './cloud-formation-template.ts';
import { localArn } from './local-account.ts';
import { type PhysicalResource, type PhysicalResources, resolveIntrinsics } from './resolve-intrinsics.ts';

type Describe = (resource: NamedResource, name: (property: string) => string) => PhysicalResource;

/** How each type's name and attributes are formed. A queue's `Ref` is its URL: known once it has been created. */
const describers: Readonly<Record<string, Describe>> = {
  'AWS::SQS::Queue': (_resource, name) => {
    const queueName = name('QueueName');
    return { ref: queueName, attributes: { Arn: localArn('sqs', queueName), QueueName: queueName } };
  },
  'AWS::DynamoDB::Table': (_resource, name) => describeTable(name('TableName')),
  'AWS::DynamoDB::GlobalTable': (_resource, name) => describeTable(name('TableName')),
  'AWS::Lambda::Function': (_resource, name) => {
    const functionName = name('FunctionName');
    return { ref: functionName, attributes: { Arn: localArn('lambda', `function:${functionName}`) } };
  },
  'AWS::IAM::Role': (_resource, name) => {
    const roleName = name('RoleName');
    return { ref: roleName, attributes: { Arn: localArn('iam', `role/${roleName}`, { regional: false }) } };
  },
  'AWS::Logs::LogGroup': (_resource, name) => {
    const groupName = name('LogGroupName');
    return { ref: groupName, attributes: { Arn: localArn('logs', `log-group:${groupName}:*`) } };
  },
  'AWS::SNS::Topic': (_resource, name) => {
    const topicName = name('TopicName');
    return { ref: localArn('sns', topicName), attributes: { TopicName: topicName } };
  },
  'AWS::KMS::Key': ({ logicalId }) => ({ ref: logicalId, attributes: { Arn: localArn('kms', `key/${logicalId}`) } }),
  'AWS::Scheduler::ScheduleGroup': (_resource, name) => {
    const groupName = name('Name');
    return { ref: groupName, attributes: { Arn: localArn('scheduler', `schedule-group/${groupName}`) } };
  },
  'AWS::ApiGatewayV2::Api': ({ logicalId }) => ({ ref: logicalId, attributes: { ApiId: logicalId } }),
  'AWS::ApiGatewayV2::Integration': ({ logicalId }) => ({ ref: logicalId, attributes: {} }),
  'AWS::ApiGatewayV2::Authorizer': ({ logicalId }) => ({ ref: logicalId, attributes: { AuthorizerId: logicalId } }),
};

/** Names and ARNs of what the template declares, before anything has been created. */
export function physicalResources(template: CloudFormationTemplate): Map<string, PhysicalResource> {
  const described = new Map<string, PhysicalResource>();
  for (const [type, describe] of Object.entries(describers)) {
    for (const resource of resourcesOf(template, type)) {
      const name = (property: string) => physicalName(resource, property, described);
      described.set(resource.logicalId, describe(resource, name));
    }
  }
  return described;
}

function physicalName(resource: NamedResource, property: string, described: PhysicalResources): string {
  return String(resolveIntrinsics(resource.properties[property], described) ?? resource.logicalId);
}

function describeTable(tableName: string): PhysicalResource {
  return { ref: tableName, attributes: { Arn: localArn('dynamodb', `table/${tableName}`), TableId: tableName } };
}
