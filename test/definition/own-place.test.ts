import { describe, expect, it } from 'vitest';
import { ownPlace } from '../../millrace/definition/own-place.ts';

const library = new URL('../../millrace/', import.meta.url).href;

describe('the place of an error', () => {
  it("is the first frame of its stack that is the project's own", () => {
    const stack = `TypeError: Cannot read properties of null (reading 'x')
    at defineJob (${library}definition/define-job.ts:23:34)
    at parse (file:///shop/node_modules/zod/index.js:1:1)
    at file:///shop/jobs/parcel%20ship.ts:7:6
    at file:///shop/jobs/index.ts:3:1`;
    expect(ownPlace(stack, 'file:///shop')).toBe('jobs/parcel ship.ts:7');
  });

  it('is what stands above a fault of syntax', () => {
    const stack = `file:///shop/jobs/parcel-ship.ts:2
const = 3;
      ^

SyntaxError: Expected an identifier
    at parseTypeScript (node:internal/modules/typescript:72:36)`;
    expect(ownPlace(stack, 'file:///shop/')).toBe('jobs/parcel-ship.ts:2');
  });

  it("is told of no library, though the project's folder holds it", () => {
    const stack = `Error: no\n    at defineJob (${library}definition/define-job.ts:23:34)`;
    expect(ownPlace(stack, new URL('..', library).href)).toBeUndefined();
  });

  it('is not where the error was only awaited', () => {
    const stack = 'Error: no\n    at async file:///shop/infra/app.ts:16:3';
    expect(ownPlace(stack, 'file:///shop')).toBeUndefined();
  });
});
