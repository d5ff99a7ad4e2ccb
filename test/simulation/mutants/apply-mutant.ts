import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { mutatedText } from './mutant.ts';
import { readTrial } from './trial.ts';

/** Imported before anything else: one file of the protocol is loaded with its mistake, and no file is touched. */
const { mutant } = readTrial(argv);
const mutatedUrl = mutant && pathToFileURL(mutant.path).href;

registerHooks({
  load: (url, context, nextLoad) => {
    if (url !== mutatedUrl || mutant === undefined) return nextLoad(url, context);
    const source = mutatedText(readFileSync(mutant.path, 'utf8'), mutant.edits);
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});
