import type { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** What a route takes before it answers 429. */
export interface RouteThrottle {
  readonly requestsPerSecond: number;
  /** Requests that may come at once. */
  readonly burstRequests: number;
}

/** A route of the HTTP API as API Gateway writes it. */
export type ApiRoute = 'POST /jobs/{type}' | 'GET /jobs/{id}' | 'DELETE /jobs/{id}' | `POST /webhooks/${string}`;

/** What each route of the HTTP API takes. */
export interface ApiThrottle extends RouteThrottle {
  /** Routes that take more, or less. */
  readonly routes?: { readonly [Route in ApiRoute]?: RouteThrottle };
}

/** Whose tokens open the HTTP API. */
export interface JwtIssuer {
  /** Address below which its OpenID configuration stands; the `iss` of its tokens, to the letter. */
  readonly issuer: string;
  /** One of these is the `aud` of a token, or its `client_id` where it has no `aud`. */
  readonly audience: readonly [string, ...string[]];
}

/** What differs between the deployments of one app. */
export interface Stage {
  /** Part of every physical name, so that stages share an account and Region. */
  readonly name: string;
  /** What holds state (queues, records, logs) outlives its stack. */
  readonly keepsData: boolean;
  /** Alarms reach the owners' addresses. */
  readonly pages: boolean;
  readonly logRetention: RetentionDays;
  /** For each route of the HTTP API, 100 requests a second and 200 at once unless given. */
  readonly apiThrottle?: ApiThrottle;
  /** Callers of `/jobs` show a token of this issuer; unless given they sign with IAM. */
  readonly jwt?: JwtIssuer;
}
