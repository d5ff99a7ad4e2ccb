import { type ESTree, parseAst } from 'vite';

export type Node = ESTree.Node;
type NodeOf<Type extends Node['type']> = Extract<Node, { readonly type: Type }>;

/** A node and what it stands in. */
export interface Site<Of extends Node = Node> {
  readonly node: Of;
  readonly parent: Site | undefined;
}

/** One file's text and its syntax. */
export interface Source {
  readonly file: string;
  readonly text: string;
  /** All nodes but those of types, in the order of the text. */
  readonly sites: readonly Site[];
}

export function parseSource(file: string, text: string): Source {
  const sites: Site[] = [];
  collect({ node: parseAst(text, { lang: 'ts' }), parent: undefined }, sites);
  return { file, text, sites };
}

export function parses(text: string): boolean {
  try {
    parseAst(text, { lang: 'ts' });
    return true;
  } catch {
    // That it does not parse is the answer.
    return false;
  }
}

export function textOf({ text }: Source, { start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(start, end);
}

export function sitesOf<Type extends Node['type']>({ sites }: Source, type: Type): Site<NodeOf<Type>>[] {
  return sites.filter((site): site is Site<NodeOf<Type>> => site.node.type === type);
}

/** All nodes within this one. */
export function nodesIn(node: Node): readonly Node[] {
  const sites: Site[] = [];
  collect({ node, parent: undefined }, sites);
  return sites.map((site) => site.node);
}

/** The names that this node mentions, whatever for. */
export function namesIn(node: Node): ReadonlySet<string> {
  return new Set(nodesIn(node).flatMap((one) => (one.type === 'Identifier' ? [one.name] : [])));
}

/** The function, method or constant around a place. */
export function nameAround(site: Site): string {
  let name = '';
  for (let one: Site | undefined = site; one !== undefined; one = one.parent) name = ownName(one.node) ?? name;
  return name || 'module';
}

export function isInFunction(site: Site): boolean {
  return /Function/.test(site.node.type) || (site.parent !== undefined && isInFunction(site.parent));
}

function ownName(node: Node): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'VariableDeclarator':
    case 'ClassDeclaration':
      return node.id?.type === 'Identifier' ? node.id.name : undefined;
    default:
      return undefined;
  }
}

function collect(site: Site, sites: Site[]): void {
  const { node } = site;
  if (isType(node)) return;
  sites.push(site);
  for (const child of children(node)) collect({ node: child, parent: site }, sites);
}

/** Types are gone at run time; what is only said to have one is looked into. */
function isType({ type }: Node): boolean {
  return /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(type) || type === 'ImportDeclaration';
}

function children(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => a.start - b.start);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
