import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jobsPage } from '../ops/jobs-page.ts';
import { readProject } from '../ops/stack/project.ts';
import { endWithMessage } from './end-with-message.ts';

const root = process.cwd();

await endWithMessage(async () => {
  const { catalogue } = await readProject(root);
  await mkdir(join(root, 'docs'), { recursive: true });
  await writeFile(join(root, 'docs', 'jobs.md'), jobsPage(catalogue));
});
