/** `email.send` → `email-send`: the stem of the job's files, queues and functions. */
export function jobStem(type: string): string {
  return type.replaceAll('.', '-');
}

export function tableName(app: string, stage: string): string {
  return `${app}-${stage}-records`;
}

/** Names of the table's sparse indexes: of the dead, and of what was saved and is not known to be sent. */
export const DEAD_INDEX = 'dead';
export const UNSENT_INDEX = 'unsent';
