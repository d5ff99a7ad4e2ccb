const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** `userEmailIDs` → `user email ids`: camel, snake and kebab case alike. */
export function fieldWords(name: string): string[] {
  return (name.replace(/IDs(?![a-z])/g, 'Ids').match(WORD) ?? []).map((word) => word.toLowerCase());
}
