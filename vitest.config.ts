import { defineConfig } from 'vitest/config';

// Template validation costs seconds once a process; `npm run check` turns it on in its synth step.
process.env.CDK_VALIDATION = 'false';

export default defineConfig({
  test: { include: ['test/**/*.test.ts'], pool: 'threads', isolate: false, passWithNoTests: false },
});
