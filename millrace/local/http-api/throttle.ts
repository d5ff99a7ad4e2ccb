import { type CloudFormationTemplate, resourcesOf } from '../template/cloud-formation-template.ts';
import { UnresolvableTemplateError } from '../template/resolve-intrinsics.ts';

/** A token bucket's numbers. */
export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burstRequests: number;
}

interface RouteSettings {
  readonly ThrottlingRateLimit?: number;
  readonly ThrottlingBurstLimit?: number;
}

interface StageProperties {
  readonly DefaultRouteSettings?: RouteSettings;
  readonly RouteSettings?: Readonly<Record<string, RouteSettings>>;
}

/** The throttle of each route, by the settings of the template's stage. */
export function readThrottles(
  template: CloudFormationTemplate,
  routeKeys: readonly string[],
): (routeKey: string) => Throttle | undefined {
  const [stage] = resourcesOf(template, 'AWS::ApiGatewayV2::Stage');
  // The CDK wrote it: its shape is CloudFormation's.
  const { DefaultRouteSettings = {}, RouteSettings = {} } = (stage?.properties ?? {}) as StageProperties;
  const unknown = Object.keys(RouteSettings).filter((routeKey) => !routeKeys.includes(routeKey));
  if (unknown.length > 0) {
    throw new UnresolvableTemplateError(`${stage?.logicalId}: settings of routes that there are not: ${unknown}`);
  }
  return (routeKey) => {
    const { ThrottlingRateLimit, ThrottlingBurstLimit } = { ...DefaultRouteSettings, ...RouteSettings[routeKey] };
    if (ThrottlingRateLimit === undefined || ThrottlingBurstLimit === undefined) return undefined;
    return { requestsPerSecond: ThrottlingRateLimit, burstRequests: ThrottlingBurstLimit };
  };
}
