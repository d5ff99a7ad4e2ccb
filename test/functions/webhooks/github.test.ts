import { describe, expect, it } from 'vitest';
import { githubEvents } from '../../../jobs/webhooks/github.ts';
import { githubHeaders } from '../../api/webhook/sign.ts';
import { openDoor } from './open-door.ts';

const user = (login: string, id: number, nodeId: string) => ({
  ...{ login, id, node_id: nodeId, type: 'Organization', site_admin: false },
  url: `https://api.github.com/users/${login}`,
});

/** An event as GitHub writes it, but for the addresses of its users. */
const sponsorship = (action: string) =>
  JSON.stringify({
    action,
    sponsorship: {
      node_id: 'S_kwHOAAABs84AAgTB',
      created_at: '2026-01-01T00:00:00+00:00',
      sponsorable: user('our-project', 5, 'O_kgDOAAAABQ'),
      sponsor: user('their-company', 2, 'O_kgDOAAAAAg'),
      privacy_level: 'public',
      tier: {
        node_id: 'ST_kwDOAAABs84AAgTB',
        created_at: '2025-12-01T00:00:00Z',
        ...{ name: '$100 a month', monthly_price_in_cents: 10000, monthly_price_in_dollars: 100 },
      },
    },
    sender: user('their-company', 2, 'O_kgDOAAAAAg'),
  });
const CREATED = sponsorship('created');

describe('GitHub’s events', () => {
  it('of a new sponsorship have the sponsor looked up', async () => {
    const { post, queued } = openDoor(githubEvents);
    expect(await post(CREATED, githubHeaders(CREATED))).toBe(202);
    expect(queued()).toEqual([
      {
        type: 'lead.enrich',
        data: {
          enrichmentId: expect.stringMatching(/^github:[0-9a-f]{64}$/),
          leadId: 'S_kwHOAAABs84AAgTB',
          companyId: 'O_kgDOAAAAAg',
        },
      },
    ]);
  });

  it('that are replayed under another delivery id, or as another kind, do it no second time', async () => {
    const { post, queued } = openDoor(githubEvents);
    await post(CREATED, githubHeaders(CREATED));
    expect(await post(CREATED, githubHeaders(CREATED, { delivery: 'another', event: 'push' }))).toBe(202);
    expect(queued()).toHaveLength(1);
  });

  it.each([
    ['of a sponsorship that ends', sponsorship('cancelled'), 'sponsorship'],
    ['that only try the webhook', '{"zen":"Keep it logically awesome.","hook_id":1,"hook":{"type":"App"}}', 'ping'],
    ['of something else that was created', '{"action":"created","issue":{"id":1}}', 'sponsorship'],
  ])('%s are acknowledged, and nothing is looked up', async (_what, body, event) => {
    const { post, queued } = openDoor(githubEvents);
    expect(await post(body, githubHeaders(body, { event }))).toBe(200);
    expect(queued()).toEqual([]);
  });
});
