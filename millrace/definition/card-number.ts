/** 13 to 19 digits on their own, plain or in the groups that are printed on cards. */
const CANDIDATE =
  /(?<![\w+-])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})(?![\w-])/g;
/** Prefixes and lengths that networks issue; a tenth of all other long numbers would pass the check digit too. */
const ISSUED = /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[0-8]|2[2-7]|35|6\d)\d{14}|3[47]\d{13}|3[0689]\d{12}|6\d{16,18})$/;

/** Does a text hold a number that some card could have? */
export function isCardNumber(text: string): boolean {
  for (const [candidate] of text.matchAll(CANDIDATE)) {
    const digits = candidate.replace(/\D/g, '');
    if (ISSUED.test(digits) && passesLuhn(digits)) return true;
  }
  return false;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighed = place % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
