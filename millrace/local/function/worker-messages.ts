/** To a worker process: run the handler once. */
export interface InvokeMessage {
  readonly requestId: string;
  readonly event: unknown;
  readonly timeoutMs: number;
  /** Added to the worker's clock for this invocation. */
  readonly clockOffsetMs: number;
  readonly context: {
    readonly functionName: string;
    readonly functionVersion: string;
    readonly invokedFunctionArn: string;
    readonly memoryLimitInMB: string;
    readonly logGroupName: string;
    readonly logStreamName: string;
  };
}

/** From a worker process. `loaded` and `broken` come once, about the bundle; the others end an invocation. */
export type WorkerMessage =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'answer'; readonly json: string }
  | { readonly kind: 'error'; readonly message: string };
