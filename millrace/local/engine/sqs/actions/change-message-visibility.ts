import { changeVisibility } from '../change-visibility.ts';
import { queueOf, type SqsAction } from '../sqs-state.ts';

export const changeMessageVisibility: SqsAction = (sqs, input) => changeVisibility(sqs, queueOf(sqs, input), input);
