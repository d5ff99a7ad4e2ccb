import { readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

/** Begins the names of stand-ins in source maps. */
export const STAND_IN = 'stand-in';

const OWN_RULES = 'millrace/definition/rules';
const OWN_WEBHOOK_RULES = 'millrace/definition/webhook-rules';
const ownDefinition = fileURLToPath(new URL('../definition', import.meta.url));
const RETRY = '@smithy/core/dist-es/submodules/retry/util-retry/DefaultRateLimiter';
const SHA_256 = '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js';
/** Where zod keeps what makes JSON Schema: two files that only work together. */
const JSON_SCHEMA = 'zod/v4/core/';
/** Their stand-ins imitate files that are zod's own affair: any other version of it is bundled whole. */
const triedZod: string = readJson(new URL('../package.json', import.meta.url)).dependencies.zod;

/** What stands in for an import inside a bundle, as the source of a module. */
const standIns: Readonly<Record<string, string>> = {
  // Lambda hands out credentials by environment only; the whole chain (SSO, INI, IMDS …) costs 10 ms and 90 KiB.
  '@aws-sdk/credential-provider-node': "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  // `import 'node:http'` runs getters that load all of undici: 64 ms of a cold start. Without its ES module face: 9 ms.
  'node:http': `const http = process.getBuiltinModule('node:http');
    export default http;
    export const { Agent, ClientRequest, IncomingMessage, METHODS, STATUS_CODES, createServer, get, request } = http;`,
  // 15 KiB that no operation of SQS or DynamoDB uses.
  '@smithy/core/event-streams': `export const eventStreamSerdeProvider = undefined;
    export class EventStreamSerde { constructor() { ${leftOut('@smithy/core/event-streams')} } }`,
  // 5 KiB: DynamoDB's client remembers endpoints in it, of which it has one.
  'mnemonist/lru-cache': `export default class LruCache extends Map {
      constructor() { super(); }
      peek(key) { return this.get(key); } }`,
  // 23 KiB: Millrace gives Powertools the key itself, never a path to it.
  '@aws-lambda-powertools/jmespath': `export function search() { ${leftOut('@aws-lambda-powertools/jmespath')} }`,
  '@aws-lambda-powertools/jmespath/functions': 'export class PowertoolsFunctions {}',
  // 3 KiB for whoever sets AWS_RETRY_MODE=adaptive; Millrace retries as SDKs do unless told.
  [RETRY]: `export class DefaultRateLimiter { constructor() { ${leftOut('AWS_RETRY_MODE=adaptive', '@smithy/core')} } }`,
  // 3 KiB of SHA-256 for a Node without `node:crypto`.
  [SHA_256]: `export class Sha256Js { constructor() { ${leftOut('SHA-256 without node:crypto', '@smithy/core')} } }`,
  // 16 KiB of rules for definitions: whatever is bundled was checked by them when the stack was synthesised.
  [OWN_RULES]: 'export const brokenRules = () => [];',
  [OWN_WEBHOOK_RULES]: 'export const brokenWebhookRules = () => [];',
  // 14 KiB that turn schemas into JSON Schema, which nothing in a function asks for.
  [`${JSON_SCHEMA}to-json-schema.js`]: `export function initializeContext() { ${leftOut('z.toJSONSchema', 'zod')} }
    export { initializeContext as processSchema, initializeContext as extractDefs, initializeContext as finalize };
    export { initializeContext as handleUnrepresentable };
    export const createToJSONSchemaMethod = () => initializeContext;
    export const createStandardJSONSchemaMethod = () => initializeContext;`,
  // Schemas ask this one for their limits, such as `isInt`; the rest of it is reached by way of the context above.
  [`${JSON_SCHEMA}json-schema-processors.js`]: `export { aggregateChecks } from './json-schema-processors.js';
    export { initializeContext as toJSONSchema } from './to-json-schema.js';
    export const allProcessors = {};`,
};

/** 2 KiB for each client of AWS's, which asks for its own version alone. */
const CLIENT_MANIFEST = /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/;

/** Exchanges what is slow to import for what Lambda needs of it, except what is to be kept. */
export function lambdaImports(keep: readonly string[]): Plugin {
  const exchanged = new Map(Object.entries(standIns).filter(([name]) => !isKept(name, keep)));
  return {
    name: 'lambda-imports',
    setup({ onResolve, onLoad }) {
      const filter =
        /^(node:|@|http$|mnemonist)|json-schema(-processors)?\.js$|\/(Sha256Js|DefaultRateLimiter|(webhook-)?rules\.[jt]s)$/;
      onResolve({ filter }, ({ path: asked, resolveDir, importer }) => {
        const path = nameOf(asked, resolveDir);
        // A stand-in may take a part of what it stands for.
        if (!exchanged.has(path) || importer === path) return undefined;
        const folder = asked.startsWith('.') ? dirname(join(resolveDir, asked)) : resolveDir;
        if (path.startsWith(JSON_SCHEMA) && versionOfZod(folder) !== triedZod) return undefined;
        return { path, namespace: STAND_IN, pluginData: { resolveDir: folder } };
      });
      onLoad({ filter: /.*/, namespace: STAND_IN }, ({ path, pluginData }) => ({
        contents: exchanged.get(path) ?? '',
        resolveDir: pluginData.resolveDir,
      }));
      onLoad({ filter: CLIENT_MANIFEST }, ({ path }) => ({
        contents: JSON.stringify({ version: readJson(path).version }),
        loader: 'json',
      }));
    },
  };
}

/** `folder` is zod's `v4/core`. */
function versionOfZod(folder: string): string {
  return readJson(join(folder, '../../package.json')).version;
}

function readJson(path: string | URL) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function isKept(name: string, keep: readonly string[]): boolean {
  return keep.some((kept) => name.startsWith(kept) || (name.startsWith(JSON_SCHEMA) && kept.startsWith(JSON_SCHEMA)));
}

/** An import as the table calls it: a relative one by its package and its path in there. */
function nameOf(asked: string, resolveDir: string): string {
  if (asked === 'http') return 'node:http';
  if (!asked.startsWith('.')) return asked;
  const whole = join(resolveDir, asked);
  // TypeScript here, JavaScript where the library is installed.
  if (dirname(whole) === ownDefinition) return `millrace/definition/${basename(whole).replace(/\.[jt]s$/, '')}`;
  const path = whole.split(`${sep}node_modules${sep}`).at(-1) ?? asked;
  return path.replaceAll(sep, '/');
}

function leftOut(what: string, toKeep = what): string {
  return `throw new Error("${what} is left out of bundles: name it in bundleFunctions({ keep: ['${toKeep}'] })");`;
}
