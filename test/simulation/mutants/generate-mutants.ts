import { type Change, inOneLine } from './change.ts';
import { type Mutant, mutatedText } from './mutant.ts';
import { operators } from './operators/all-operators.ts';
import { protocolFiles, readProtocolFile } from './protocol-files.ts';
import { isInFunction, nameAround, parseSource, parses, type Source } from './syntax-tree.ts';

const LONGEST_TOLD = 120;

/** All mutants, file by file, each text once. */
export function generateMutants(files: readonly string[] = protocolFiles()): readonly Mutant[] {
  return files.flatMap((file) => mutantsOf(parseSource(file, readProtocolFile(file))));
}

function mutantsOf(source: Source): Mutant[] {
  const texts = new Set([source.text]);
  const mutants: Mutant[] = [];
  for (const operator of operators) {
    for (const change of operator.changes(source)) {
      const text = mutatedText(source.text, change.edits);
      if (texts.has(text) || !parses(text)) continue;
      texts.add(text);
      mutants.push(mutantOf(source, operator.name, change));
    }
  }
  return mutants.sort((a, b) => a.at - b.at);
}

function mutantOf(source: Source, operator: string, { site, edits, before, after, at }: Change): Mutant {
  const place = at ?? edits[0]?.start ?? site.node.start;
  return {
    file: source.file,
    line: source.text.slice(0, place).split('\n').length,
    operator,
    within: nameAround(site),
    before: inOneLine(before).slice(0, LONGEST_TOLD),
    after: inOneLine(after).slice(0, LONGEST_TOLD),
    at: place,
    isOfModule: !isInFunction(site),
    edits,
  };
}
