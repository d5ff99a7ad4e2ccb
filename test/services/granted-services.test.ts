import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { loadAccess } from 'millrace/cdk';
import { describe, expect, it } from 'vitest';
import { type AppStage, stages } from '../../infra/stages.ts';
import { catalogue } from '../../jobs/index.ts';
import { jobStem } from '../../millrace/definition/job-stem.ts';
import { serviceNames } from '../../services/environment.ts';
import { fakeStack } from '../cdk/fake-stack.ts';

const root = join(import.meta.dirname, '../..');
const jobs = catalogue.jobs.map(({ type }) => ({ type, stem: jobStem(type) }));
const granted = await grantedVariables();

/** What infra/access adds to each function's environment, by job type. */
async function grantedVariables(): Promise<ReadonlyMap<string, readonly string[]>> {
  const access = await loadAccess<AppStage>(join(root, 'infra/access'));
  const stack = fakeStack({ catalogue });
  const [stage] = Object.values(stages);
  if (stage === undefined) throw new Error('infra/stages.ts has no stage');
  for (const job of stack.jobs.all) access.get(jobStem(job.type))?.({ job, jobs: stack.jobs, stage });
  const functions = Object.values(Template.fromStack(stack).findResources('AWS::Lambda::Function'));
  return new Map(
    functions.map(({ Properties: { Environment } }) => [
      Environment.Variables.POWERTOOLS_SERVICE_NAME,
      Object.keys(Environment.Variables).filter((name) => /^(?!MILLRACE_).*_(URL|API_KEY_SECRET)$/.test(name)),
    ]),
  );
}

/** What the clients that a consumer imports will ask the environment for. */
function neededVariables(stem: string): string[] {
  const source = readFileSync(join(root, `functions/consumers/${stem}.ts`), 'utf8');
  const clients = [...source.matchAll(/services\/([a-z-]+)\.ts/g)].map(([, client = '']) => client);
  const services = clients.map((client) => client.toUpperCase().replaceAll('-', '_'));
  return services.flatMap((service) => [`${service}_URL`, `${service}_API_KEY_SECRET`]);
}

describe('the services', () => {
  it.each(jobs)('that the consumer of $type calls are those it is given', ({ type, stem }) => {
    expect([...(granted.get(type) ?? [])].sort()).toEqual(neededVariables(stem).sort());
  });

  it.each(Object.values(stages))('have an address each in $name', ({ serviceUrls }) => {
    expect(Object.keys(serviceUrls).sort()).toEqual([...serviceNames].sort());
  });
});
