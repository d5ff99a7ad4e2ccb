import { type Change, type Operator, replaced } from '../change.ts';
import { type Site, type Source, sitesOf, textOf } from '../syntax-tree.ts';

/** What has to be new each time is not. */
export const reuseFence: Operator = {
  name: 'reuse-fence',
  does: 'uses an id again that has to be new',
  changes: (source) => [...constants(source), ...fencesOfRead(source)],
};

function constants(source: Source): Change[] {
  return sitesOf(source, 'CallExpression')
    .filter(({ node }) => /\bnewId$/.test(textOf(source, node.callee)))
    .map((site) => replaced(source, site, "'the-same'"));
}

/** A claim over what was read keeps the fence that it found. */
function fencesOfRead(source: Source): Change[] {
  return sitesOf(source, 'ObjectExpression')
    .filter((site) => site.parent?.node.type === 'Property' && textOf(source, site.parent.node.key) === 'set')
    .filter((site) => hasRead(site) && textOf(source, site.node).includes('claimed('))
    .map((site) => replaced(source, site, `${textOf(source, site.node).slice(0, -1)}, fence: read.fence ?? 'none' }`))
    .map((change) => ({ ...change, before: 'the fence of the terms', after: 'the fence that was read' }));
}

function hasRead(site: Site): boolean {
  for (let one: Site | undefined = site; one !== undefined; one = one.parent) {
    if (one.node.type !== 'FunctionDeclaration') continue;
    return one.node.params.some((param) => param.type === 'Identifier' && param.name === 'read');
  }
  return false;
}
