/** Hides most of an e-mail, but leaves enough for its owner to recognise it. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1…');
