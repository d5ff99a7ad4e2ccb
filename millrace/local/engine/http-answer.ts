export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function jsonAnswer(status: number, body: object, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0', ...headers }, body: JSON.stringify(body) };
}
