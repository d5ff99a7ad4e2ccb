/** One function's code, ready to deploy: a folder with `index.mjs` and its source map. */
export interface Bundle {
  readonly folder: string;
  /** Changes with the code and with nothing else; failures are recorded under it. */
  readonly version: string;
}
