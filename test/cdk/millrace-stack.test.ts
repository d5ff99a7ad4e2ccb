import type { Template } from 'aws-cdk-lib/assertions';
import { functionEntries } from 'millrace/cdk';
import { describe, expect, it } from 'vitest';
import { fakeCatalogue, fakeJob } from './fake-catalogue.ts';
import { devStage, fakeStack, prodStage } from './fake-stack.ts';
import { fakeTemplate, propertiesOf } from './fake-template.ts';

const parcel = fakeJob();
const invoice = fakeJob({ type: 'invoice.post', owner: 'finance' });
const catalogue = fakeCatalogue(parcel, invoice);
const template = fakeTemplate({ catalogue });

const STATEFUL = ['AWS::SQS::Queue', 'AWS::DynamoDB::GlobalTable', 'AWS::Scheduler::ScheduleGroup'];

function idsOf(of: Template, types: readonly string[]): string[] {
  return types.flatMap((type) => Object.keys(of.findResources(type))).sort();
}

/** What each resource needs first: its Ref, Fn::GetAtt, Fn::Sub and DependsOn. */
function dependencies(of: Template): Map<string, Set<string>> {
  const { Resources } = of.toJSON();
  const ids = Object.keys(Resources);
  return new Map(
    ids.map((id) => {
      const { DependsOn = [], ...rest } = Resources[id];
      const text = JSON.stringify(rest);
      const named = ids.filter((other) =>
        [`{"Ref":"${other}"}`, `{"Fn::GetAtt":["${other}",`, `\${${other}`].some((form) => text.includes(form)),
      );
      return [id, new Set([...named, ...[DependsOn].flat()])];
    }),
  );
}

function findCycle(graph: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (id: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(id)) return [...path, id];
    if (done.has(id)) return undefined;
    for (const next of graph.get(id) ?? []) {
      const cycle = visit(next, [...path, id]);
      if (cycle) return cycle;
    }
    done.add(id);
    return undefined;
  };
  for (const id of graph.keys()) {
    const cycle = visit(id, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Names that AWS lets exist once per account and Region. */
function physicalNames(of: Template): string[] {
  const names = ['QueueName', 'TableName', 'AlarmName', 'TopicName', 'FunctionName', 'LogGroupName', 'RoleName'];
  return Object.values<{ Properties?: Record<string, unknown> }>(of.toJSON().Resources).flatMap(({ Properties = {} }) =>
    names.flatMap((name) => (typeof Properties[name] === 'string' ? [Properties[name]] : [])),
  );
}

describe('what holds state', () => {
  it('keeps its logical ids, which are contract: another id is another, empty queue', () => {
    expect(idsOf(template, STATEFUL)).toEqual([
      'JobsinvoicepostQueuesDeadLetterQueue9D832F9E',
      'JobsinvoicepostQueuesQueue3D6A82BF',
      'JobsparcelshipQueuesDeadLetterQueueFB13B76A',
      'JobsparcelshipQueuesQueue3D888BB1',
      'RecordsTableC9B7A30B',
      'SchedulesDeadLetterQueue84E31400',
      'SchedulesGroupC7F67308',
    ]);
  });

  it('keeps them, and those of the mappings, when a job is added in front', () => {
    const types = [...STATEFUL, 'AWS::Lambda::EventSourceMapping', 'AWS::Lambda::Function'];
    const before = idsOf(template, types);
    const after = idsOf(
      fakeTemplate({ catalogue: fakeCatalogue(fakeJob({ type: 'a.first' }), invoice, parcel) }),
      types,
    );
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(before.length + 4);
  });

  it('outlives its stack in production', () => {
    for (const type of STATEFUL) {
      for (const resource of Object.values(template.findResources(type))) {
        expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
      }
    }
  });

  it('is protected against a delete by hand in production, and in dev is not', () => {
    const guards = [prodStage, devStage].map((stage) => {
      const [table] = propertiesOf(fakeTemplate({ catalogue, stage }), 'AWS::DynamoDB::GlobalTable');
      return [fakeStack({ catalogue, stage }).terminationProtection, table.Replicas[0].DeletionProtectionEnabled];
    });
    expect(guards).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('goes with its stack in dev', () => {
    const dev = fakeTemplate({ catalogue, stage: devStage });
    for (const type of STATEFUL) {
      for (const resource of Object.values(dev.findResources(type))) {
        expect(resource).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
      }
    }
  });
});

describe('a stack of dev', () => {
  it('leaves nothing behind when it is deleted', () => {
    const { Resources } = fakeTemplate({ catalogue, stage: devStage }).toJSON();
    const kept = Object.keys(Resources).filter((id) => (Resources[id].DeletionPolicy ?? 'Delete') !== 'Delete');
    expect(kept).toEqual([]);
  });
});

describe('two stages in one account', () => {
  it('share no physical name', () => {
    const prod = physicalNames(fakeTemplate({ catalogue, stage: prodStage }));
    const dev = physicalNames(fakeTemplate({ catalogue, stage: devStage }));
    expect(prod).toHaveLength(14);
    expect(prod.filter((name) => dev.includes(name))).toEqual([]);
  });
});

describe('every resource', () => {
  const tagged = [...STATEFUL, 'AWS::Lambda::Function', 'AWS::Logs::LogGroup', 'AWS::SNS::Topic', 'AWS::KMS::Key'];
  const tagsOf = (of: Template) =>
    tagged
      .flatMap((type) => propertiesOf(of, type))
      .map(({ Tags, Replicas }) => Object.fromEntries((Tags ?? Replicas[0].Tags).map(tagPair)));
  const tagPair = ({ Key, Value }: { readonly Key: string; readonly Value: string }) => [Key, Value];

  it('bears the app and the stage that it belongs to', () => {
    const tags = tagsOf(template);
    expect(tags).toHaveLength(18);
    for (const each of tags) expect(each).toEqual({ 'millrace:app': 'shop', 'millrace:stage': 'prod' });
    expect(fakeStack({ catalogue }).tags.tagValues()).toEqual({ 'millrace:app': 'shop', 'millrace:stage': 'prod' });
  });

  it('bears the tags that the app adds', () => {
    for (const each of tagsOf(fakeTemplate({ catalogue, tags: { 'cost-centre': '4711' } }))) {
      expect(each).toMatchObject({ 'cost-centre': '4711', 'millrace:app': 'shop' });
    }
  });
});

describe('a stack', () => {
  it('belongs to the account and Region that it is given, and else to whoever deploys it', () => {
    const env = { account: '111122223333', region: 'eu-central-1' };
    expect(fakeStack({ catalogue, env }).environment).toBe('aws://111122223333/eu-central-1');
    expect(fakeStack({ catalogue }).environment).toBe('aws://unknown-account/unknown-region');
    expect(idsOf(fakeTemplate({ catalogue, env }), STATEFUL)).toEqual(idsOf(template, STATEFUL));
  });

  it('has queues that name no account, so that a local run makes them in its own', () => {
    const env = { account: '111122223333', region: 'eu-central-1' };
    const queues = JSON.stringify(fakeTemplate({ catalogue, env }).findResources('AWS::SQS::Queue'));
    expect(queues).toContain('"byQueue"');
    expect(queues).not.toMatch(/111122223333|eu-central-1/);
  });
});

describe('the template', () => {
  it('has no circle of resources that wait for each other, with every grant, schedule and alarm on', () => {
    const schedules = { daily: { rate: '1 day', payload: { parcelId: '{scheduledAt}' } } };
    const everything = fakeTemplate({
      catalogue: fakeCatalogue(fakeJob({ schedules }), invoice),
      access: new Map([['parcel-ship', ({ job, jobs }) => jobs.grantEnqueue(job.function, parcel, invoice)]]),
    });
    expect(findCycle(dependencies(everything))).toBeUndefined();
  });

  it('would show such a circle to this test', () => {
    const graph = new Map([
      ['queue', new Set(['dead'])],
      ['dead', new Set(['queue'])],
    ]);
    expect(findCycle(graph)).toEqual(['queue', 'dead', 'queue']);
  });

  it('has no HTTP API, nor a function for one, without its bundle', () => {
    const { Resources, Outputs } = fakeTemplate({ catalogue, api: false }).toJSON();
    expect(Object.keys(Resources).filter((id) => id.startsWith('Api'))).toEqual([]);
    expect(Object.keys(Outputs)).toEqual(['ProducersArn788FDE22', 'AlarmTopicArn']);
    expect([...functionEntries(catalogue, { api: false }).keys()]).toEqual(['parcel-ship', 'invoice-post']);
    expect(functionEntries(catalogue).get('api')).toBe('functions/api.ts');
  });

  it('is refused, with a way out, where it has more resources than CloudFormation takes', () => {
    const jobs = (count: number) =>
      Array.from({ length: count }, (_, index) => fakeJob({ type: `parcel.ship${index}` }));
    const most = fakeTemplate({ catalogue: fakeCatalogue(...jobs(38)) });
    expect(Object.keys(most.toJSON().Resources)).toHaveLength(489);
    expect(() => fakeTemplate({ catalogue: fakeCatalogue(...jobs(39)) })).toThrow(
      '[shop-prod] 39 jobs make 501 resources, where CloudFormation takes 500 in a stack: move jobs to an app of their own, with a catalogue and a millrace:app of its own',
    );
  });

  it('synthesises without any job', () => {
    expect(idsOf(fakeTemplate({ catalogue: fakeCatalogue() }), STATEFUL)).toEqual([
      ...['RecordsTableC9B7A30B', 'SchedulesDeadLetterQueue84E31400', 'SchedulesGroupC7F67308'],
    ]);
  });
});
