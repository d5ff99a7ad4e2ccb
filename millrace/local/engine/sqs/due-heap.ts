/** Items ordered by a number, smallest first; an item's place is known, so that moving or removing it costs O(log n). */
export interface DueHeap<T> {
  readonly size: number;
  has(item: T): boolean;
  /** Puts the item in, or gives it another number. */
  set(item: T, due: number): void;
  delete(item: T): boolean;
  first(): T | undefined;
  firstDue(): number | undefined;
  /** Takes out the first item if its number is at most `due`. */
  takeUntil(due: number): T | undefined;
}

export function createDueHeap<T>(): DueHeap<T> {
  const entries: { item: T; due: number }[] = [];
  const places = new Map<T, number>();

  const dueAt = (place: number) => entries[place]?.due ?? Number.POSITIVE_INFINITY;
  const swap = (left: number, right: number) => {
    const [a, b] = [entries[left], entries[right]];
    if (!a || !b) return;
    entries[left] = b;
    entries[right] = a;
    places.set(b.item, left);
    places.set(a.item, right);
  };
  const rise = (start: number) => {
    for (let place = start; place > 0; ) {
      const parent = (place - 1) >> 1;
      if (dueAt(parent) <= dueAt(place)) return;
      swap(parent, place);
      place = parent;
    }
  };
  const sink = (start: number) => {
    for (let place = start; ; ) {
      const left = 2 * place + 1;
      const child = dueAt(left + 1) < dueAt(left) ? left + 1 : left;
      if (dueAt(place) <= dueAt(child)) return;
      swap(place, child);
      place = child;
    }
  };
  const remove = (item: T) => {
    const place = places.get(item);
    if (place === undefined) return false;
    swap(place, entries.length - 1);
    entries.pop();
    places.delete(item);
    rise(place);
    sink(place);
    return true;
  };

  return {
    get size() {
      return entries.length;
    },
    has: (item) => places.has(item),
    set: (item, due) => {
      remove(item);
      entries.push({ item, due });
      places.set(item, entries.length - 1);
      rise(entries.length - 1);
    },
    delete: remove,
    first: () => entries[0]?.item,
    firstDue: () => entries[0]?.due,
    takeUntil: (due) => {
      const first = entries[0];
      if (!first || first.due > due) return undefined;
      remove(first.item);
      return first.item;
    },
  };
}
