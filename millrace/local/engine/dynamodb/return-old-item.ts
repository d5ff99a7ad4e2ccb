import { db } from './dynalite.ts';

const checkConditional = db.checkConditional;

/** Makes a failed condition carry the item it failed on, where `ReturnValuesOnConditionCheckFailure` asks for it. */
export function returnOldItemOnFailedCondition(): void {
  db.checkConditional = (data, item) => {
    const failure = checkConditional(data, item);
    if (failure && item && data.ReturnValuesOnConditionCheckFailure === 'ALL_OLD') failure.body.Item = item;
    return failure;
  };
}
