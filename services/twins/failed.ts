import type { TwinAnswer } from './twin.ts';

export function failed(status: number, code: string, reason?: string): TwinAnswer {
  return { status, body: { error: { code, reason } } };
}
