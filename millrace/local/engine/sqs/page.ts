import { type Fields, optionalInteger, optionalText } from './request-fields.ts';
import { invalidParameter } from './sqs-error.ts';

const MOST_RESULTS = 1000;

/** The asked-for part of a sorted list of names; the token is the last name seen, so that changes in between do no harm. */
export function readPage(input: Fields, names: readonly string[]): { page: string[]; NextToken?: string } {
  const maxResults = optionalInteger(input, 'MaxResults', [1, MOST_RESULTS]);
  const token = optionalText(input, 'NextToken');
  if (token && maxResults === undefined)
    throw invalidParameter('NextToken', token, 'MaxResults must be given with it.');
  const after = token ? Buffer.from(token, 'base64url').toString() : '';
  const rest = names.filter((name) => name > after);
  const page = rest.slice(0, maxResults ?? MOST_RESULTS);
  const last = page.at(-1);
  if (maxResults === undefined || last === undefined || page.length === rest.length) return { page };
  return { page, NextToken: Buffer.from(last).toString('base64url') };
}
