import { Stage } from 'aws-cdk-lib/core';
import type { JobDefinition } from 'millrace';
import type { Consumer } from 'millrace/consumer';
import { onTestFinished } from 'vitest';
import { catalogue } from '../../jobs/index.ts';
import { type Assembly, readAssembly } from '../../millrace/local/template/read-assembly.ts';
import { createEmbeddedWorld } from '../../millrace/testing/world/create-embedded-world.ts';
import type { World } from '../../millrace/testing/world/world.ts';
import { devStage, fakeStack } from '../cdk/fake-stack.ts';

let assembly: Promise<Assembly> | undefined;

/** A world of its own for the test at hand, in which this app's own handler does the work. */
export async function openAppWorld<Job extends JobDefinition>({ job, work }: Consumer<Job>): Promise<World<Job>> {
  assembly ??= readAssembly(synthesise());
  const world = await createEmbeddedWorld({ assembly: await assembly, job, work });
  onTestFinished(() => world.stop());
  return world;
}

function synthesise(): string {
  const directory = Stage.of(fakeStack({ catalogue, stage: devStage }))?.synth().directory;
  if (directory === undefined) throw new Error('a stack without an app around it has no assembly');
  return directory;
}
