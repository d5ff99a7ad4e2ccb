import { type CloudFormationTemplate, resourcesOf } from '../template/cloud-formation-template.ts';
import { type PhysicalResources, resolveIntrinsics } from '../template/resolve-intrinsics.ts';
import type { ScheduleKey, Scheduler } from './create-scheduler.ts';
import { functionNameIn } from './function-name-in.ts';
import { readContent } from './read-content.ts';
import type { ScheduleContent } from './stored-schedule.ts';

/** The schedules of a template, as its deploy would ask for them. */
export interface TemplateSchedules {
  readonly groupNames: readonly string[];
  readonly schedules: readonly { readonly key: ScheduleKey; readonly content: ScheduleContent }[];
}

export function readSchedules(template: CloudFormationTemplate, physical: PhysicalResources): TemplateSchedules {
  const of = (type: string) =>
    resourcesOf(template, type).map(({ logicalId, properties }) => ({
      logicalId,
      // An object of properties resolves to an object.
      properties: resolveIntrinsics(properties, physical) as Readonly<Record<string, unknown>>,
    }));
  return {
    groupNames: of('AWS::Scheduler::ScheduleGroup').map(({ logicalId, properties }) =>
      String(properties.Name ?? logicalId),
    ),
    schedules: of('AWS::Scheduler::Schedule').map(({ logicalId, properties }) => ({
      key: { groupName: String(properties.GroupName ?? 'default'), name: String(properties.Name ?? logicalId) },
      content: readContent(properties),
    })),
  };
}

export function createTemplateSchedules(scheduler: Scheduler, { groupNames, schedules }: TemplateSchedules): void {
  for (const name of groupNames) scheduler.createGroup(name);
  for (const { key, content } of schedules) scheduler.create(key, content);
}

/** The functions that schedules call. */
export function calledFunctions({ schedules }: TemplateSchedules): string[] {
  return schedules.map(({ content }) => content.Target.Arn).flatMap((arn) => functionNameIn(arn) ?? []);
}
