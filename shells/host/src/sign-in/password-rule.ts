/** What the server asks of a new password, as far as a page can tell: how easy the rest is to guess, only the server judges. */
import { passwordSchema } from '@feira/schemas/procedures/account';

export const PASSWORD_LENGTH = passwordSchema.minLength;
/** Shorter names stand in too many words. */
const NAME_LENGTH = 4;

export interface Identity {
  name: string;
  email: string;
  platformName: string;
}

export interface PasswordCheck {
  isLong: boolean;
  /** No name that a guesser would know stands in it; undefined while the person's own are not known here. */
  isApart: boolean | undefined;
}

/** Accents, case and what stands between words apart, as somebody guessing would. */
const toWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

export function checkPassword(password: string, { name, email, platformName }: Identity): PasswordCheck {
  const names = [name, email.split('@')[0] ?? '', platformName].flatMap((text) => {
    const words = toWords(text);
    return [words.join(''), ...words];
  });
  const squeezed = toWords(password).join('');
  const isTelling = names.some((word) => word.length >= NAME_LENGTH && squeezed.includes(word));
  const isJudged = password.length > 0 && (isTelling || name !== '' || email !== '');
  return { isLong: [...password].length >= PASSWORD_LENGTH, isApart: isJudged ? !isTelling : undefined };
}
