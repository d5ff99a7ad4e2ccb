/** What a record keeps of one step. */
export type StepState =
  /** Done; `result` is JSON text, absent where the work returned nothing. */
  | { readonly done: true; readonly result?: string }
  /** Done; the result has an item of its own, which this is part of the key of. */
  | { readonly done: true; readonly kept: string }
  /** Its work was about to be called at this ISO instant, and no end is known: its effect may have happened. */
  | { readonly started_at: string };

export type Steps = Readonly<Record<string, StepState>>;

/** Effects of which nobody knows whether they happened. */
export function unfinishedSteps(steps: Steps = {}): readonly string[] {
  return Object.keys(steps).filter((name) => startOf(steps[name]) !== undefined);
}

/** The same, for where they are to be told of. */
export function unknownEffects(steps: Steps | undefined): { readonly unknownEffects?: readonly string[] } {
  const unfinished = unfinishedSteps(steps);
  return unfinished.length === 0 ? {} : { unknownEffects: unfinished };
}

/** When the work of a step that is not known to have ended was about to be called. */
export function startOf(state: StepState | undefined): string | undefined {
  return state !== undefined && 'started_at' in state ? state.started_at : undefined;
}
