import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, projectFiles, readProjectFile } from './project-files.ts';

/** Words that say of what kind a file is, or nothing, in place of what it holds. */
const kinds = new Set(
  [
    'util',
    'utils',
    'helper',
    'helpers',
    'common',
    'misc',
    'shared',
    'base',
    'core',
    'lib',
    'manager',
    'managers',
  ].concat(['type', 'types', 'interfaces', 'constants', 'enums', 'models', 'classes', 'functions-lib', 'exceptions']),
);

const files = projectFiles();
const stemOf = (path: string) => basename(path).replace(/(\.test)?\.[a-z]+$/, '');

describe('a file', () => {
  it('is named after what it holds, never after its kind', () => {
    const words = (path: string) => [stemOf(path), ...dirname(path).split('/')];
    expect(files.filter((path) => words(path).some((word) => kinds.has(word)))).toEqual([]);
  });

  it('is in kebab-case', () => {
    expect(files.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.(ts|mjs)$/.test(basename(path)))).toEqual([]);
  });

  it('has at most 200 lines, a test 300', () => {
    const most = (path: string) => (path.startsWith('test/') ? 300 : 200);
    const tooLong = files
      .filter((path) => !path.startsWith('bench/'))
      .filter((path) => readProjectFile(path).trimEnd().split('\n').length > most(path));
    expect(tooLong).toEqual([]);
  });

  it('gathers exports of others only where that is the product', () => {
    const barrels = files.filter((path) => stemOf(path) === 'index' && path.startsWith('millrace/'));
    const allowed =
      /^millrace\/(definition|message|producer|consumer|api|cdk|local|testing|ops|ops\/verbs)\/index\.ts$/;
    expect(barrels.filter((path) => !allowed.test(path))).toEqual([]);
  });
});

describe('the code', () => {
  it('leaves no note of work still to do', () => {
    const note = new RegExp(['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].map((word) => `\\b${word}\\b`).join('|'));
    expect(files.filter((path) => note.test(readProjectFile(path)))).toEqual([]);
  });

  it('defines no enum, and keeps the compiler awake', () => {
    expect(files.filter((path) => /^\s*(export )?(const )?enum \w/m.test(codeOf(path)))).toEqual([]);
    expect(files.filter((path) => /\/\/\s*@ts-(ignore|nocheck)\b/.test(readProjectFile(path)))).toEqual([]);
  });
});
