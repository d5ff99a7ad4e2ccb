// The characters XML 1.0 allows, which are the ones SQS takes; the rest includes U+FFFE, U+FFFF and lone surrogates.
const OTHER_CHARACTERS = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

export function isMessageText(text: string): boolean {
  return !OTHER_CHARACTERS.test(text);
}
