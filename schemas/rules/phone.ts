/** Area codes in use, by their first digit. */
const AREA_CODES = /^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/;

/**
 * The digits of a Brazilian phone. A leading country code 55 goes only when 12 or 13 digits are there, because 55 is
 * also the area code of Santa Maria.
 */
export function normalizePhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  return /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits;
}

/** Area code in use plus eight digits, or nine beginning with 9. */
export function isPhone(digits: string): boolean {
  return /^\d{2}(9\d{8}|\d{8})$/.test(digits) && AREA_CODES.test(digits);
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
