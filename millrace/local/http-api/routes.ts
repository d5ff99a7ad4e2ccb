import { type CloudFormationTemplate, type NamedResource, resourcesOf } from '../template/cloud-formation-template.ts';
import {
  type PhysicalResources,
  resolveIntrinsics,
  UnresolvableTemplateError,
} from '../template/resolve-intrinsics.ts';
import { type JwtAuthorizer, readJwtAuthorizer } from './jwt-authorizer.ts';
import { readThrottles, type Throttle } from './throttle.ts';

/** A route of the template's HTTP API. */
export interface Route {
  /** `METHOD /path/{parameter}`, or `$default`. */
  readonly routeKey: string;
  readonly authorization: 'NONE' | 'AWS_IAM' | JwtAuthorizer;
  /** None where the template sets none. */
  readonly throttle?: Throttle | undefined;
  readonly functionName: string;
}

export interface RouteMatch {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

export function readRoutes(template: CloudFormationTemplate, physical: PhysicalResources): Route[] {
  const routes = resourcesOf(template, 'AWS::ApiGatewayV2::Route');
  const throttleOf = readThrottles(
    template,
    routes.map(({ properties }) => String(properties.RouteKey)),
  );
  return routes.map((resource) => {
    const { RouteKey, Target } = resource.properties;
    const integrationId = String(resolveIntrinsics(Target, physical)).replace(/^integrations\//, '');
    const functionArn = integrationFunction(template, physical, integrationId);
    return {
      routeKey: String(RouteKey),
      authorization: readAuthorization(template, physical, resource),
      throttle: throttleOf(String(RouteKey)),
      functionName: functionArn.slice(functionArn.lastIndexOf(':') + 1),
    };
  });
}

function readAuthorization(
  template: CloudFormationTemplate,
  physical: PhysicalResources,
  { logicalId, properties }: NamedResource,
): Route['authorization'] {
  const { AuthorizationType = 'NONE', AuthorizationScopes, AuthorizerId } = properties;
  if (AuthorizationScopes !== undefined) {
    throw new UnresolvableTemplateError(`${logicalId}: the local run can't do AuthorizationScopes`);
  }
  if (AuthorizationType === 'JWT') return readJwtAuthorizer(template, physical, AuthorizerId);
  if (AuthorizationType === 'NONE' || AuthorizationType === 'AWS_IAM') return AuthorizationType;
  throw new UnresolvableTemplateError(`${logicalId}: the local run can't do AuthorizationType ${AuthorizationType}`);
}

/** Whose tokens open the routes that ask for one: they have one authorizer. */
export function tokenIssuer(routes: readonly Route[]): string | undefined {
  const [issuer] = routes.flatMap(({ authorization }) =>
    typeof authorization === 'object' ? [authorization.issuer] : [],
  );
  return issuer;
}

function integrationFunction(template: CloudFormationTemplate, physical: PhysicalResources, id: string): string {
  const { IntegrationType, PayloadFormatVersion, IntegrationUri } = template.Resources?.[id]?.Properties ?? {};
  if (IntegrationType !== 'AWS_PROXY' || PayloadFormatVersion !== '2.0') {
    throw new UnresolvableTemplateError(`${id}: the local run does Lambda integrations with payload format 2.0 only`);
  }
  return String(resolveIntrinsics(IntegrationUri, physical));
}

/** The route that API Gateway picks: literal segments before parameters, a method before ANY, `$default` last. */
export function matchRoute(routes: readonly Route[], method: string, rawPath: string): RouteMatch | undefined {
  const given = rawPath.split('/').map(decode);
  const matches = routes.flatMap((route) => {
    const match = matchOne(route, method, given);
    return match ? [match] : [];
  });
  matches.sort((a, b) => b.rank - a.rank);
  return matches[0];
}

function matchOne(route: Route, method: string, given: readonly string[]): (RouteMatch & { rank: number }) | undefined {
  if (route.routeKey === '$default') return { route, pathParameters: {}, rank: -1 };
  const [routeMethod = '', path = ''] = route.routeKey.split(' ');
  const wanted = path.split('/');
  if ((routeMethod !== method && routeMethod !== 'ANY') || wanted.length !== given.length) return undefined;
  const pathParameters: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{([^+}]+)\}$/.exec(segment)?.[1];
    if (name === undefined ? segment !== value : value === '') return undefined;
    if (name !== undefined) pathParameters[name] = value;
  }
  const literals = wanted.length - Object.keys(pathParameters).length;
  return { route, pathParameters, rank: literals * 2 + (routeMethod === 'ANY' ? 0 : 1) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not percent-encoded after all: it stands for itself.
    return segment;
  }
}
