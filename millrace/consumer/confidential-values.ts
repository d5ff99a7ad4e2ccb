import { visitJson } from '../definition/json-nodes.ts';

/** The texts of a job's confidential data that its run has read: nothing that the library writes may show one. */
export interface ConfidentialValues {
  readonly areKnown: boolean;
  learn(data: unknown): void;
  /** The text, with a mark in place of each value, whatever stands around it and however it is escaped. */
  conceal(text: string): string;
  /** True where a result with this text would keep a value: a short one counts as a word of its own. */
  isHeldBy(text: string): boolean;
}

export const CONCEALED = '[confidential]';

/** Two letters stand in every text. */
const SHORTEST = 3;
/** A shorter one stands in many an id by chance, and a job must not die of that once its effect has happened. */
const SHORTEST_ANYWHERE = 6;
/** Whoever answers with an address may write it in small letters; of long texts that is not looked for. */
const LONGEST_IN_ANY_CASE = 256;

export function createConfidentialValues(): ConfidentialValues {
  const values = new Set<string>();
  let holders: readonly ((text: string) => boolean)[] = [];
  let cuts: readonly Cut[] = [];
  return {
    get areKnown() {
      return cuts.length > 0;
    },
    learn: (data) => {
      visitJson(data, ({ value }) => {
        if (typeof value === 'string' && value.length >= SHORTEST && value.trim() !== '') values.add(value);
        return true;
      });
      const texts = [...new Set([...values].flatMap(formsOf))].sort((a, b) => b.length - a.length);
      cuts = texts.map(toCut);
      holders = texts.map(toHolder);
    },
    conceal: (text) => cuts.reduce((parts, cut) => parts.flatMap(cut), [text]).join(CONCEALED),
    isHeldBy: (text) => holders.some((isIn) => isIn(text)),
  };
}

/** What stands between the places where a value stands. */
type Cut = (text: string) => string[];

function toCut(value: string): Cut {
  if (value.length > LONGEST_IN_ANY_CASE) return (text) => text.split(value);
  const pattern = inAnyCase(value);
  return (text) => (text.length < value.length ? [text] : text.split(pattern));
}

/** As it is, as it stands in JSON, in JSON within JSON, in a URL, and in a form's. */
function formsOf(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  const inUrl = encodeURIComponent(value.toWellFormed());
  return [
    value,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    inUrl,
    inUrl.replaceAll('%20', '+'),
    encodeURI(value.toWellFormed()),
  ];
}

function toHolder(value: string): (text: string) => boolean {
  if (value.length > LONGEST_IN_ANY_CASE) return (text) => text.includes(value);
  const pattern = value.length >= SHORTEST_ANYWHERE ? inAnyCase(value) : asWord(value);
  return (text) => pattern.test(text);
}

function asWord(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'iu');
}

/** By whole letters, as some have two halves; half a letter is looked for as it is. */
function inAnyCase(text: string): RegExp {
  return new RegExp(escaped(text), text.isWellFormed() ? 'iu' : 'i');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
