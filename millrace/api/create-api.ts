import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Catalogue } from '../definition/catalogue.ts';
import type { ApiPorts } from './api-ports.ts';
import { connectApi } from './connect-api.ts';
import { deleteJob } from './delete-job.ts';
import { getJob } from './get-job.ts';
import { postJob } from './post-job.ts';
import { problemResponse } from './problem.ts';

export type ApiHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

const ROUTES: Readonly<Record<string, (ports: ApiPorts, event: APIGatewayProxyEventV2) => ReturnType<ApiHandler>>> = {
  'POST /jobs/{type}': postJob,
  'GET /jobs/{id}': getJob,
  'DELETE /jobs/{id}': deleteJob,
};

/** The HTTP API's Lambda handler, over ports where a test gives them. */
export function createApi({
  catalogue,
  ports,
}: {
  readonly catalogue: Catalogue;
  readonly ports?: ApiPorts;
}): ApiHandler {
  let connected = ports;
  return async (event) => {
    connected ??= connectApi(catalogue);
    const route = ROUTES[event.routeKey];
    if (route) return route(connected, event);
    return problemResponse({ status: 404, title: 'No such route', detail: Object.keys(ROUTES).join(' · ') });
  };
}
