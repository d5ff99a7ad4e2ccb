import { describe, expect, it } from 'vitest';
import library from '../../millrace/package.json' with { type: 'json' };
import app from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };

const given: readonly (readonly [name: string, packages: Readonly<Record<string, string>>])[] = [
  ["the app's dependencies", app.dependencies],
  ["the app's tools", app.devDependencies],
  ["the library's dependencies", library.dependencies],
];

describe('packages', () => {
  it.each(given)('of %s are pinned to one version', (_name, packages) => {
    expect(Object.entries(packages).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('that app and library share have one version', () => {
    const shared = Object.entries(library.dependencies).filter(([name]) => name in app.dependencies);
    expect(shared.length).toBeGreaterThan(3);
    expect(app.dependencies).toMatchObject(Object.fromEntries(shared));
  });

  it('are locked as they are asked for', () => {
    expect(lock.packages[''].dependencies).toEqual(app.dependencies);
    expect(lock.packages[''].devDependencies).toEqual(app.devDependencies);
    expect(lock.packages.millrace.dependencies).toEqual(library.dependencies);
  });

  it('install on Node 20, and bring Node 24', () => {
    expect(app.engines.node).toBe('>=20');
    expect(app.devDependencies.node).toMatch(/^24\./);
  });

  it('hold those that Millrace promises to be built on', () => {
    expect(Object.keys({ ...app.dependencies, ...app.devDependencies })).toEqual(
      expect.arrayContaining([
        '@aws-sdk/client-sqs',
        '@aws-sdk/client-dynamodb',
        'aws-cdk-lib',
        'constructs',
        '@aws-lambda-powertools/logger',
        '@aws-lambda-powertools/idempotency',
        'zod',
        'vitest',
      ]),
    );
  });
});
