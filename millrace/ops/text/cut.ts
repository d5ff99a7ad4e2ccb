/** One line of text, shortened to `width` characters with an ellipsis where it is longer. */
export function cut(text: string, width: number): string {
  const line = text.replace(/\s+$/, '').replace(/[\r\n\t]+/g, ' ');
  const characters = [...line];
  return characters.length <= width ? line : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}
