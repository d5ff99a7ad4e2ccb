import type { Change, Operator } from '../change.ts';
import { inOneLine } from '../change.ts';
import { type Node, namesIn, nodesIn, type Site, type Source, sitesOf, textOf } from '../syntax-tree.ts';
import { hasEffect } from './effect-calls.ts';

/** Of two effects, one after the other, the later comes first. */
export const swapEffects: Operator = {
  name: 'swap-effects',
  does: 'does the later of two effects first',
  changes: (source) => sitesOf(source, 'BlockStatement').flatMap((site) => swaps(source, site, site.node.body)),
};

function swaps(source: Source, site: Site, statements: readonly Node[]): Change[] {
  const effects = statements.flatMap((statement, index) => (waits(source, statement) ? [index] : []));
  return effects.slice(1).flatMap((later, place) => {
    const between = statements.slice(effects[place], later + 1);
    const change = earlier(source, site, between) ?? postponed(source, site, between);
    return change ? [change] : [];
  });
}

function waits(source: Source, statement: Node): boolean {
  const isPlain = /^(ExpressionStatement|VariableDeclaration|ReturnStatement|TryStatement)$/.test(statement.type);
  const nodes = nodesIn(statement);
  const isAwaited = statement.type === 'ReturnStatement' || nodes.some(({ type }) => type === 'AwaitExpression');
  return isPlain && isAwaited && hasEffect(source, statement);
}

/** The last moves before the first, where it needs nothing that is declared on the way. */
function earlier(source: Source, site: Site, statements: readonly Node[]): Change | undefined {
  const [first, last] = [statements[0], statements.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const needed = namesIn(last);
  if (
    statements
      .slice(0, -1)
      .flatMap(declaredBy)
      .some((name) => needed.has(name))
  )
    return undefined;
  const written = textOf(source, last);
  const told = { before: pair(source, first, last), after: 'the later first', site, at: first.start };
  if (last.type !== 'ReturnStatement') {
    return {
      ...told,
      edits: [
        { ...at(first.start), text: `${written}\n` },
        { start: last.start, end: last.end, text: '' },
      ],
    };
  }
  if (!last.argument) return undefined;
  const early = `const doneEarly = await (${textOf(source, last.argument)});\n`;
  const { start, end } = last.argument;
  return {
    ...told,
    edits: [
      { ...at(first.start), text: early },
      { start, end, text: 'doneEarly' },
    ],
  };
}

/** The first moves behind the last, where nothing on the way needs what it declares. */
function postponed(source: Source, site: Site, statements: readonly Node[]): Change | undefined {
  const [first, last] = [statements[0], statements.at(-1)];
  if (first === undefined || last === undefined || last.type === 'ReturnStatement') return undefined;
  const declared = declaredBy(first);
  const needed = statements.slice(1).map(namesIn);
  if (declared.some((name) => needed.some((names) => names.has(name)))) return undefined;
  const { start, end } = first;
  const edits = [
    { start, end, text: '' },
    { ...at(last.end), text: `\n${textOf(source, first)}` },
  ];
  return { site, edits, before: pair(source, first, last), after: 'the later first', at: start };
}

const at = (place: number) => ({ start: place, end: place });

function pair(source: Source, first: Node, last: Node): string {
  return [first, last].map((one) => inOneLine(textOf(source, one)).slice(0, 60)).join(' … ');
}

function declaredBy(statement: Node): string[] {
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id }) => [...namesIn(id)]);
}
