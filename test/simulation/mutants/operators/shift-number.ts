import { type Change, type Operator, replaced } from '../change.ts';
import { type Site, type Source, sitesOf, textOf } from '../syntax-tree.ts';

const FACTOR = 10;

/** A number of the protocol is missing, or far too large. */
export const shiftNumber: Operator = {
  name: 'shift-number',
  does: 'leaves a number out, or takes one that is far off',
  onlyByName: true,
  changes: (source) => [...literals(source), ...importedNumbers(source)],
};

function literals(source: Source): Change[] {
  return sitesOf(source, 'Literal').flatMap((site) => {
    const { value } = site.node;
    if (typeof value !== 'number' || value === 0 || isText(source, site)) return [];
    const parent = site.parent?.node;
    const isFactor = parent?.type === 'BinaryExpression' && /^[*/]$/.test(parent.operator);
    const small = replaced(source, site, isFactor ? '1' : '0');
    return value === 1 || isFactor ? [small] : [small, replaced(source, site, String(value * FACTOR))];
  });
}

/** A place in a list or a text, or what is printed. */
function isText(source: Source, { parent }: Site): boolean {
  if (parent === undefined) return true;
  const around = textOf(source, parent.node);
  const isPlace = parent.node.type === 'MemberExpression' || /^\w*\.?(slice|at|padEnd)\(/.test(around);
  return isPlace || parent.node.type === 'TemplateLiteral';
}

/** A named number of another file that is added or taken off. */
function importedNumbers(source: Source): Change[] {
  return sitesOf(source, 'BinaryExpression').flatMap((site) => {
    const { operator, left, right } = site.node;
    if (!/^[+-]$/.test(operator)) return [];
    const addend = textOf(source, right);
    const name = /^[A-Z][A-Z_]+\b/.exec(addend)?.[0];
    const isOfThisFile = name === undefined || source.text.includes(`const ${name} =`);
    return isOfThisFile ? [] : [replaced(source, site, textOf(source, left))];
  });
}
