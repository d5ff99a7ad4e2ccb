import { defineJob } from 'millrace';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { exampleConfidential } from '../../../millrace/local/cli/example-payload.ts';
import { temporaryProject } from '../../bin/temporary-project.ts';

const spec = {
  ...({ type: 'note.write', owner: 'o', idempotencyKey: 'noteId', replay: { rule: 'safe' } } as const),
  payload: z.object({ noteId: z.string() }),
};
const job = defineJob({
  ...spec,
  confidential: z.object({ to: z.string(), variables: z.record(z.string(), z.string()) }),
});

describe('an example of confidential data', () => {
  it('is the recorded sample where there is one', async () => {
    const recorded = { to: 'ada@example.com', variables: { a: 'b' } };
    const projectDir = await temporaryProject({
      'test/jobs/samples/note.write.v1.confidential.json': JSON.stringify(recorded),
    });
    expect(await exampleConfidential(job, projectDir)).toEqual(recorded);
  });

  it('is made from the schema otherwise, and none where the job has none', async () => {
    const projectDir = await temporaryProject({});
    expect(await exampleConfidential(job, projectDir)).toEqual({ to: 'example-1', variables: {} });
    expect(await exampleConfidential(defineJob(spec), projectDir)).toBeUndefined();
  });
});
