/** Checks the server's rule for a new password as far as a page can: only the server knows how easy the password is to guess. */
import { passwordSchema } from '@feira/schemas/procedures/account';

export const PASSWORD_LENGTH = passwordSchema.minLength;
/** Shorter names are part of too many words. */
const NAME_LENGTH = 4;

export interface Identity {
  name: string;
  email: string;
  platformName: string;
}

export interface PasswordCheck {
  isLong: boolean;
  /** The password holds no name of the person; undefined while the page does not know the names. */
  isApart: boolean | undefined;
}

/** Ignores accents, case and the signs between words, as a guesser would. */
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
