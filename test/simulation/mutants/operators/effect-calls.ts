import { type Node, nodesIn, type Source, textOf } from '../syntax-tree.ts';

/** Calls of the ports, by how they are written, and what an answer looks like where nothing was done. */
const PORT_CALLS: readonly (readonly [callee: RegExp, fake: string])[] = [
  [
    /\brecords\.update$/,
    'Promise.resolve(((w) => ({ written: true, record: { id: w.id, attempts: 1, ...w.set } }))(ARGUMENT))',
  ],
  [/\brecords\.(putMessage|putStepResult)$/, 'Promise.resolve()'],
  [/\brecords\.(get|getMessage|getStepResult)$/, 'Promise.resolve(undefined)'],
  [/\bqueues\.(send|hide|delete|receive)$/, 'Promise.resolve([])'],
  [/\bqueues\.depth$/, 'Promise.resolve({ waiting: 0, inFlight: 0, delayed: 0 })'],
  [/\binvocation\.hide$/, 'Promise.resolve()'],
];

/** Functions that wrap such calls. */
const WRAPPER_CALLS: readonly (readonly [callee: RegExp, fake: string])[] = [
  [/^updateUnclaimed$/, 'Promise.resolve(((r, w) => ({ written: true, record: { id: w.id, ...w.set } }))(ARGUMENTS))'],
  [/^settle$/, "Promise.resolve({ kind: 'settled' })"],
  [/^park$/, "Promise.resolve({ name: 'dead', acknowledged: true })"],
  [/^(parkMessage|endAsDead)$/, "Promise.resolve({ name: 'dead', acknowledged: true })"],
  [/^(keepMessage|storeMessage|lease|hideAll|deleteSettled|releaseUnanswered|closeMessageDeath)$/, 'Promise.resolve()'],
  [/^(forgetStarts|closeMessageDeaths|discard|redrive|held\.renew)$/, 'Promise.resolve()'],
  [/^steps\.(save|saveOnce)$|^run\.steps\.(save|saveOnce)$/, 'Promise.resolve()'],
  [/^deleteMessages$/, 'Promise.resolve(new Set())'],
  [/^held\.giveBack$/, 'Promise.resolve(0)'],
  [/^sendCopies$/, 'Promise.resolve([])'],
  [/^sendAll$/, 'Promise.resolve([])'],
  [/^(sendOnce)$/, 'Promise.resolve([])'],
];

/** A call that reaches a queue or the table, or leads to one that does; undefined for any other. */
export function fakeOf(source: Source, node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = textOf(source, node.callee);
  const known = [...PORT_CALLS, ...WRAPPER_CALLS].find(([called]) => called.test(callee));
  const written = node.arguments.map((argument) => textOf(source, argument));
  return known?.[1].replace('ARGUMENTS', () => written.join(', ')).replace('ARGUMENT', () => written[0] ?? '');
}

export function hasEffect(source: Source, node: Node): boolean {
  return nodesIn(node).some((one) => fakeOf(source, one) !== undefined);
}
