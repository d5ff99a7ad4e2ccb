import type { Finding, Invariant } from './invariant.ts';

/** An edited payload comes with its own redrive, and from then on nothing else of that job runs. */
export const editsHold: Invariant = {
  name: 'an edited payload stands for its job',
  onWrite({ before, after, writer }, { sent, redrivenEdits }): Finding | undefined {
    if (after.id.includes(':~') || before === undefined) return undefined;
    const isNewCycle = before.status === 'DEAD' && after.status === 'INPROGRESS';
    const isUnmarked = isNewCycle && before.version === after.version && !after.edited;
    if (isUnmarked && before.validation !== after.validation) {
      return { job: after.id, saw: `${writer} runs other content, and does not mark it` };
    }
    if (!(before.edited || after.edited)) return undefined;
    if (before.edited && !after.edited) return { job: after.id, saw: `${writer} lost the mark of its edit` };
    const isSame = before.validation === after.validation && before.version === after.version;
    if (isSame && (before.edited || !after.edited)) return undefined;
    const copies = [...sent.values()].filter(
      ({ jobId, version, validation }) =>
        jobId === after.id && version === after.version && validation === after.validation,
    );
    const isOfEdit = copies.some(({ body }) => redrivenEdits.get(body)?.has(before.death_id ?? ''));
    if (before.status === 'DEAD' && isOfEdit) return undefined;
    return { job: after.id, saw: `${writer} made it another content, and no edit of it was redriven` };
  },
  onRun({ id, payload, found, writer }, { sent }) {
    const isIts = [...sent.values()].some(
      ({ jobId, version, validation, weightGrams }) =>
        jobId === id &&
        version === found?.version &&
        validation === found.validation &&
        weightGrams === payload.weightGrams,
    );
    return isIts ? undefined : { job: id, saw: `${writer} runs ${payload.weightGrams} g, and its record is of other` };
  },
};
