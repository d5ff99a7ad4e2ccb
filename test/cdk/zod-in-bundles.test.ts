import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from 'millrace/cdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as unbundled from './fixtures/functions/schemas.ts';
import { inPlainNode } from './in-plain-node.ts';

const root = join(import.meta.dirname, '../..');
const entries = new Map([['schemas', 'test/cdk/fixtures/functions/schemas.ts']]);
let outdir: string;

/** Bundles the schemas; answers the path of the module. */
async function bundled(name: string, keep?: readonly string[]): Promise<string> {
  const folder = join(outdir, name);
  await bundleFunctions({ root, entries, outdir: folder, ...(keep && { keep }) });
  return join(folder, 'schemas/index.mjs');
}

const jsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    parcelId: { type: 'string', minLength: 3, maxLength: 9, description: 'as on the label' },
    grams: { type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
  required: ['parcelId', 'grams'],
};

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'millrace-zod-'));
});

afterAll(() => rm(outdir, { recursive: true }));

describe('a schema inside a bundle', { timeout: 60_000 }, () => {
  it('parses and refuses what it does outside of it, whatever its kind', async () => {
    const result = await inPlainNode(await bundled('plain'), 'bundle.parsed()');
    expect(result).toBe(await unbundled.parsed());
    expect(result).toContain('"message":"Too small: expected string to have >=3 characters"');
  });

  it('knows its limits, which the rules for keys ask for', async () => {
    const known = [true, 0, 3, 9, 'as on the label', 'parcel.weigh'];
    expect(await inPlainNode(await bundled('plain'), 'bundle.known()')).toEqual(known);
  });

  it('is not made into JSON Schema, and says how it can be', async () => {
    const error = "Error: z.toJSONSchema is left out of bundles: name it in bundleFunctions({ keep: ['zod'] })";
    expect(await inPlainNode(await bundled('plain'), 'bundle.jsonSchemas()')).toEqual([error, error, error]);
  });

  it.each(['zod', 'zod/v4/core', 'zod/v4/core/to-json-schema.js'])(
    'is made into JSON Schema where %s is kept',
    async (kept) => {
      const schemas = await inPlainNode(await bundled('kept', [kept]), 'bundle.jsonSchemas()');
      const output = { ...jsonSchema, additionalProperties: false };
      expect(schemas).toEqual([output, output, jsonSchema]);
    },
  );

  it('saves 12 KiB by that', async () => {
    const [plain, kept] = await Promise.all([bundled('plain'), bundled('kept', ['zod'])]);
    expect((await stat(kept)).size - (await stat(plain)).size).toBeGreaterThan(12 * 1024);
  });

  it('is made into JSON Schema where zod is of another version: its private files may be others', async () => {
    const app = join(outdir, 'app');
    await cp(join(root, 'node_modules/zod'), join(app, 'node_modules/zod'), { recursive: true });
    const manifest = join(app, 'node_modules/zod/package.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"version": "[^"]+"/, '"version": "4.4.3"'));
    await writeFile(
      join(app, 'schema.ts'),
      "import * as z from 'zod';\nexport const typeOf = () => z.toJSONSchema(z.string()).type;\n",
    );
    await bundleFunctions({ root: app, entries: new Map([['schema', 'schema.ts']]), outdir: join(outdir, 'other') });
    expect(await inPlainNode(join(outdir, 'other/schema/index.mjs'), 'bundle.typeOf()')).toBe('string');
  });
});
