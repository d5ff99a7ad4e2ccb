import { createSweeper } from 'millrace/api';
import { catalogue } from '../jobs/index.ts';

export const handler = createSweeper({ catalogue });
