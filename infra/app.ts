import { join } from 'node:path';
import { App } from 'aws-cdk-lib/core';
import { bundleFunctions, functionEntries, loadAccess, MillraceStack } from 'millrace/cdk';
import { catalogue } from '../jobs/index.ts';
import { type AppStage, stages } from './stages.ts';

const root = join(import.meta.dirname, '..');
const app = new App();
const stageName = String(app.node.tryGetContext('stage') ?? 'dev');
const stage = stages[stageName];
if (!stage) throw new Error(`no stage ${stageName}: infra/stages.ts has ${Object.keys(stages).join(', ')}`);

new MillraceStack(app, {
  app: String(app.node.getContext('millrace:app')),
  stage,
  catalogue,
  bundles: await bundleFunctions({ root, entries: functionEntries(catalogue), outdir: join(app.outdir, 'bundles') }),
  runbookUrl: app.node.tryGetContext('millrace:runbooks'),
  access: await loadAccess<AppStage>(join(import.meta.dirname, 'access')),
});

if (app.node.tryGetContext('millrace:rules')) {
  const { checkRules } = await import('./check-rules.ts');
  checkRules(app);
}
app.synth();
