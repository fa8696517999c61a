/** Brands the checkout recognises while a number is typed. */
export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'elo' | 'hipercard' | 'diners' | 'discover' | 'jcb';

/** A brand as people write it, whatever letters a provider writes it in. */
export const formatCardBrand = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1).toLowerCase();

/**
 * First six digits of Elo cards, single or as from-to. They lie inside the ranges of Visa, Mastercard and Discover, so
 * Elo is asked first.
 */
const ELO_RANGES =
  '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 636368 ' +
  '650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 650901-650978 ' +
  '651652-651679 655000-655019 655021-655058';

/** In the order they are asked; lengths are those in circulation. */
const BRANDS: [brand: CardBrand, prefix: RegExp, lengths: number[]][] = [
  ['hipercard', /^(606282|3841[046]0|637(095|568|599|609|612))/, [13, 16, 19]],
  ['amex', /^3[47]/, [15]],
  ['diners', /^3(0[0-59]|[689])/, [14, 16]],
  ['jcb', /^35(2[89]|[3-8])/, [16, 19]],
  ['discover', /^(6011|64[4-9]|65|622(12[6-9]|1[3-9]|[2-8]|9[01]|92[0-5]))/, [16, 19]],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  ['visa', /^4/, [13, 16, 19]],
];

const isElo = (digits: string): boolean => {
  const bin = digits.slice(0, 6);
  return (
    bin.length === 6 &&
    ELO_RANGES.split(' ').some((range) => {
      const [from = '', to = from] = range.split('-');
      return bin >= from && bin <= to;
    })
  );
};

/** The brand of a whole or partly typed number; Elo and Hipercard show once six digits are there. */
export function cardBrand(digits: string): CardBrand | null {
  if (isElo(digits)) return 'elo';
  return BRANDS.find(([, prefix]) => prefix.test(digits))?.[0] ?? null;
}

function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/**
 * Returns whether the digits can be a card number: check digit and a length its brand uses. Of an unknown brand sixteen digits
 * pass, because new ranges appear before this list knows them and the acquirer decides anyway.
 */
export function isCardNumber(digits: string): boolean {
  if (!/^[2-6]\d{12,18}$/.test(digits) || !hasLuhnDigit(digits)) return false;
  const brand = cardBrand(digits);
  const lengths = BRANDS.find(([name]) => name === brand)?.[2] ?? [16];
  return lengths.includes(digits.length);
}

/** Two digits as 20YY; other years stay as they are. */
export function fullYear(year: number): number {
  return year >= 0 && year < 100 ? 2000 + year : year;
}

/** Returns an expiry as YYYY-MM; undefined where no card can have it. */
export function formatExpiry(month: number, year: number): string | undefined {
  const text = `${fullYear(year)}-${String(month).padStart(2, '0')}`;
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

/**
 * Returns whether a card with this expiry can still be used: it is valid through the last day of its month, in the time zone
 * where that day ends last, because the issuer decides and a good card must not be refused by a clock.
 */
export function isExpiry(month: number, year: number, now: Date): boolean {
  const isMonth = Number.isInteger(month) && month >= 1 && month <= 12 && Number.isInteger(year);
  return isMonth && now.getTime() < Date.UTC(fullYear(year), month, 1, 12);
}
