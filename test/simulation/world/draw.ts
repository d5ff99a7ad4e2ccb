import { seededRandom } from '../../../millrace/testing/world/seeded-random.ts';

/** Everything that is left to chance in a schedule, drawn from its seed. */
export interface Draw {
  /** From 0 up to 1. */
  number(): number;
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function createDraw(seed: number): Draw {
  const number = seededRandom(seed);
  const between = (least: number, most: number) => least + Math.floor(number() * (most - least + 1));
  return {
    number,
    between,
    chance: (probability) => probability > 0 && number() < probability,
    pick: <Item>(items: readonly Item[]) => {
      const index = between(0, items.length - 1);
      if (index >= items.length) throw new Error('nothing to pick from');
      return items[index] as Item; // the index is within
    },
  };
}
