import { fieldWords } from './field-words.ts';

/** Keys to something: no ending but a reference's makes such a field harmless. */
const CREDENTIALS = [
  ...['\\w*password', 'passwd', 'pwd', 'passphrase', 'passcode', '\\w*secret', '\\w*token', 'credential'],
  ...['authorization', 'cookie'],
  ...['api key', 'access key', 'private key', 'secret key', 'signing key', 'encryption key', 'session key', 'auth key'],
  ...['bearer', 'jwt', 'otp', 'pin', 'cvc', 'cvv', 'cvv2', 'card number', 'iban', 'account number'],
];
/** What a person can be told by, or reached at. */
const PERSONAL = [
  ...['\\w*email', 'e mail', 'phone', 'telephone', 'mobile number', 'msisdn', 'fax', 'address', 'street', 'postcode'],
  ...['first name', 'last name', 'full name', 'given name', 'family name', 'surname', 'birth date', 'birthday'],
  ...['date of birth', 'dob', 'ssn', 'social security', 'passport', 'tax number', 'ip'],
];
/** Words for texts, when they are the last: `textColor` is no text. */
const TEXTS = ['body', 'html', 'text', 'message', 'subject', 'subject line', 'content', 'comment', 'mobile', 'auth'];

const REFERENCE = new Set(['id', 'ids', 'ref', 'refs']);
/** A measure of something is not the thing: `tokenCount`. */
const MEASURE = new Set(['count', 'length', 'size', 'bytes', 'type', 'kind', 'status', 'version', 'at']);

const credential = phrases(CREDENTIALS, '(?= )');
const personal = phrases(PERSONAL, '(?= )');
const text = phrases(TEXTS, '(?=(?: \\d+)? $)');

/** The words in a field's name that speak of secrets, personal data or texts, unless it names a reference to them. */
export function sensitiveWords(name: string): string | undefined {
  const words = fieldWords(name);
  const last = words.at(-1) ?? '';
  if (REFERENCE.has(last) || MEASURE.has(last)) return undefined;
  const spaced = ` ${words.join(' ')} `;
  const secret = credential.exec(spaced)?.[1];
  if (secret !== undefined) return secret;
  if (last === 'key') return undefined;
  return personal.exec(spaced)?.[1] ?? text.exec(spaced)?.[1];
}

/** Two words may also be written as one. */
function phrases(words: readonly string[], end: string): RegExp {
  const joined = words.map((word) => word.replaceAll(' ', ' ?')).join('|');
  return new RegExp(`(?<= )((?:${joined})(?:es|s)?)${end}`);
}
