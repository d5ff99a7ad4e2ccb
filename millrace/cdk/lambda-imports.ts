import type { Plugin } from 'esbuild';

/** Begins the names of stand-ins in source maps. */
export const STAND_IN = 'stand-in';

/** What stands in for an import inside a bundle, as the source of a module. */
const standIns: Readonly<Record<string, string>> = {
  // Lambda hands out credentials by environment only; the whole chain (SSO, INI, IMDS …) costs 10 ms and 90 KiB.
  '@aws-sdk/credential-provider-node': "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  // `import 'node:http'` runs getters that load all of undici: 64 ms of a cold start. The module without its ESM face: 9 ms.
  'node:http': builtin('node:http', [
    'Agent',
    'ClientRequest',
    'IncomingMessage',
    'METHODS',
    'STATUS_CODES',
    'createServer',
    'get',
    'request',
  ]),
};

/** Exchanges what is slow to import for what Lambda needs of it. */
export const lambdaImports: Plugin = {
  name: 'lambda-imports',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(@aws-sdk\/credential-provider-node|(node:)?http)$/ }, ({ path, resolveDir }) => ({
      path: path === 'http' ? 'node:http' : path,
      namespace: STAND_IN,
      pluginData: { resolveDir },
    }));
    onLoad({ filter: /.*/, namespace: STAND_IN }, ({ path, pluginData }) => ({
      contents: standIns[path] ?? '',
      resolveDir: pluginData.resolveDir,
    }));
  },
};

function builtin(name: string, members: readonly string[]): string {
  return `const module = process.getBuiltinModule('${name}');
export default module;
export const { ${members.join(', ')} } = module;`;
}
