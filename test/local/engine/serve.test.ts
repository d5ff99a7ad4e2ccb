import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type Engine, startEngine } from '../../../millrace/local/engine/start-engine.ts';

const SERVE = fileURLToPath(new URL('../../../millrace/local/engine/serve.ts', import.meta.url));
const serve = (port: number) =>
  spawn(process.execPath, [SERVE, '--port', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });

let engine: Engine | undefined;
afterEach(() => engine?.stop());

describe('the engine as a process of its own', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('says where it is, serves, and ends cleanly on %s', async (signal) => {
    const child = serve(0);
    const exited = once(child, 'exit');
    const [line] = await once(child.stdout, 'data');
    const { endpoint } = JSON.parse(/^READY (.*)\n$/.exec(String(line))?.[1] ?? '{}');
    expect((await fetch(`${endpoint}/_millrace/requests`)).status).toBe(200);
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
  });

  it('says that its port is taken, without a stack trace, and fails', async () => {
    engine = await startEngine();
    const child = serve(engine.port);
    const exited = once(child, 'exit');
    const [message] = await once(child.stderr, 'data');
    expect(String(message)).toBe(`port ${engine.port} is taken by another program; choose another with --port\n`);
    expect(await exited).toEqual([1, null]);
  });
});
