import { normalizePhone } from './phone.ts';

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

/** Digits of full width, which keyboards of East Asia write, count as digits. */
const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');

/** 999.999.999-99; with a letter or a twelfth character it becomes the mask of a CNPJ, whose last two are digits. */
export function maskCpfOrCnpj(text: string): string {
  const characters = text
    .normalize('NFKC')
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
  if (characters.length <= 11 && !/[A-Z]/.test(characters)) return fillPattern(characters, '999.999.999-99');
  const cnpj = characters.slice(0, 12) + digitsOf(characters.slice(12)).slice(0, 2);
  return fillPattern(cnpj, '99.999.999/9999-99');
}

/** Behind a plus the country comes first: +55 stands until a digit of the number follows, and another country's number stays as typed. */
function maskAbroad(text: string): string | null {
  const plus = /^\s*(?:\+|00(?=[^0]))(.*)$/su.exec(text);
  if (!plus) return null;
  const digits = digitsOf(plus[1]!).slice(0, 15);
  if (digits.startsWith('55')) return digits.replace(/^550*/, '') === '' ? '+55' : null;
  return `+${digits}`;
}

/** (99) 99999-9999; a number whose third digit is not 9 is grouped as a landline until it has eleven digits. */
export function maskPhone(text: string): string {
  const typed = text.normalize('NFKC');
  const abroad = maskAbroad(typed);
  if (abroad !== null) return abroad;
  const digits = normalizePhone(typed).slice(0, 11);
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

/**
 * MM/YY; completes a month typed with one digit, shortens a four-digit year, and turns YYYY-MM around. A year that is half typed stands as it
 * is, because the field holds all that was typed before.
 */
export function maskExpiry(text: string): string {
  const typed = text.normalize('NFKC');
  const isShortMonth = /^\D*([2-9]|\d\D*[/.-])/.test(typed) && !/^\D*20\d\d/.test(typed);
  const digits = (isShortMonth ? '0' : '') + digitsOf(typed);
  // The month of a year that is typed first was completed to 02 at its first digit.
  const yearFirst = /^(?:0(?=20\d\d$))?(20\d\d)(\d{0,2})/.exec(digits);
  if (yearFirst) {
    const [, year = '', month = ''] = yearFirst;
    if (month === '') return year;
    if (/^[01]$/.test(month)) return `${year}-${month}`;
    return `${/^[01]/.test(month) ? month : `0${month[0]}`}/${year.slice(2)}`;
  }
  const year = digits.slice(2);
  const shown = /^20\d\d/.test(year) ? year.slice(2, 4) : year.slice(0, year.startsWith('20') ? 3 : 2);
  return digits.slice(0, 2) + (shown && `/${shown}`);
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
