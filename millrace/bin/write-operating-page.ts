import { writeFile } from 'node:fs/promises';
import { operatingPage } from '../ops/operating-page.ts';
import { verbs } from '../ops/verbs/index.ts';

await writeFile('docs/operating.md', operatingPage(verbs));
