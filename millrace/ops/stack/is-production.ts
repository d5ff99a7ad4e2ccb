/** How the name of a stage begins that nobody depends on. */
const otherwise = ['dev', 'test', 'sandbox'];

/** What counts as production, for whoever is refused. */
export const productionRule = `any deployed stage whose name does not begin with ${otherwise.slice(0, -1).join(', ')} or ${otherwise.at(-1)}`;

/** By its name, since a stage's settings are not known here; what is not known to be harmless counts as production. */
export function isProduction(stage: string): boolean {
  return !otherwise.some((beginning) => stage.toLowerCase().startsWith(beginning));
}
