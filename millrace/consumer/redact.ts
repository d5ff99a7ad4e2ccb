import { secretKind } from '../definition/secret-kinds.ts';

const LONGEST_MESSAGE = 160;

/** An error's text for people: cut, and without what looks like a secret or personal data. */
export function redact(text: string): string {
  const words = text.slice(0, 4 * LONGEST_MESSAGE).split(/(\s+)/);
  const clean = words.map((word) => (secretKind(word) === undefined ? word : '[redacted]')).join('');
  if (secretKind(clean) !== undefined) return '[redacted]';
  return clean.length > LONGEST_MESSAGE ? `${clean.slice(0, LONGEST_MESSAGE - 1)}…` : clean;
}
