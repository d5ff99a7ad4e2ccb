import { type Change, type Operator, replaced } from '../change.ts';
import { type Node, type Site, type Source, sitesOf, textOf } from '../syntax-tree.ts';

const OFF_BY_ONE: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const EQUALITIES = /^[!=]==$/;

/** A decision in the code is made without looking, or with one look less. */
export const weakenCondition: Operator = {
  name: 'weaken-condition',
  does: 'decides without looking, with one look less, or one off',
  changes: (source) => [...tests(source), ...operands(source), ...comparisons(source)],
};

/** `if`, `while` and `? :` that always, or never, hold. Asking for a refusal has an operator of its own. */
function tests(source: Source): Change[] {
  return testsIn(source)
    .filter(({ site, test }) => !isRefusal(source, test) && !isAssertion(source, site))
    .flatMap(({ site, test }) => alwaysOf(site).map((always) => replaced(source, site, always, test)));
}

/** A way out that is always taken leaves nothing to look at; an action that is never taken is a skipped effect. */
export function alwaysOf({ node }: Site): string[] {
  if (node.type !== 'IfStatement' || node.alternate) return ['true', 'false'];
  const last = node.consequent.type === 'BlockStatement' ? node.consequent.body.at(-1) : node.consequent;
  const isWayOut = /^(Return|Throw|Continue|Break)Statement$/.test(last?.type ?? '');
  return [isWayOut ? 'false' : 'true'];
}

export function testsIn(source: Source): { readonly site: Site; readonly test: Node }[] {
  return source.sites.flatMap((site) => {
    const { node } = site;
    if (node.type === 'ConditionalExpression' && isOnlyTold(source, node)) return [];
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return [{ site, test: node.test }];
    if (node.type === 'WhileStatement' || node.type === 'DoWhileStatement') return [{ site, test: node.test }];
    return [];
  });
}

/** An attribute that is there or not, or words for people. */
function isOnlyTold(source: Source, { test, consequent, alternate }: Extract<Node, { type: 'ConditionalExpression' }>) {
  const branches = [consequent, alternate].map((branch) => textOf(source, branch));
  return branches.includes('{}') || branches.includes("''") || / instanceof Error$/.test(textOf(source, test));
}

export function isRefusal(source: Source, test: Node): boolean {
  return /\bwritten\b|\bsettled\.kind\b|\bfailure\b|\berrors?\b(?! instanceof)|\brefused\b|\.ok\b/.test(
    textOf(source, test),
  );
}

/** What throws a plain error says what can't be, and what only logs changes nothing. */
function isAssertion(source: Source, { node }: Site): boolean {
  if (node.type !== 'IfStatement') return false;
  const { start, end } = node.consequent;
  return /^(throw new Error\(|logger\.)/.test(textOf(source, { start, end }));
}

/** `a && b && c` with one of them less. Of a value that may be undefined, the compiler wants to be told. */
function operands(source: Source): Change[] {
  return sitesOf(source, 'LogicalExpression').flatMap((site) => {
    const { operator } = site.node;
    const isAsserted = site.parent !== undefined && isTest(site) && isAssertion(source, site.parent);
    if (operator === '??' || isPart(site) || isAsserted) return [];
    const all = chain(site.node, operator);
    if (all.some(({ type }) => /^(Object|Await)Expression$/.test(type))) return [];
    return all
      .filter((dropped) => !/[!=]== undefined$/.test(textOf(source, dropped)))
      .map((dropped) => {
        const kept = all.filter((one) => one !== dropped).map((one) => `(${textOf(source, one)})`);
        return {
          ...replaced(source, site, `(${kept.join(` ${operator} `)})`),
          before: textOf(source, dropped),
          after: 'no such operand',
        };
      });
  });
}

function chain(node: Node, operator: string): Node[] {
  if (node.type !== 'LogicalExpression' || node.operator !== operator) return [node];
  return [...chain(node.left, operator), ...chain(node.right, operator)];
}

function isPart({ node, parent }: Site): boolean {
  return (
    node.type === 'LogicalExpression' &&
    parent?.node.type === 'LogicalExpression' &&
    parent.node.operator === node.operator
  );
}

function comparisons(source: Source): Change[] {
  return sitesOf(source, 'BinaryExpression').flatMap((site) => {
    const { operator, left, right } = site.node;
    if (site.parent && isTest(site) && isAssertion(source, site.parent)) return [];
    const isCount = /\.(length|size)$/.test(textOf(source, left)) && textOf(source, right) === '0';
    const off = isCount ? undefined : OFF_BY_ONE[operator];
    if (off !== undefined) {
      const between = { start: left.end, end: right.start };
      const text = textOf(source, between).replace(operator, () => off);
      const after = `${textOf(source, left)} ${off} ${textOf(source, right)}`;
      return [{ ...replaced(source, site, after), edits: [{ ...between, text }] }];
    }
    const isWhole = !EQUALITIES.test(operator) || isTest(site) || site.parent?.node.type === 'LogicalExpression';
    return isWhole ? [] : [replaced(source, site, 'true')];
  });
}

function isTest({ node, parent }: Site): boolean {
  return parent !== undefined && 'test' in parent.node && parent.node.test === node;
}
