import { readCdkJson } from '../cdk/read-cdk-json.ts';
import { OperatorError } from '../ops/operator-error.ts';

/** The stages that cdk.json lists. */
export async function stageNames(root: string): Promise<readonly string[]> {
  const names = (await readCdkJson(root)).context['millrace:stages'];
  if (Array.isArray(names)) return names.map(String);
  throw new OperatorError('cdk.json lists no stages', 'add "millrace:stages": ["dev", "prod"] to its context');
}
