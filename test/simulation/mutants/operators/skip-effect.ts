import { type Change, type Operator, replaced } from '../change.ts';
import { type Site, type Source, sitesOf, textOf } from '../syntax-tree.ts';
import { fakeOf } from './effect-calls.ts';

/** A log line changes nothing; a constructor keeps what it is given. */
const NO_EFFECT = /logger\b|\blogOutcome\(|\bprogress\(|^super\(|^this\.#\w+ = \w+$/;

/** A call is answered as if it had been made, or left out where nobody asks for its answer. */
export const skipEffect: Operator = {
  name: 'skip-effect',
  does: 'leaves a call out, and answers as if it had been made',
  changes: (source) => [...faked(source), ...leftOut(source)],
};

function faked(source: Source): Change[] {
  return sitesOf(source, 'CallExpression').flatMap((site) => {
    const fake = fakeOf(source, site.node);
    return fake === undefined || isStatement(site) ? [] : [replaced(source, site, fake)];
  });
}

function leftOut(source: Source): Change[] {
  return sitesOf(source, 'ExpressionStatement').flatMap((site) => {
    const { expression } = site.node;
    const called = expression.type === 'AwaitExpression' ? expression.argument : expression;
    const isCall = called.type === 'CallExpression' || called.type === 'AssignmentExpression';
    if (!isCall || NO_EFFECT.test(textOf(source, called))) return [];
    return [{ ...replaced(source, site, ';'), after: 'nothing' }];
  });
}

/** Left out as a whole. */
function isStatement({ parent }: Site): boolean {
  const around = parent?.node.type === 'AwaitExpression' ? parent.parent : parent;
  return around?.node.type === 'ExpressionStatement';
}
