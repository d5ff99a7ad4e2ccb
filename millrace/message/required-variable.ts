/** The value of a variable that the stack sets for whoever is named. @throws where it is not set, or empty. */
export function requiredVariable(
  name: string,
  { variables, setFor }: { readonly variables: NodeJS.ProcessEnv; readonly setFor: string },
): string {
  const value = variables[name];
  if (!value) throw new Error(`the environment variable ${name} is not set; the stack sets it for ${setFor}`);
  return value;
}
