import type { Operator } from '../change.ts';
import { dropAttribute } from './drop-attribute.ts';
import { dropAwait } from './drop-await.ts';
import { dropCondition } from './drop-condition.ts';
import { ignoreRefusal } from './ignore-refusal.ts';
import { reuseFence } from './reuse-fence.ts';
import { shiftNumber } from './shift-number.ts';
import { skipEffect } from './skip-effect.ts';
import { swapEffects } from './swap-effects.ts';
import { weakenCondition } from './weaken-condition.ts';

export const operators: readonly Operator[] = [
  dropAwait,
  swapEffects,
  dropCondition,
  dropAttribute,
  weakenCondition,
  ignoreRefusal,
  skipEffect,
  reuseFence,
  shiftNumber,
];
