/** Writes the address that opens a chat in WhatsApp with a message typed in. */

/**
 * Returns null without a message, or where the number is too short to be a phone. Brazil's country code stands before the number, of
 * which parentheses, hyphens and spaces are taken out.
 */
export function whatsappLink(phone: string, message: string): string | null {
  const digits = phone.replace(/[()\-\s]/g, '');
  if (!message || digits.length <= 2) return null;
  return `https://wa.me/55${encodeURIComponent(digits)}?text=${encodeURIComponent(message)}`;
}
