const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' };

/**
 * Somebody else's text as one line for a terminal: control characters (C0 but the tab, DEL, C1) stand there as
 * escapes, for bare they move its cursor, colour it or clear it.
 */
export function printable(text: string): string {
  return text.replace(/(?!\t)\p{Cc}/gu, (control) => NAMED[control] ?? `\\x${hex(control)}`);
}

function hex(control: string): string {
  return control.charCodeAt(0).toString(16).padStart(2, '0');
}
