import { type Change, type Operator, replaced, without } from '../change.ts';
import { type Source, sitesOf, textOf } from '../syntax-tree.ts';

/** Statuses that a list of them may hold by mistake. */
const OTHER_STATUSES = ["'INPROGRESS'", "'DEAD'", "'COMPLETED'"];

/** A conditional write asks for less, or for something else. */
export const dropCondition: Operator = {
  name: 'drop-condition',
  does: 'asks less, or something else, of the record that is written over',
  changes: (source) => [...unconditional(source), ...parts(source), ...statuses(source), ...attributes(source)],
};

function unconditional(source: Source): Change[] {
  return sitesOf(source, 'ObjectExpression').flatMap((site) =>
    site.node.properties.flatMap((property, index) =>
      property.type === 'Property' && textOf(source, property.key) === 'when'
        ? without(source, site, site.node.properties, index)
        : [],
    ),
  );
}

/** A conjunct or a disjunct less. */
function parts(source: Source): Change[] {
  return calls(source, /^(all|any)$/).flatMap((site) =>
    site.node.arguments.length < 2
      ? []
      : site.node.arguments.flatMap((_, index) => without(source, site, site.node.arguments, index)),
  );
}

function statuses(source: Source): Change[] {
  return calls(source, /^oneOf$/).flatMap((site) => {
    const list = site.node.arguments[1];
    if (list?.type !== 'ArrayExpression') return [];
    const written = textOf(source, list);
    const more = OTHER_STATUSES.map((status) => replaced(source, site, written.replace(']', `, ${status}]`), list));
    return [...list.elements.flatMap((_, index) => without(source, site, list.elements, index)), ...more];
  });
}

/** `unchanged(read, […])` with an attribute less. */
function attributes(source: Source): Change[] {
  return calls(source, /^unchanged$/).flatMap((site) => {
    const list = site.node.arguments[1];
    if (list?.type !== 'ArrayExpression') return [];
    return list.elements.flatMap((_, index) => without(source, site, list.elements, index));
  });
}

function calls(source: Source, callee: RegExp) {
  return sitesOf(source, 'CallExpression').filter(({ node }) => callee.test(textOf(source, node.callee)));
}
