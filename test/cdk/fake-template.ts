import { Template } from 'aws-cdk-lib/assertions';
import { type FakeStackOptions, fakeStack } from './fake-stack.ts';

/** The template of the fake stack. */
export function fakeTemplate(options: FakeStackOptions): Template {
  return Template.fromStack(fakeStack(options));
}

/** The properties of each resource of a type. */
export function propertiesOf(template: Template, type: string) {
  return Object.values(template.findResources(type)).map(({ Properties }) => Properties);
}

/** The same of those alone that belong to jobs. */
export function propertiesOfJobs(template: Template, type: string) {
  const all = Object.entries(template.findResources(type));
  return all.filter(([id]) => id.startsWith('Jobs')).map(([, { Properties }]) => Properties);
}

/** The only one of a type. */
export function theOnly(template: Template, type: string) {
  const all = propertiesOf(template, type);
  if (all.length !== 1) throw new Error(`${all.length} resources of type ${type}`);
  return all[0];
}
