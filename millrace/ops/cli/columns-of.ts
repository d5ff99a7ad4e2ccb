/** Where nobody says how wide the terminal is. */
export const DEFAULT_COLUMNS = 80;

export function columnsOf(stream: NodeJS.WriteStream): number {
  return stream.columns || DEFAULT_COLUMNS;
}
