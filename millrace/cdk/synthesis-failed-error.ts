/** The app could not be synthesised, or rules found something; the message is what it said. */
export class SynthesisFailedError extends Error {
  override readonly name = 'SynthesisFailedError';
}
