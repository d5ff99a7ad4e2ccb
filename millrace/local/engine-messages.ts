/** To the engine's process. */
export interface EngineCommand {
  readonly advanceSeconds: number;
}

/** From the engine's process. */
export type EngineMessage =
  | { readonly kind: 'ready'; readonly endpoint: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'advanced' };
