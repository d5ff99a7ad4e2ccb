/** A first argument in quotes, of a bare call and of what `.each(…)` answers; strings that are no titles may be among them. */
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,/g;

/** The titles of a test file's tests and groups. */
export function testTitles(code: string): string[] {
  return [...code.matchAll(TITLE)].map(([, , title = '']) => title);
}
