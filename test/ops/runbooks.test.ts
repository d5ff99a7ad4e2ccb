import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkArguments, parseArguments, verbSyntax } from '../../millrace/ops/cli/parse-arguments.ts';
import { verbs } from '../../millrace/ops/verbs/index.ts';

const commands = globSync('docs/runbooks/*.md').flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/`npx millrace ([^`]+)`/g)].map(([, command = '']) => ({ path, command })),
);

describe('a command of a runbook', () => {
  it('is looked at here', () => {
    expect(commands.map(({ command }) => command)).toContain('redrive email.send --stage prod --yes');
  });

  it.each(commands)('is one that the command line takes, of a deployed stage: $command in $path', ({ command }) => {
    const [name, ...argv] = command.split(' ');
    const verb = verbs.find((candidate) => candidate.name === name);
    if (!verb) throw new Error(`there is no verb ${name}`);
    const parsed = parseArguments(verbSyntax(verb), argv);
    checkArguments(verbSyntax(verb), parsed.arguments);
    expect(parsed.options).toHaveProperty('stage');
    const isSafe = ['dead', 'status'].includes(verb.name) || parsed.options['dry-run'] === true;
    expect(isSafe || parsed.options.yes).toBe(true);
  });
});
