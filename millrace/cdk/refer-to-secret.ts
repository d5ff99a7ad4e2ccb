import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type Function as LambdaFunction, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import { ArnFormat, Stack } from 'aws-cdk-lib/core';
import { FactName } from 'aws-cdk-lib/region-info';

const EXTENSION_VERSION = '1.0.103';
const LAYER_ID = 'SecretsExtension';

/**
 * Tells a function the name of a secret in a variable, lets it read that one, and gives it AWS's extension that reads
 * and caches secrets. The value is in no template.
 */
export function referToSecret(lambda: LambdaFunction, variable: string, secretName: string): void {
  const secretArn = Stack.of(lambda).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    // AWS ends the ARN of a secret in six characters of its own.
    resourceName: `${secretName}-??????`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  // No more than the extension asks for: a grant of the CDK's would let it describe the secret too.
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] }));
  lambda.addEnvironment(variable, secretName);
  if (lambda.node.tryFindChild(LAYER_ID)) return;
  const arn = Stack.of(lambda).regionalFact(FactName.paramsAndSecretsLambdaLayer(EXTENSION_VERSION, 'arm64'));
  lambda.addLayers(LayerVersion.fromLayerVersionArn(lambda, LAYER_ID, arn));
}
