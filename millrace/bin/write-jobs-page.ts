import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCatalogue } from '../local/load-catalogue.ts';
import { jobsPage } from '../ops/jobs-page.ts';
import { endWithMessage } from './end-with-message.ts';

const root = process.cwd();

await endWithMessage(async () => {
  await mkdir(join(root, 'docs'), { recursive: true });
  await writeFile(join(root, 'docs', 'jobs.md'), jobsPage(await loadCatalogue(root)));
});
