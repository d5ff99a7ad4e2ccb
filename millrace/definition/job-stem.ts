/** `email.send` → `email-send`: the stem of the job's files, queues and functions. */
export function jobStem(type: string): string {
  return type.replaceAll('.', '-');
}

export function tableName(app: string, stage: string): string {
  return `${app}-${stage}-records`;
}

/** Name of the table's sparse index that lists the dead. */
export const DEAD_INDEX = 'dead';
