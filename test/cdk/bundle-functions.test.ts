import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from 'millrace/cdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sqsManifest from '../../node_modules/@aws-sdk/client-sqs/package.json' with { type: 'json' };
import { inPlainNode } from './in-plain-node.ts';

const root = join(import.meta.dirname, '../..');
const entries = new Map([
  ['parcel-ship', 'test/cdk/fixtures/functions/consumer.ts'],
  ['api', 'test/cdk/fixtures/functions/consumer.ts'],
]);
let outdir: string;
let file: string;

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'millrace-bundles-'));
  await bundleFunctions({ root, entries, outdir });
  file = join(outdir, 'parcel-ship/index.mjs');
}, 60_000);

afterAll(() => rm(outdir, { recursive: true }));

describe('the bundle of a function', { timeout: 60_000 }, () => {
  it('is a folder with one module and its source map', async () => {
    expect((await readdir(outdir)).sort()).toEqual(['api', 'parcel-ship']);
    expect((await readdir(join(outdir, 'parcel-ship'))).sort()).toEqual(['index.mjs', 'index.mjs.map']);
  });

  it('starts in plain Node without any node_modules', async () => {
    expect(await inPlainNode(file, 'bundle.handler({ Records: [] })')).toEqual({ batchItemFailures: [] });
  });

  it('starts, and runs, with a package inside that still calls require', async () => {
    const old = new Map([['old', 'test/cdk/fixtures/functions/old-package.cjs']]);
    const elsewhere = join(outdir, 'with-require');
    await bundleFunctions({ root, entries: old, outdir: elsewhere });
    expect(await inPlainNode(join(elsewhere, 'old/index.mjs'), 'bundle.default.handler()')).toEqual({
      platform: process.platform,
    });
    await rm(elsewhere, { recursive: true });
  });

  it('stays under 400 KiB with both AWS clients and zod inside', async () => {
    expect((await stat(file)).size).toBeLessThan(400 * 1024);
  });

  it('keeps of an AWS client’s manifest the version alone', async () => {
    const code = await readFile(file, 'utf8');
    const { version } = sqsManifest;
    expect(code).toContain(version);
    expect(code).not.toContain('downlevel-dts');
    expect(JSON.stringify(sqsManifest)).toContain('downlevel-dts');
  });

  it('takes its credentials from the environment, where Lambda puts them', async () => {
    expect(await inPlainNode(file, 'bundle.credentials()')).toEqual(['from-the-environment', 'from-the-environment']);
  });

  it('holds no rules for definitions, by which its own was checked before it was bundled', async () => {
    expect(await readFile(file, 'utf8')).not.toContain('did you mean');
  });

  it('logs stacks that name the TypeScript file and line', async () => {
    const stack = await inPlainNode(file, 'bundle.handler({ Records: [1] }).catch((error) => error.stack)');
    expect(stack).toMatch(/^Error: on purpose\n {4}at .*test\/cdk\/fixtures\/functions\/consumer\.ts:21:\d+/);
  });

  it('maps nothing of the packages inside it, which would make the map larger than the code', async () => {
    const map = JSON.parse(await readFile(`${file}.map`, 'utf8'));
    expect(map.sources).toEqual(['../test/cdk/fixtures/functions/consumer.ts']);
    expect(map.mappings.length).toBeLessThan(2_000);
  });

  it('is the same wherever it is written', async () => {
    const elsewhere = join(outdir, 'some/where/else');
    const again = await bundleFunctions({ root, entries, outdir: elsewhere });
    expect(await readFile(join(elsewhere, 'parcel-ship/index.mjs.map'))).toEqual(await readFile(`${file}.map`));
    const once = await bundleFunctions({ root, entries, outdir });
    expect(once.get('parcel-ship')?.version).toBe(again.get('parcel-ship')?.version);
    await rm(join(outdir, 'some'), { recursive: true });
  });
});

describe('functions that are not there or do not compile', () => {
  it('are named, all of them, when their entry file is missing', async () => {
    const missing = new Map([...entries, ['a-b', 'functions/consumers/a-b.ts'], ['c-d', 'functions/consumers/c-d.ts']]);
    await expect(bundleFunctions({ root, entries: missing, outdir })).rejects.toThrow(
      `functions without an entry file; create it, or take the job out of the catalogue
  a-b: functions/consumers/a-b.ts does not exist
  c-d: functions/consumers/c-d.ts does not exist`,
    );
  });

  it('are told with file and line when an import leads nowhere', async () => {
    const broken = new Map([['broken', 'test/cdk/fixtures/functions/broken.ts']]);
    await expect(bundleFunctions({ root, entries: broken, outdir })).rejects.toThrow(
      `functions can't be bundled
  test/cdk/fixtures/functions/broken.ts:2: Could not resolve "./missing.ts"`,
    );
  });
});
