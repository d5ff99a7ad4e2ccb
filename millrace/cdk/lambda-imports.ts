import type { Plugin } from 'esbuild';

/** Begins the names of stand-ins in source maps. */
export const STAND_IN = 'stand-in';

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
  // 23 KiB: Millrace gives Powertools the key itself, never a path to it.
  '@aws-lambda-powertools/jmespath': `export function search() { ${leftOut('@aws-lambda-powertools/jmespath')} }`,
  '@aws-lambda-powertools/jmespath/functions': 'export class PowertoolsFunctions {}',
};

/** Exchanges what is slow to import for what Lambda needs of it, except what is to be kept. */
export function lambdaImports(keep: readonly string[]): Plugin {
  const exchanged = new Map(Object.entries(standIns).filter(([path]) => !keep.some((kept) => path.startsWith(kept))));
  return {
    name: 'lambda-imports',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(node:|@|http$)/ }, ({ path: asked, resolveDir }) => {
        const path = asked === 'http' ? 'node:http' : asked;
        return exchanged.has(path) ? { path, namespace: STAND_IN, pluginData: { resolveDir } } : undefined;
      });
      onLoad({ filter: /.*/, namespace: STAND_IN }, ({ path, pluginData }) => ({
        contents: exchanged.get(path) ?? '',
        resolveDir: pluginData.resolveDir,
      }));
    },
  };
}

function leftOut(path: string): string {
  return `throw new Error("${path} is left out of bundles: name it in bundleFunctions({ keep: ['${path}'] })");`;
}
