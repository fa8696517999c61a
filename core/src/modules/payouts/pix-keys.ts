import { documentType, normalizeDocument } from '@feira/schemas/rules/document';
import { isPhone, normalizePhone } from '@feira/schemas/rules/phone';
import { detectPixKeyType, normalizePixKey, type PixKeyType } from '@feira/schemas/rules/pix-key';

export interface PixKey {
  type: PixKeyType;
  /** The key as the PIX directory stores it. */
  key: string;
}

/** Matches what only phones are written with: a country, an area code in brackets, or one hyphen four digits before the end. */
const PHONE_SIGNS = /^[+(]|^\d{2}[ -]?9?\d{4}-\d{4}$/;
const CPF_SIGNS = /^\d{3}\.\d{3}\.\d{3}-?\d{2}$/;

/** Returns every type that the text may be: only eleven bare digits may be two. */
export function listPixKeys(text: string): PixKey[] {
  const typed = text.trim();
  const phone = readPhone(typed);
  const document = normalizeDocument(typed);
  const type = documentType(document);
  const isPhoneOnly = phone !== null && PHONE_SIGNS.test(typed);
  if (type && !isPhoneOnly) {
    const found = { type, key: document };
    return phone && type === 'CPF' && !CPF_SIGNS.test(typed) ? [found, phone] : [found];
  }
  if (phone) return [phone];
  const other = detectPixKeyType(typed);
  return other === 'EMAIL' || other === 'RANDOM' ? [{ type: other, key: normalizePixKey(other, typed) }] : [];
}

function readPhone(typed: string): PixKey | null {
  if (!/^[+\d(][\d\s()+-]*$/.test(typed)) return null;
  const national = normalizePhone(typed);
  return isPhone(national) ? { type: 'PHONE', key: `+55${national}` } : null;
}
