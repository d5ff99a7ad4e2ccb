import { type Operator, replaced } from '../change.ts';
import { isRefusal, testsIn } from './weaken-condition.ts';

/** What was refused, or failed, counts as done. */
export const ignoreRefusal: Operator = {
  name: 'ignore-refusal',
  does: 'takes a refusal, or a failure, for an answer, or an answer for a refusal',
  onlyByName: true,
  changes: (source) =>
    testsIn(source)
      .filter(({ test }) => isRefusal(source, test))
      .flatMap(({ site, test }) => ['true', 'false'].map((always) => replaced(source, site, always, test))),
};
