import { afterEach, describe, expect, it, vi } from 'vitest';
import { readApiEnvironment } from '../../millrace/api/environment.ts';

const names = ['MILLRACE_APP', 'MILLRACE_STAGE', 'MILLRACE_TABLE_NAME'];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the environment of the HTTP API', () => {
  it.each(names)('is refused without %s, which the stack sets', (missing) => {
    for (const name of names) vi.stubEnv(name, name === missing ? '' : 'set');
    expect(() => readApiEnvironment()).toThrow(
      `the environment variable ${missing} is not set; the stack sets it for the API`,
    );
  });
});
