import { join } from 'node:path';
import { type Assembly, SynthesisFailedError, synthesise } from '../cdk/index.ts';
import { checkStage } from './check-stage.ts';
import { describeAssembly } from './describe-assembly.ts';
import { endWithMessage } from './end-with-message.ts';
import { readOptions } from './read-options.ts';
import { stageNames } from './stage-names.ts';

const HELP = `npm run synth -- [--stage NAME] [--rules]

Makes the CloudFormation template of a stage in cdk.out, without an account.

  --stage NAME   the stage; dev unless given. With --rules: only this stage
  --rules        runs the rule packs and CDK's template validation over every
                 stage; ends with 1 on any finding
  --help         this text`;

const root = process.cwd();

await endWithMessage(async () => {
  const { options } = readOptions({ name: 'synth', options: { stage: { value: 'NAME' }, rules: {}, help: {} } });
  if (options.help) return console.log(HELP);
  const stage = String(options.stage ?? 'dev');
  if (options.stage) await checkStage(root, stage);
  if (options.rules) return await checkStages(options.stage ? [stage] : await stageNames(root));
  const startedMs = performance.now();
  const assembly = await synthesise({ root, outdir: join(root, 'cdk.out'), stage });
  console.log(describeAssembly(assembly));
  console.log(`cdk.out made in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
});

async function checkStages(stages: readonly string[]): Promise<void> {
  const outdir = (stage: string) => join(root, 'cdk.out', 'rules', stage);
  const results = await Promise.allSettled(
    stages.map((stage) => synthesise({ root, outdir: outdir(stage), stage, rules: true })),
  );
  for (const result of results) if (result.status === 'fulfilled') console.log(passed(result.value));
  const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0) throw new SynthesisFailedError(eachOnce(failures).join('\n\n'));
}

/** What fails in every stage alike is told of the first: below its first line a message names none. */
function eachOnce(failures: readonly Error[]): readonly string[] {
  const messages = failures.map(({ message }) => message);
  const reasons = messages.map((message) => message.slice(Math.max(0, message.indexOf('\n'))));
  return messages.filter((_, index) => reasons.indexOf(reasons[index] ?? '') === index);
}

function passed(assembly: Assembly): string {
  return `${describeAssembly(assembly)}\nno finding of AwsSolutions, Serverless and CloudFormation's own rules\n`;
}
