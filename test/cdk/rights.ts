import type { Template } from 'aws-cdk-lib/assertions';

/** What a role may do: actions, on which logical ids, under which condition. */
export function rights(template: Template, role: RegExp) {
  const [policy] = Object.entries(template.findResources('AWS::IAM::Policy')).filter(([id]) => role.test(id));
  return policy?.[1].Properties.PolicyDocument.Statement.map(
    ({ Action, Resource, Condition }: { Action: string | string[]; Resource: unknown; Condition?: unknown }) => ({
      actions: [Action].flat(),
      on: [Resource].flat().map((one) => JSON.stringify(one).match(/"([A-Za-z]+)[0-9A-F]{8}"/)?.[1]),
      ...(Condition ? { condition: Condition } : {}),
    }),
  );
}
