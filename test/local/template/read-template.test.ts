import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEventSources } from '../../../millrace/local/event-source/read-event-sources.ts';
import { readFunction } from '../../../millrace/local/function/read-function.ts';
import { workerEnvironment } from '../../../millrace/local/function/worker-environment.ts';
import { physicalResources } from '../../../millrace/local/template/physical-resources.ts';
import { readAssembly } from '../../../millrace/local/template/read-assembly.ts';
import { createNotesProject } from '../fixtures/notes-project.ts';
import { notesTemplate } from '../fixtures/notes-template.ts';

const physical = physicalResources(notesTemplate);

function mappingWith(properties: Readonly<Record<string, unknown>>) {
  const template = {
    Resources: {
      ...notesTemplate.Resources,
      Mapping: { ...notesTemplate.Resources.Mapping, Properties: properties },
    },
  };
  return readEventSources(template, physical);
}

describe('an event source mapping of the template', () => {
  it('is read with its batch, window, cap and answer', () => {
    expect(readEventSources(notesTemplate, physical)).toEqual([
      {
        functionName: 'Consumer',
        queueArn: 'arn:aws:sqs:us-east-1:000000000000:shop-dev-note-write',
        region: 'us-east-1',
        batchSize: 10,
        windowSeconds: 0,
        maximumConcurrency: 2,
        reportBatchItemFailures: true,
        enabled: true,
      },
    ]);
  });

  it('has Lambda’s defaults, and reports no item failures unless it asks to', () => {
    const required = {
      EventSourceArn: 'arn:aws:sqs:us-east-1:000000000000:q',
      FunctionName: 'arn:aws:lambda:x:y:function:f',
    };
    expect(mappingWith(required)).toMatchObject([
      {
        functionName: 'f',
        batchSize: 10,
        windowSeconds: 0,
        maximumConcurrency: 5,
        reportBatchItemFailures: false,
        enabled: true,
      },
    ]);
    expect(mappingWith({ ...required, Enabled: false })).toMatchObject([{ enabled: false }]);
  });

  it('is refused where it asks for what the local run would leave out', () => {
    const { Properties } = notesTemplate.Resources.Mapping;
    const FilterCriteria = { Filters: [] };
    expect(() => mappingWith({ ...Properties, FilterCriteria })).toThrow(
      "Mapping: the local run can't do FilterCriteria",
    );
  });
});

describe('a function of the assembly', () => {
  it('is read with its bundle, limits and resolved variables', async () => {
    const project = createNotesProject();
    const assembly = await readAssembly(project.assemblyDir);
    expect(readFunction('Consumer', { ...assembly, physical })).toEqual({
      functionName: 'Consumer',
      displayName: 'note.write',
      functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:Consumer',
      bundle: join(project.assemblyDir, 'asset.consumer', 'index.mjs'),
      exportName: 'handler',
      timeoutSeconds: 20,
      memoryMb: 256,
      logGroupName: '/aws/lambda/Consumer',
      variables: {
        MILLRACE_APP: 'shop',
        MILLRACE_STAGE: 'dev',
        NOTES_URL: 'https://notes.example.com',
        POWERTOOLS_SERVICE_NAME: 'note.write',
        MILLRACE_QUEUE_URL: 'shop-dev-note-write',
      },
      reservedConcurrency: undefined,
    });
    project.remove();
    expect(() => readFunction('Consumer', { ...assembly, physical })).toThrow('for handler index.handler');
    expect(() => readFunction('Consumer', { ...assembly, assetFolders: new Map(), physical })).toThrow('no asset');
  });

  it('gets the template’s variables, Lambda’s own and the local endpoints, overridden only where it names them', () => {
    const settings = {
      functionName: 'Consumer',
      displayName: 'note.write',
      functionArn: 'arn',
      bundle: '/bundles/consumer/index.mjs',
      exportName: 'handler',
      timeoutSeconds: 20,
      memoryMb: 256,
      logGroupName: '/aws/lambda/Consumer',
      variables: { NOTES_URL: 'https://notes.example.com' },
      reservedConcurrency: undefined,
    };
    const endpoints = { AWS_ENDPOINT_URL: 'http://127.0.0.1:4610' };
    const overrides = { NOTES_URL: 'http://127.0.0.1:4612/notes', MAIL_URL: 'http://127.0.0.1:4612/mail' };
    expect(workerEnvironment(settings, { endpoints, overrides })).toEqual({
      NOTES_URL: 'http://127.0.0.1:4612/notes',
      AWS_LAMBDA_FUNCTION_NAME: 'Consumer',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/Consumer',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      LAMBDA_TASK_ROOT: '/bundles/consumer',
      TZ: 'UTC',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4610',
    });
  });
});

describe('an assembly', () => {
  it('of more than one stack is refused', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'millrace-'));
    const stack = { type: 'aws:cloudformation:stack' };
    writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ artifacts: { One: stack, Two: stack } }));
    await expect(readAssembly(directory)).rejects.toThrow('holds 2 stacks');
    rmSync(directory, { recursive: true });
  });
});
