import { type CardBrand, cardBrand, fullYear, isCardNumber, isExpiry } from '@feira/schemas/rules/card';
import { maskCardNumber, maskExpiry } from '@feira/schemas/rules/mask';

export type FieldName = 'number' | 'holder' | 'expiry' | 'cvv';
export const FIELDS: FieldName[] = ['number', 'holder', 'expiry', 'cvv'];
export type CardText = Record<FieldName, string>;

const digits = (text: string): string => text.replace(/\D/g, '');

/** The mask groups sixteen digits; longer numbers keep their last group, American Express its own grouping. */
export function maskNumber(text: string): string {
  const number = digits(text).slice(0, 19);
  if (/^3[47]/.test(number))
    return number
      .slice(0, 15)
      .replace(/^(\d{4})(\d{1,6})?(\d{1,5})?.*/, (_, ...groups) => groups.slice(0, 3).filter(Boolean).join(' '));
  return number.length > 16 ? `${maskCardNumber(number)} ${number.slice(16)}` : maskCardNumber(number);
}

export function maskCardField(name: FieldName, text: string, brand: CardBrand | null): string {
  if (name === 'number') return maskNumber(text);
  if (name === 'expiry') return maskExpiry(text);
  if (name === 'cvv') return digits(text).slice(0, cvvLength(brand));
  return text;
}

const cvvLength = (brand: CardBrand | null): number => (brand === 'amex' ? 4 : brand === null ? 4 : 3);

/** The year as the server and the providers want it: four digits. */
export function readExpiry(text: string): { expMonth: number; expYear: number } {
  const [month = '', year = ''] = text.split('/');
  return { expMonth: Number(month), expYear: fullYear(Number(year)) };
}

/** Fields that cannot be right, in the order they are asked. */
export function invalidFields(card: CardText, now: Date): FieldName[] {
  const number = digits(card.number);
  const brand = cardBrand(number);
  const { expMonth, expYear } = readExpiry(card.expiry);
  const isValid: Record<FieldName, boolean> = {
    number: isCardNumber(number),
    holder: /^\S+(\s+\S+)+$/.test(card.holder.trim()),
    expiry: /^\d\d\/\d\d$/.test(card.expiry) && isExpiry(expMonth, expYear, now),
    cvv: brand === 'amex' ? /^\d{4}$/.test(card.cvv) : brand ? /^\d{3}$/.test(card.cvv) : /^\d{3,4}$/.test(card.cvv),
  };
  return FIELDS.filter((name) => !isValid[name]);
}
