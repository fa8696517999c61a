/** Writes the address that opens a chat in WhatsApp with a message typed in. */
import { isPhone, normalizePhone } from './phone.ts';

/** Returns null without a message, or where the number is no Brazilian phone. */
export function whatsappLink(phone: string, message: string): string | null {
  const digits = normalizePhone(phone);
  if (!message || !isPhone(digits)) return null;
  return `https://wa.me/55${digits}?text=${encodeURIComponent(message)}`;
}
