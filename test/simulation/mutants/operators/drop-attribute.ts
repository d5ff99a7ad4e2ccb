import { type Change, type Operator, without } from '../change.ts';
import { type Node, type Site, type Source, sitesOf, textOf } from '../syntax-tree.ts';

/** Instants that only people read. */
const FOR_PEOPLE = /^'?(accepted_at|started_at|ended_at|due_at)'?\b/;

/** A write leaves an attribute as it was. */
export const dropAttribute: Operator = {
  name: 'drop-attribute',
  does: 'a write leaves an attribute as it was',
  changes: (source) => (source.file.includes('/writes/') ? [...set(source), ...removed(source)] : []),
};

/** Properties of what is set: of the object itself, and of functions that make a part of a record. */
function set(source: Source): Change[] {
  return sitesOf(source, 'ObjectExpression').flatMap((site) => {
    if (!isWritten(source, site)) return [];
    return site.node.properties.flatMap((property, index) =>
      isForPeople(source, property) ? [] : without(source, site, site.node.properties, index),
    );
  });
}

function isWritten(source: Source, { parent, node }: Site): boolean {
  if (parent?.node.type === 'Property') return textOf(source, parent.node.key) === 'set';
  if (parent?.node.type === 'SpreadElement') return nodeNames(source, node).length > 0 && isWritten(source, up(parent));
  return parent?.node.type === 'ReturnStatement' && !/\b(id|when|set):/.test(textOf(source, node));
}

/** From `...{ … }` to the object that it is spread into. */
function up(spread: Site): Site {
  return spread.parent ?? spread;
}

function nodeNames(source: Source, node: Node): string[] {
  return node.type === 'ObjectExpression' ? node.properties.map((property) => textOf(source, property)) : [];
}

/** Lists of what is removed. */
function removed(source: Source): Change[] {
  return sitesOf(source, 'ArrayExpression').flatMap((site) => {
    const { parent, node } = site;
    const isRemoved = parent?.node.type === 'Property' && textOf(source, parent.node.key) === 'remove';
    const isMarks = parent?.node.type === 'TSAsExpression';
    if (!isRemoved && !isMarks) return [];
    return node.elements.flatMap((element, index) =>
      element && isForPeople(source, element) ? [] : without(source, site, node.elements, index),
    );
  });
}

function isForPeople(source: Source, node: Node): boolean {
  return FOR_PEOPLE.test(textOf(source, node));
}
