import { isPlainObject } from '../../definition/plain-object.ts';
import { type HttpAnswer, jsonAnswer } from '../engine/http-answer.ts';
import type { EngineRequest } from '../engine/http-server.ts';
import type { ScheduleKey, Scheduler } from './create-scheduler.ts';
import { readContent } from './read-content.ts';
import { SchedulerError } from './scheduler-error.ts';
import type { StoredSchedule } from './stored-schedule.ts';

type Body = Readonly<Record<string, unknown>>;
type Operation = (
  scheduler: Scheduler,
  name: string,
  request: { readonly body: Body; readonly query: URLSearchParams },
) => object;

const NAME = /^[\w.-]{1,64}$/;
const MOST_RESULTS = 100;

const operations: Readonly<Record<string, Operation>> = {
  'POST schedules': (scheduler, name, { body }) => {
    const { ClientToken: token } = body;
    const { arn } = scheduler.create(
      keyIn(name, body.GroupName),
      readContent(body),
      typeof token === 'string' ? token : undefined,
    );
    return { ScheduleArn: arn };
  },
  'PUT schedules': (scheduler, name, { body }) => ({
    ScheduleArn: scheduler.update(keyIn(name, body.GroupName), readContent(body)).arn,
  }),
  'GET schedules': (scheduler, name, { query }) =>
    name === '' ? list(scheduler, query) : described(scheduler.get(keyIn(name, query.get('groupName')))),
  'DELETE schedules': (scheduler, name, { query }) => {
    scheduler.delete(keyIn(name, query.get('groupName')));
    return {};
  },
  'POST schedule-groups': (scheduler, name) => ({ ScheduleGroupArn: scheduler.createGroup(checked(name)) }),
  'GET schedule-groups': (scheduler, name) => {
    const { arn, createdAtMs } = scheduler.group(checked(name));
    const at = createdAtMs / 1000;
    return { Arn: arn, Name: name, State: 'ACTIVE', CreationDate: at, LastModificationDate: at };
  },
};

/** The REST JSON protocol of EventBridge Scheduler, as much of it as schedules and their groups need. */
export async function answerScheduler(
  scheduler: Scheduler,
  { method, path, body }: EngineRequest,
): Promise<HttpAnswer> {
  const { pathname, searchParams: query } = new URL(path, 'http://localhost');
  const [, resource = '', name = ''] = pathname.split('/');
  try {
    const operation = operations[`${method} ${resource}`];
    if (!operation) return failure(new SchedulerError('ValidationException', `Nothing answers ${method} ${path}.`));
    const answer = operation(scheduler, decodeURIComponent(name), { body: parse(body), query });
    return jsonAnswer(200, answer, { 'content-type': 'application/json' });
  } catch (error) {
    if (!(error instanceof SchedulerError)) throw error;
    return failure(error);
  }
}

function failure({ name, message, status }: SchedulerError): HttpAnswer {
  return jsonAnswer(status, { Message: message }, { 'content-type': 'application/json', 'x-amzn-errortype': name });
}

function parse(body: string): Body {
  if (body === '') return {};
  try {
    const parsed: unknown = JSON.parse(body);
    if (isPlainObject(parsed)) return parsed;
  } catch (cause) {
    throw new SchedulerError('ValidationException', `The request is not JSON: ${cause}`);
  }
  throw new SchedulerError('ValidationException', 'The request is no JSON object.');
}

function keyIn(name: string, groupName: unknown): ScheduleKey {
  return {
    name: checked(name),
    groupName: groupName === undefined || groupName === null ? 'default' : String(groupName),
  };
}

function checked(name: string): string {
  if (NAME.test(name)) return name;
  throw new SchedulerError('ValidationException', `Name ${name} must have 1 to 64 letters, digits, - _ and dots.`);
}

function list(scheduler: Scheduler, query: URLSearchParams): object {
  const [group, prefix, state] = [query.get('ScheduleGroup'), query.get('NamePrefix') ?? '', query.get('State')];
  const most = Number(query.get('MaxResults') ?? MOST_RESULTS);
  const after = query.get('NextToken') ?? '';
  const all = scheduler
    .list()
    .filter(
      ({ groupName, name, content }) =>
        (group ?? groupName) === groupName && name.startsWith(prefix) && (state ?? content.State) === content.State,
    )
    .filter(({ arn }) => arn > after);
  const page = all.slice(0, most);
  const last = page.at(-1);
  return {
    Schedules: page.map(summary),
    ...(last !== undefined && all.length > most ? { NextToken: last.arn } : {}),
  };
}

function summary(schedule: StoredSchedule): object {
  const { Arn, Name, GroupName, State, CreationDate, LastModificationDate } = described(schedule);
  return {
    Arn,
    Name,
    GroupName,
    State,
    CreationDate,
    LastModificationDate,
    Target: { Arn: schedule.content.Target.Arn },
  };
}

function described({ arn, name, groupName, content, createdAtMs, changedAtMs }: StoredSchedule) {
  const dates = { CreationDate: createdAtMs / 1000, LastModificationDate: changedAtMs / 1000 };
  return { ...content, Arn: arn, Name: name, GroupName: groupName, ...dates };
}
