import { describe, expect, it } from 'vitest';
import { pathPart } from '../../services/path-part.ts';

describe('an id in a path', () => {
  it('stays one part of it', () => {
    expect(pathPart('a/b?c=%2e')).toBe('a%2Fb%3Fc%3D%252e');
    expect(pathPart('...')).toBe('...');
  });

  it.each(['', '.', '..'])("is refused for good when it would name another resource ('%s')", (id) => {
    expect(() => pathPart(id)).toThrow(expect.objectContaining({ name: 'PermanentError' }));
  });
});
