import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * What the HTTP API writes of each request, in the variables of HTTP APIs, which are not all those of REST APIs.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const fields = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  sourceIp: '$context.identity.sourceIp',
  userArn: '$context.identity.userArn',
  subject: '$context.authorizer.claims.sub',
  protocol: '$context.protocol',
  routeKey: '$context.routeKey',
  path: '$context.path',
  status: '$context.status',
  error: '$context.error.message',
  authorizerError: '$context.authorizer.error',
  responseBytes: '$context.responseLength',
  responseLatencyMs: '$context.responseLatency',
  integrationLatencyMs: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  // Leads to the function's own lines.
  functionRequestId: '$context.awsEndpointRequestId',
};

export const accessLogFormat = AccessLogFormat.custom(JSON.stringify(fields));
