import { marshall } from '@aws-sdk/util-dynamodb';
import type { Condition } from './condition.ts';
import type { RecordWrite } from './record-table.ts';

/** Renders a write as DynamoDB's expressions; every name is aliased, since half of them are reserved words. */
export function renderUpdate(write: RecordWrite) {
  const { name, value, aliases } = createAliases();
  const sets = Object.entries(write.set).map(([attribute, given]) => `${name(attribute)} = ${value(given)}`);
  const clauses = sets.length > 0 ? [`SET ${sets.join(', ')}`] : [];
  if (write.add) clauses.push(`ADD ${name('attempts')} ${value(write.add.attempts)}`);
  if (write.remove && write.remove.length > 0) clauses.push(`REMOVE ${write.remove.map(name).join(', ')}`);
  const condition = write.when ? { ConditionExpression: renderCondition(write.when, name, value) } : {};
  return {
    UpdateExpression: clauses.join(' '),
    ...condition,
    ...aliases(),
  };
}

/** Renders a condition alone. */
export function renderWhen(when: Condition) {
  const { name, value, aliases } = createAliases();
  return { ConditionExpression: renderCondition(when, name, value), ...aliases() };
}

function createAliases() {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  return {
    name: (attribute: string) => {
      names[`#${attribute}`] = attribute;
      return `#${attribute}`;
    },
    value: (given: unknown) => {
      const placeholder = `:v${Object.keys(values).length}`;
      values[placeholder] = given;
      return placeholder;
    },
    aliases: () => ({
      ExpressionAttributeNames: names,
      // DynamoDB refuses an empty map.
      ...(Object.keys(values).length > 0
        ? { ExpressionAttributeValues: marshall(values, { removeUndefinedValues: true }) }
        : {}),
    }),
  };
}

function renderCondition(
  condition: Condition,
  name: (attribute: string) => string,
  value: (given: unknown) => string,
): string {
  const render = (part: Condition) => renderCondition(part, name, value);
  switch (condition.kind) {
    case 'all':
      // AND binds closer than OR: other parentheses would say nothing, and nested ones cost the embedded engine dear.
      return condition.conditions
        .map((part) => (part.kind === 'any' ? `(${render(part)})` : render(part)))
        .join(' AND ');
    case 'any':
      return condition.conditions.map(render).join(' OR ');
    case 'absent':
      return `attribute_not_exists(${name(condition.attribute)})`;
    case 'present':
      return `attribute_exists(${name(condition.attribute)})`;
    case 'equals':
      return `${name(condition.attribute)} = ${value(condition.value)}`;
    case 'differs':
      return `${name(condition.attribute)} <> ${value(condition.value)}`;
    case 'oneOf':
      return `${name(condition.attribute)} IN (${condition.values.map(value).join(', ')})`;
    case 'below':
      return `${name(condition.attribute)} < ${value(condition.value)}`;
    case 'atLeast':
      return `${name(condition.attribute)} >= ${value(condition.value)}`;
  }
}
