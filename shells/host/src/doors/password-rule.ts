/** What the server asks of a new password, as far as a page can tell: whether it is a common one, only the server knows. */
import { passwordSchema } from '@feira/schemas/procedures/account';

export const PASSWORD_LENGTH = passwordSchema.minLength;
const MIN_PART = 4;

export interface PasswordCheck {
  isLong: boolean;
  /** Neither name nor e-mail stand in it. */
  isApart: boolean;
}

/** Accents and case apart, as somebody guessing would. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export function checkPassword(password: string, identity: { name?: string; email?: string }): PasswordCheck {
  const parts = [...(identity.name ?? '').split(/\s+/), (identity.email ?? '').split('@')[0] ?? ''];
  const known = parts.map(plain).filter((part) => part.length >= MIN_PART);
  const typed = plain(password);
  return {
    isLong: [...password].length >= PASSWORD_LENGTH,
    isApart: password.length > 0 && !known.some((part) => typed.includes(part)),
  };
}
