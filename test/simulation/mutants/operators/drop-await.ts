import { type Change, type Operator, replaced } from '../change.ts';
import { type Site, sitesOf, textOf } from '../syntax-tree.ts';

/** What was waited for goes on by itself. */
export const dropAwait: Operator = {
  name: 'drop-await',
  does: 'does not wait for a call',
  changes: (source) =>
    sitesOf(source, 'AwaitExpression')
      .filter((site) => !isHandedOn(site))
      .map((site): Change => replaced(source, site, textOf(source, site.node.argument))),
};

/** Outside of a `try` it is the same whether a promise is returned, or what it comes to. */
function isHandedOn({ parent }: Site): boolean {
  if (parent?.node.type !== 'ReturnStatement') return false;
  for (let one: Site | undefined = parent; one !== undefined; one = one.parent) {
    if (one.node.type === 'TryStatement') return false;
    if (/Function/.test(one.node.type)) return true;
  }
  return true;
}
