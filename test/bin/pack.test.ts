import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetQueueUrlCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../millrace/package.json' with { type: 'json' };
import { allowedOn, deployLibraryApp, rightsUsed, startService } from './node-service.ts';
import { createPackedProject, type PackedProject } from './packed-project.ts';

const root = join(import.meta.dirname, '..', '..');
let project: PackedProject;

beforeAll(() => {
  project = createPackedProject();
}, 120_000);

afterAll(() => project.remove());

describe('the packed library in an empty project', () => {
  it('runs a job twice delivered once, as plain JavaScript', () => {
    cpSync(join(import.meta.dirname, 'fixtures', 'packed-job.mjs'), join(project.folder, 'job.mjs'));
    expect(project.run(process.execPath, ['job.mjs'])).toEqual({
      ...{ status: 0, stdout: '["completed","duplicate"]\n', stderr: '' },
    });
  });

  it('brings the command line along', () => {
    const { status, stdout } = project.run(join(project.folder, 'node_modules', '.bin', 'millrace'), ['--version']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '0.1.0\n' });
  });

  it('starts the embedded engine', () => {
    const engine = join(project.folder, 'node_modules', 'millrace', 'local', 'engine', 'start-engine.js');
    const script = `const { startEngine } = await import(${JSON.stringify(engine)});
      const engine = await startEngine(); console.log(new URL(engine.endpoint).hostname); await engine.stop();`;
    const { stdout, stderr } = project.run(process.execPath, ['--input-type=module', '-e', script]);
    expect({ stdout, stderr }).toEqual({ stdout: '127.0.0.1\n', stderr: '' });
  });
});

describe('a plain Node service that depends on the packed library', () => {
  const example = join(root, 'test/docs/snippets/node-service');

  it('compiles, and enqueues with the rights of the synthesised policy for producers, all of them', {
    timeout: 60_000,
  }, async () => {
    const { engine, sqs, statements } = await deployLibraryApp();
    const folder = join(project.folder, 'service');
    cpSync(example, folder, { recursive: true });
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    expect(project.run(tsc, ['-p', folder, '--typeRoots', join(root, 'node_modules', '@types')])).toEqual({
      ...{ status: 0, stdout: '', stderr: '' },
    });
    engine.requests.reset();
    const service = await startService(join(folder, 'dist', 'server.js'), engine.environment);
    expect(await service.post('{"noteId":"n-1"}')).toEqual({ status: 202, body: { jobId: 'note.write:n-1' } });
    expect(await service.post('{"noteId":""}')).toMatchObject({ status: 400, body: { issues: [{ path: 'noteId' }] } });
    expect(await service.post('no JSON')).toMatchObject({ status: 400 });
    expect(rightsUsed(engine)).toEqual(allowedOn('shop-dev-note-write', statements));
    expect(allowedOn('shop-dev-note-write-dead', statements)).toEqual([]);
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: 'shop-dev-note-write' }));
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    expect(Messages.map(({ Body = '' }) => JSON.parse(Body).id)).toEqual(['note.write:n-1']);
  });

  it('has the job’s file as its owner has it, and asks for the library of this version', () => {
    const ofOwner = readFileSync(join(root, 'test/docs/snippets/library/jobs/note-write.ts'), 'utf8');
    expect(readFileSync(join(example, 'src/note-write.ts'), 'utf8')).toBe(ofOwner);
    const { dependencies } = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8'));
    expect(dependencies).toEqual({ millrace: manifest.version, zod: manifest.dependencies.zod });
  });
});
