const MAX_LENGTH = 13;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Returns the text for the card statement: A–Z and 0–9 only, at most 13 characters, accents dropped. It may be empty. */
export function softDescriptor(text: string): string {
  return text
    .toUpperCase()
    .normalize('NFD')
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, MAX_LENGTH);
}

/** The default where no name is configured: 13 random characters of A–Z and 0–9. */
export function randomSoftDescriptor(random: () => number): string {
  return Array.from({ length: MAX_LENGTH }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('');
}
