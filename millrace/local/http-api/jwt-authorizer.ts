import type { CloudFormationTemplate } from '../template/cloud-formation-template.ts';
import {
  type PhysicalResources,
  resolveIntrinsics,
  UnresolvableTemplateError,
} from '../template/resolve-intrinsics.ts';

/** Whose tokens open a route: of this issuer, for one of these audiences. */
export interface JwtAuthorizer {
  readonly issuer: string;
  readonly audience: readonly string[];
}

const IDENTITY_SOURCE = '$request.header.Authorization';

/** The JWT authorizer of the template that a route names. */
export function readJwtAuthorizer(
  template: CloudFormationTemplate,
  physical: PhysicalResources,
  authorizerId: unknown,
): JwtAuthorizer {
  const logicalId = String(resolveIntrinsics(authorizerId, physical));
  const { AuthorizerType, IdentitySource, JwtConfiguration } = template.Resources?.[logicalId]?.Properties ?? {};
  // Resolved, it is a copy of what the template holds there: whatever that is.
  const jwt = resolveIntrinsics(JwtConfiguration ?? {}, physical) as { Issuer?: unknown; Audience?: unknown };
  const sources = Array.isArray(IdentitySource) ? IdentitySource.map(String) : [];
  if (AuthorizerType !== 'JWT' || sources.length !== 1 || sources[0] !== IDENTITY_SOURCE) {
    throw new UnresolvableTemplateError(
      `${logicalId}: the local run does JWT authorizers with ${IDENTITY_SOURCE} only`,
    );
  }
  if (typeof jwt.Issuer !== 'string' || !Array.isArray(jwt.Audience)) {
    throw new UnresolvableTemplateError(`${logicalId}: its JwtConfiguration has no Issuer or no Audience`);
  }
  return { issuer: jwt.Issuer, audience: jwt.Audience.map(String) };
}
