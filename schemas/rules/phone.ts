/** Area codes in use, by their first digit. */
const AREA_CODE = '(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])';
/** A mobile has nine digits and begins with 9; a landline has eight and begins with 2 to 5. */
export const PHONE_PATTERN = `^${AREA_CODE}(9[0-9]{8}|[2-5][0-9]{7})$`;
/** A phone with or without its brackets, blank and hyphen, or nothing. */
export const WRITTEN_PHONE_PATTERN = `^(\\(?${AREA_CODE}\\)? ?(9[0-9]{4}|[2-5][0-9]{3})-?[0-9]{4})?$`;
const PHONE = new RegExp(PHONE_PATTERN);
/** A mobile whose last digits are not typed yet. */
const BEGUN_MOBILE = new RegExp(`^${AREA_CODE}9[0-9]*$`);

/** Area code in use plus a mobile or a landline number. */
export const isPhone = (digits: string): boolean => PHONE.test(digits);

/**
 * The digits of a Brazilian phone: country code, trunk zero and the long-distance operator behind it are left out. A number of another
 * country keeps its plus, so that it is no Brazilian phone. Digits beyond a whole number stay, so that it is refused and not cut.
 */
export function normalizePhone(text: string): string {
  const typed = text.normalize('NFKC').trim();
  const digits = typed.replace(/[^0-9]/g, '');
  if (/^(\+|00[^0])/.test(typed)) {
    const abroad = digits.replace(/^00/, '');
    return abroad.startsWith('55') ? national(abroad.slice(2)) : `+${abroad}`;
  }
  return withoutCountry(national(digits));
}

/** Takes the trunk zero away, and the two digits of an operator where a whole phone follows them. */
function national(digits: string): string {
  const rest = digits.replace(/^0+/, '');
  return digits.startsWith('0') && isPhone(rest.slice(2)) ? rest.slice(2) : rest;
}

/**
 * Without a plus, 55 is also the area code of Santa Maria: it counts as the country where more digits follow than a number there has. One digit
 * too many of such a number is left for the form to refuse.
 */
function withoutCountry(digits: string): string {
  if (!/^55[0-9]{10,11}$/.test(digits)) return digits;
  const rest = national(digits.slice(2));
  return digits.length === 12 && isPhone(digits.slice(0, 11)) && !isPhone(rest) && !BEGUN_MOBILE.test(rest)
    ? digits
    : rest;
}

/** (11) 98888-7777 or (11) 3888-7777; anything that is not ten or eleven digits stays as it is. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');
}

/** The phone as +55 and its digits, the way every provider and the PIX directory write it. */
export function toE164(digits: string): string {
  return `+55${normalizePhone(digits)}`;
}

/** The parts providers ask for one by one. */
export function splitPhone(digits: string): { countryCode: '55'; areaCode: string; number: string } {
  const phone = normalizePhone(digits);
  return { countryCode: '55', areaCode: phone.slice(0, 2), number: phone.slice(2) };
}
