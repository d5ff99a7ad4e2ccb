import { randomUUID } from 'node:crypto';
import type { Clock } from '../../message/clock.ts';
import { readEndpointVariables } from '../environment.ts';
import { openStack, type StackChoice } from '../stack/open-stack.ts';
import { readProject } from '../stack/project.ts';
import type { Verb } from '../verbs/verb.ts';
import { checkArguments, type ParsedArguments, verbSyntax } from './parse-arguments.ts';
import { readInput } from './read-input.ts';
import type { Terminal } from './terminal.ts';

/** Calls a verb on the stack that its options name, and prints its answer. */
export async function runVerb(verb: Verb, parsed: ParsedArguments, terminal: Terminal, clock: Clock): Promise<number> {
  checkArguments(verbSyntax(verb), parsed.arguments);
  const { options } = parsed;
  const project = await readProject(process.cwd());
  const stack = await openStack(project, stackChoice(options), readEndpointVariables());
  const stopped = untilInterrupted(terminal);
  try {
    const answer = await verb.run({
      ...parsed,
      stack,
      clock,
      newId: randomUUID,
      columns: terminal.columns,
      stopped: stopped.signal,
      readFile: readInput,
      progress: terminal.progress,
      confirm: (question) => terminal.confirm(question, stopped.signal),
    });
    terminal.print(options.json ? JSON.stringify(answer.json, null, 2) : answer.text);
    return answer.exitCode;
  } finally {
    stopped.end();
    stack.close();
  }
}

function stackChoice(options: ParsedArguments['options']): StackChoice {
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
  return { app: text('app'), stage: text('stage'), region: text('region'), profile: text('profile') };
}

/** Ctrl-C once: the verb finishes what it has in hand. npm passes the signal on as well, so a second is not a wish. */
function untilInterrupted(terminal: Terminal) {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) return;
    controller.abort();
    terminal.complain('stopping: what is in hand is finished first');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return { signal: controller.signal, end: () => process.off('SIGINT', stop).off('SIGTERM', stop) };
}
