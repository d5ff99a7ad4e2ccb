import { createDueHeap, type DueHeap } from './due-heap.ts';
import type { Message } from './message.ts';
import type { WaitingLine } from './waiting-line.ts';

interface Group {
  readonly waiting: DueHeap<Message>;
  inFlight: number;
}

/** In order within a group; a group with a message in flight delivers nothing more until that one is deleted or back. */
export function createFifoLine(): WaitingLine {
  const groups = new Map<string, Group>();
  const open = createDueHeap<Group>();

  const groupOf = (message: Message) => {
    const name = message.groupId ?? '';
    const group = groups.get(name) ?? { waiting: createDueHeap<Message>(), inFlight: 0 };
    groups.set(name, group);
    return group;
  };
  const change = (message: Message, apply: (group: Group) => void) => {
    const group = groupOf(message);
    apply(group);
    const head = group.waiting.first();
    if (head && group.inFlight === 0) open.set(group, head.sequence);
    else open.delete(group);
    if (!head && group.inFlight === 0) groups.delete(message.groupId ?? '');
  };

  return {
    add: (message) => change(message, (group) => group.waiting.set(message, message.sequence)),
    remove: (message) => change(message, (group) => group.waiting.delete(message)),
    hold: (message) => change(message, (group) => group.inFlight++),
    free: (message) => change(message, (group) => group.inFlight--),
    pick: (max) => {
      const picked: Message[] = [];
      for (let group = open.first(); group && picked.length < max; group = open.first()) {
        for (let head = group.waiting.first(); head && picked.length < max; head = group.waiting.first()) {
          const next = head;
          change(next, (own) => own.waiting.delete(next));
          picked.push(next);
        }
      }
      return picked;
    },
  };
}
