import { describe, expect, it } from 'vitest';
import { errorReport } from '../../../millrace/ops/cli/error-report.ts';
import type { Paint } from '../../../millrace/ops/cli/paint.ts';
import { OperatorError } from '../../../millrace/ops/operator-error.ts';
import { knownJob } from '../../../millrace/ops/stack/known-job.ts';
import { ConfidentialConflictError, JobOverError, QueueFullError } from '../../../millrace/producer/enqueue-errors.ts';
import { catalogue } from '../parcel-jobs.ts';

const paint: Paint = (_color, text) => text;
const terminal = { paint, columns: 80, withStack: false };

describe('an error on the command line', () => {
  it('keeps its next step within the columns of the terminal', () => {
    const [ship] = catalogue.jobs;
    if (ship === undefined) throw new Error('the catalogue has jobs');
    const types = ['billing.charge', 'email.send', 'image.resize', 'lead.enrich', 'report.generate', 'avatar.draw'];
    const jobs = types.map((type) => ({ ...ship, type }));
    const error = catchError(() => knownJob({ ...catalogue, jobs }, 'nothing.known'));
    expect(errorReport(error, terminal)).toEqual({
      exitCode: 1,
      text: [
        'millrace: there is no job nothing.known',
        '  → the jobs of jobs/index.ts: billing.charge, email.send, image.resize,',
        '    lead.enrich, report.generate, avatar.draw',
      ].join('\n'),
    });
  });

  it('keeps its message within them too, a list under it indented as it was', () => {
    const rule = 'concurrency: 5000 given; whole numbers from 1 to 1000 are allowed, more only by a quota';
    expect(errorReport(new OperatorError(`job parcel.ship: 1 broken rule\n  ${rule}`, ''), terminal).text).toBe(
      [
        'millrace: job parcel.ship: 1 broken rule',
        '  concurrency: 5000 given; whole numbers from 1 to 1000 are allowed, more',
        '      only by a quota',
      ].join('\n'),
    );
  });

  it('shows control characters of its message as escapes, and keeps its lines', () => {
    const error = new OperatorError('refused\n  \x1b[2Jname', 'look');
    expect(errorReport(error, terminal).text).toBe('millrace: refused\n  \\x1b[2Jname\n  → look');
  });

  it.each([
    new ConfidentialConflictError('letter.send:l-1'),
    new JobOverError('letter.send:l-1'),
    new QueueFullError('letter.send:l-1', { depth: 9, maxDepth: 9, seconds: 5 }),
  ])('says what a producer was refused for, and asks for no report: $name', (error) => {
    const { exitCode, text } = errorReport(error, terminal);
    expect(exitCode).toBe(1);
    expect(text).toMatch(/^millrace: letter\.send:l-1 was not sent: /);
    expect(text).not.toContain('bug');
  });

  it('asks for a report where nobody foresaw it, and adds the stack where that is wanted', () => {
    expect(errorReport(new TypeError('x is no function'), terminal)).toEqual({
      exitCode: 1,
      text: 'millrace: TypeError: x is no function\n  → this is a bug: please report it, with what --verbose adds',
    });
    const { text } = errorReport(new TypeError('x'), { ...terminal, withStack: true });
    expect(text).toMatch(/with what stands below\nTypeError: x\n {4}at /);
  });
});

function catchError(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
