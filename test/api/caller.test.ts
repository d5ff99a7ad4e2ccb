import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { readCaller } from '../../millrace/api/caller.ts';

const callerOf = (requestContext: object | undefined) => readCaller({ requestContext } as APIGatewayProxyEventV2); // it reads this alone

describe('whoever calls the API', () => {
  it('is the subject of the token', () => {
    expect(callerOf({ authorizer: { jwt: { claims: { sub: 'user-1' }, scopes: null } } })).toEqual({
      ok: true,
      subject: 'user-1',
    });
  });

  it('is nobody in particular, and trusted, where IAM let the request in', () => {
    expect(callerOf({ authorizer: { iam: { accountId: '1' } } })).toEqual({ ok: true, subject: undefined });
  });

  it.each([
    ['a token without a subject', { authorizer: { jwt: { claims: { scope: 'jobs' } } } }],
    ['a token with an empty subject', { authorizer: { jwt: { claims: { sub: '' } } } }],
    ['a token with a subject that is no text', { authorizer: { jwt: { claims: { sub: 7 } } } }],
    ['a token without claims', { authorizer: { jwt: {} } }],
    ['a token without a subject, whatever IAM says', { authorizer: { jwt: {}, iam: { accountId: '1' } } }],
    ['a request that no authorizer has seen', {}],
    ['a request of which nothing is known', undefined],
  ])('is refused with 403: %s', (_what, requestContext) => {
    expect(callerOf(requestContext)).toMatchObject({ ok: false, problem: { status: 403 } });
  });
});
