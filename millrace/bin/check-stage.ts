import { UsageError } from '../ops/operator-error.ts';
import { stageNames } from './stage-names.ts';

/** @throws UsageError that names the stages there are. */
export async function checkStage(root: string, stage: string): Promise<void> {
  const names = await stageNames(root);
  if (names.includes(stage)) return;
  throw new UsageError(`no stage ${stage}`, names.map((name) => `--stage ${name}`).join(' or '));
}
