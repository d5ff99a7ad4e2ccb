import {
  type CfnRoute,
  type CfnStage,
  type HttpApi,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { accessLogFormat } from './access-log-format.ts';
import { type Deployment, removalPolicy } from './deployment.ts';
import type { ApiThrottle, RouteThrottle } from './stage.ts';

/** Guards the account's 10,000 requests a second, which all APIs of a Region share, against one loop gone wild. */
const DEFAULT_THROTTLE: ApiThrottle = { requestsPerSecond: 100, burstRequests: 200 };

interface ApiStageParts {
  readonly api: HttpApi;
  readonly routes: readonly HttpRoute[];
}

/** What makes an HTTP API answer: its stage, with the throttle of each route and a log of who asked. */
export function createApiStage(scope: Construct, { stage }: Deployment, { api, routes }: ApiStageParts): void {
  const { routes: ofRoutes = {}, ...ofTheRest } = stage.apiThrottle ?? DEFAULT_THROTTLE;
  refuseUnknown(Object.keys(ofRoutes), routes);
  const logs = new LogGroup(scope, 'AccessLogs', {
    retention: stage.logRetention,
    removalPolicy: removalPolicy(stage),
  });
  const httpStage = new HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: ofTheRest.requestsPerSecond, burstLimit: ofTheRest.burstRequests },
    accessLogSettings: { destination: new LogGroupLogDestination(logs), format: accessLogFormat },
  });
  const settings = Object.entries(ofRoutes).flatMap(([route, throttle]) =>
    throttle ? [[route, limits(throttle)]] : [],
  );
  if (settings.length === 0) return;
  // The construct has no prop for it; its default child is the resource.
  const resource = httpStage.node.defaultChild as CfnStage;
  resource.routeSettings = Object.fromEntries(settings);
  // API Gateway refuses settings of a route that it does not have yet.
  httpStage.node.addDependency(...routes);
}

function limits({ requestsPerSecond, burstRequests }: RouteThrottle) {
  return { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burstRequests };
}

function refuseUnknown(given: readonly string[], routes: readonly HttpRoute[]): void {
  // A route's default child is the resource, which knows the key.
  const known = routes.map(({ node }) => (node.defaultChild as CfnRoute).routeKey);
  const unknown = given.filter((route) => !known.includes(route));
  if (unknown.length === 0) return;
  throw new Error(`apiThrottle.routes: ${unknown.join(', ')} given; the routes are ${known.join(', ')}`);
}
