/** A bank slip takes up to this number of banking days to clear. The texts of the checkout say the same number. */
export const BILLET_CLEARING_DAYS = 3;

const DAY_MS = 86_400_000;
/** Factor 0: 7 October 1997. Factors run from 1000 to 9999 and then start at 1000 again. */
const BASE_DAY = Date.UTC(1997, 9, 7) / DAY_MS;
const CYCLE_DAYS = 9_000;

function modulo10(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const product = Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return (10 - (sum % 10)) % 10;
}

/** 11 minus the remainder, with weights 2 to 9 from the right; callers know what 10 and 11 become. */
function modulo11(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    sum += Number(digits[digits.length - 1 - index]) * ((index % 8) + 2);
  }
  return 11 - (sum % 11);
}

/** Bank slips never have check digit 0: it would look like an empty place. */
const bankCheckDigit = (digits: string): number => {
  const digit = modulo11(digits);
  return digit > 9 ? 1 : digit;
};

/** Taxes and utilities say by their third digit which modulus they use. */
const collectionCheckDigit = (thirdDigit: string | undefined, digits: string): number => {
  if (thirdDigit === '6' || thirdDigit === '7') return modulo10(digits);
  const digit = modulo11(digits);
  return digit > 9 ? 0 : digit;
};

const isCollection = (barcode: string): boolean => barcode[0] === '8';

function isBarcode(digits: string): boolean {
  if (!/^\d{44}$/.test(digits)) return false;
  if (!isCollection(digits)) {
    return digits[3] === '9' && Number(digits[4]) === bankCheckDigit(digits.slice(0, 4) + digits.slice(5));
  }
  return (
    /^8\d[6-9]/.test(digits) &&
    Number(digits[3]) === collectionCheckDigit(digits[2], digits.slice(0, 3) + digits.slice(4))
  );
}

function toDay(date: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  // Some engines move 30 February on to March instead of refusing it.
  if (Number.isNaN(time) || toDate(time / DAY_MS) !== date) throw new RangeError('the date must exist, as YYYY-MM-DD');
  return time / DAY_MS;
}

const toDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The four-digit factor of a due date: 9999 on 2025-02-21, 1000 again on 2025-02-22 and on 2049-10-14. */
export function dueDateFactor(date: string): number {
  const days = toDay(date) - BASE_DAY;
  if (days < 1_000) throw new RangeError('due dates start at 2000-07-03');
  return ((days - 1_000) % CYCLE_DAYS) + 1_000;
}

/**
 * The due date a factor means. Each factor comes again every 9000 days, so it is the date nearest to today, the later
 * one of two equally near. Null for 0, a slip without due date.
 */
export function dueDateFromFactor(factor: number, today: string): string | null {
  if (factor === 0) return null;
  if (!Number.isInteger(factor) || factor < 1_000 || factor > 9_999) {
    throw new RangeError('the factor must be 0 or from 1000 to 9999');
  }
  const first = BASE_DAY + factor;
  const cycles = Math.floor((toDay(today) - first) / CYCLE_DAYS + 0.5);
  return toDate(first + Math.max(cycles, 0) * CYCLE_DAYS);
}

/** The fields of a slip that the issuing bank decides. */
export interface BoletoInput {
  /** Three digits. */
  bankCode: string;
  /** YYYY-MM-DD. */
  dueDate: string | null;
  /** Cents. */
  amount: number;
  /** Twenty-five digits with the bank's own meaning. */
  freeField: string;
}

/** The 44 digits behind the bars of a bank slip. */
export function buildBarcode({ bankCode, dueDate, amount, freeField }: BoletoInput): string {
  if (!/^\d{3}$/.test(bankCode)) throw new RangeError('bankCode must be three digits');
  // A leading 8 marks taxes and utilities, whose digits mean something else.
  if (isCollection(bankCode)) throw new RangeError('bankCode must not begin with 8');
  if (!/^\d{25}$/.test(freeField)) throw new RangeError('freeField must be 25 digits');
  if (!Number.isInteger(amount) || amount < 0 || amount > 9_999_999_999) {
    throw new RangeError('amount must be whole cents of at most ten digits');
  }
  const factor = dueDate === null ? '0000' : String(dueDateFactor(dueDate));
  const rest = factor + String(amount).padStart(10, '0') + freeField;
  return `${bankCode}9${bankCheckDigit(`${bankCode}9${rest}`)}${rest}`;
}

/** The line people type for a barcode: 47 digits, or 48 for taxes and utilities. */
export function barcodeToLine(barcode: string): string {
  if (!isBarcode(barcode)) throw new RangeError('the barcode must be 44 digits with a right check digit');
  if (isCollection(barcode)) {
    return barcode.replace(/\d{11}/g, (block) => block + collectionCheckDigit(barcode[2], block));
  }
  const fields = [barcode.slice(0, 4) + barcode.slice(19, 24), barcode.slice(24, 34), barcode.slice(34)];
  return fields.map((field) => field + modulo10(field)).join('') + barcode.slice(4, 19);
}

/** The barcode a line would have if its check digits were right. */
function readLine(digits: string): string | null {
  if (/^8\d{47}$/.test(digits)) return digits.replace(/(\d{11})\d/g, '$1');
  const parts = /^(\d{4})(\d{5})\d(\d{10})\d(\d{10})\d(\d{15})$/.exec(digits);
  return parts && `${parts[1]}${parts[5]}${parts[2]}${parts[3]}${parts[4]}`;
}

const bare = (text: string): string => text.replace(/[\s.-]/g, '');

/** Returns whether the text is the line of a bank slip (47 digits) or of a tax or utility (48) with every check digit right. */
export function isBoletoLine(text: string): boolean {
  const digits = bare(text);
  const barcode = readLine(digits);
  return barcode !== null && isBarcode(barcode) && barcodeToLine(barcode) === digits;
}

/** The 44 digits of the barcode for a line, masked or not. */
export function lineToBarcode(line: string): string {
  if (!isBoletoLine(line)) throw new RangeError('the line must be 47 or 48 digits with right check digits');
  return readLine(bare(line))!;
}

/** The line grouped as slips print it; text of another length stays as it is. */
export function formatBoletoLine(digits: string): string {
  return digits
    .replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')
    .replace(/^(\d{11})(\d)(\d{11})(\d)(\d{11})(\d)(\d{11})(\d)$/, '$1-$2 $3-$4 $5-$6 $7-$8');
}

/** The two wide elements among the five of each digit (1 is wide), as Interleaved 2 of 5 fixes them. */
const WIDE = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];

/**
 * The barcode as widths of bars and spaces in turn, beginning with a bar: 1 is narrow, 3 is wide. Of each pair of digits
 * the first is drawn in the bars and the second in the spaces between them.
 */
export function itfBars(barcode: string): number[] {
  if (!/^(\d\d)+$/.test(barcode)) throw new RangeError('the barcode must be an even number of digits');
  const widths = [1, 1, 1, 1];
  for (let index = 0; index < barcode.length; index += 2) {
    for (let element = 0; element < 5; element++) {
      for (const digit of barcode.slice(index, index + 2)) widths.push(WIDE[Number(digit)]?.[element] === '1' ? 3 : 1);
    }
  }
  return [...widths, 3, 1, 1];
}
