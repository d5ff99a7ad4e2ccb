/** The path of an issue inside confidential data: `(confidential) to`, so that nobody looks for it in the payload. */
export function confidentialPath(path: string): string {
  return path === '' || path === '(payload)' ? '(confidential)' : `(confidential) ${path}`;
}
