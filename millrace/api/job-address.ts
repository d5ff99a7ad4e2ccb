/** Where the API tells of a job, below its own address. */
export function jobAddress(id: string): string {
  return `/jobs/${encodeURIComponent(id)}`;
}
