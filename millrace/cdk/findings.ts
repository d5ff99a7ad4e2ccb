import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ValidationReport {
  readonly pluginReports: readonly {
    readonly violations: readonly {
      readonly ruleName: string;
      readonly description: string;
      readonly violatingConstructs: readonly { readonly constructPath: string }[];
    }[];
  }[];
}

/** What the rules found in an assembly and nobody acknowledged, warnings included: CDK itself lets those pass. */
export async function readFindings(outdir: string): Promise<readonly string[]> {
  const report: ValidationReport = JSON.parse(await readFile(join(outdir, 'validation-report.json'), 'utf8'));
  return report.pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, description, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName} at ${constructPath}: ${description}`),
    ),
  );
}
