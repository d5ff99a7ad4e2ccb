export type { ApiHandler } from './create-api.ts';
export { createApi } from './create-api.ts';
