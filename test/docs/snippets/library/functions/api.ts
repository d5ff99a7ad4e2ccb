import { createApi } from 'millrace/api';
import { catalogue } from '../jobs/index.ts';

export const handler = createApi({ catalogue });
