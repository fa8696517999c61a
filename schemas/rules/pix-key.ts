import { isCnpj } from './cnpj.ts';
import { isCpf } from './cpf.ts';
import { normalizeDocument } from './document.ts';
import { isEmail } from './email.ts';
import { toE164 } from './phone.ts';

/** The kinds of PIX key, in the words of the provider contract; RANDOM is the directory's EVP. */
export type PixKeyType = 'CPF' | 'CNPJ' | 'EMAIL' | 'RANDOM' | 'PHONE';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * The likely kind of a typed PIX key, or null. Only a suggestion: eleven digits may be both a CPF and a mobile phone, so
 * the person confirms it before money moves.
 */
export function detectPixKeyType(text: string): PixKeyType | null {
  const key = text.trim();
  if (isCpf(key)) return 'CPF';
  if (isCnpj(key)) return 'CNPJ';
  if (isEmail(key)) return 'EMAIL';
  if (UUID.test(key)) return 'RANDOM';
  return /^[\d+-]{9,15}$/.test(key) ? 'PHONE' : null;
}

/** The key as the PIX directory stores it: documents bare, phones with +55, the rest in lower case. */
export function normalizePixKey(type: PixKeyType, text: string): string {
  const key = text.trim();
  if (type === 'CPF' || type === 'CNPJ') return normalizeDocument(key);
  if (type !== 'PHONE') return key.toLowerCase();
  // A typed plus already names the country: adding 55 to a foreign number would pay another person.
  return key.startsWith('+') ? `+${key.replace(/\D/g, '')}` : toE164(key);
}
