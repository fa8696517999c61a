import { isPhone, normalizePhone } from './phone.ts';

/** Puts the characters into the places marked 9 and adds a separator only once something follows it. */
function fillPattern(characters: string, pattern: string): string {
  let masked = '';
  let used = 0;
  for (const place of pattern) {
    if (used === characters.length) break;
    masked += place === '9' ? characters[used++] : place;
  }
  return masked;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** 999.999.999-99; with a letter or a twelfth character it becomes the mask of a CNPJ, whose last two are digits. */
export function maskCpfOrCnpj(text: string): string {
  const characters = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  if (characters.length <= 11 && !/[A-Z]/.test(characters)) return fillPattern(characters, '999.999.999-99');
  const cnpj = characters.slice(0, 12) + digitsOf(characters.slice(12)).slice(0, 2);
  return fillPattern(cnpj, '99.999.999/9999-99');
}

/**
 * Pasted and filled-in numbers may carry the country code. Twelve digits starting with 55 may also be a whole number
 * of area code 55 plus one digit too many, which is cut off instead.
 */
function localDigits(text: string): string {
  const digits = digitsOf(text);
  const isTooLong = digits.length === 12 && !text.trim().startsWith('+') && isPhone(digits.slice(0, 11));
  return (isTooLong ? digits : normalizePhone(digits)).slice(0, 11);
}

/** (99) 99999-9999; a number whose third digit is not 9 is grouped as a landline until it has eleven digits. */
export function maskPhone(text: string): string {
  const digits = localDigits(text);
  const isMobile = digits.length === 11 || digits[2] === '9';
  return fillPattern(digits, isMobile ? '(99) 99999-9999' : '(99) 9999-9999');
}

/** 99999-999. */
export function maskZipCode(text: string): string {
  return fillPattern(digitsOf(text), '99999-999');
}

/** Sixteen digits in groups of four. */
export function maskCardNumber(text: string): string {
  return fillPattern(digitsOf(text), '9999 9999 9999 9999');
}

/** MM/YY; completes a month typed with one digit and shortens the four-digit year that browsers fill in. */
export function maskExpiry(text: string): string {
  const isShortMonth = /^\D*([2-9]|\d\D*\/)/.test(text);
  const digits = (isShortMonth ? '0' : '') + digitsOf(text);
  return fillPattern(digits.replace(/^(\d\d)20(\d\d)$/, '$1$2'), '99/99');
}

/**
 * Returns the position of the caret in the masked text `next`, given the text as the browser left it (`previous`) and its caret:
 * behind the same typed character. At the end it stays at the end; characters the mask refused do not count.
 */
export function caretAfterMask(previous: string, next: string, caret: number): number {
  if (caret >= previous.length) return next.length;
  let position = 0;
  for (const character of previous.slice(0, caret).toUpperCase()) {
    if (!/[0-9A-Z]/.test(character)) continue;
    let candidate = position;
    while (candidate < next.length && !/[0-9A-Z]/i.test(next[candidate] ?? '')) candidate++;
    if (next[candidate]?.toUpperCase() === character) position = candidate + 1;
  }
  return position;
}
