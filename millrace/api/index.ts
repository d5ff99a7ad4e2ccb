export type { ApiHandler } from './create-api.ts';
export { createApi } from './create-api.ts';
export type { SweeperHandler } from './create-sweeper.ts';
export { createSweeper } from './create-sweeper.ts';
export type { SweepReport } from './sweep.ts';
export { receive } from './webhook/receive.ts';
