import { secretKind } from '../definition/secret-kinds.ts';

const LONGEST_MESSAGE = 160;

/** An error's text for people: cut, and without what looks like a secret or personal data. */
export function redact(text: string, longest = LONGEST_MESSAGE): string {
  const words = text.slice(0, 4 * longest).split(/(\s+)/);
  const clean = words.map((word) => (secretKind(word) === undefined ? word : '[redacted]')).join('');
  if (secretKind(clean) !== undefined) return '[redacted]';
  const cut = clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean;
  // Half a character is no text that DynamoDB takes: the settle would be refused for ever.
  return cut.toWellFormed();
}
