import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jobsPage } from '../ops/jobs-page.ts';
import { openApiDocument } from '../ops/open-api/open-api-document.ts';
import { operatingPage } from '../ops/operating-page.ts';
import { readProject } from '../ops/stack/project.ts';
import { verbs } from '../ops/verbs/index.ts';
import { endWithMessage } from './end-with-message.ts';

await endWithMessage(async () => {
  const { root, app = 'this app', catalogue } = await readProject(process.cwd());
  const docs = join(root, 'docs');
  await mkdir(docs, { recursive: true });
  await writeFile(join(docs, 'jobs.md'), jobsPage(catalogue));
  await writeFile(join(docs, 'operating.md'), operatingPage(verbs));
  await writeFile(join(docs, 'openapi.json'), `${JSON.stringify(openApiDocument(catalogue, app), undefined, 2)}\n`);
});
