import { cleanName, countLetters } from '@feira/schemas/rules/text';
import type { TextKey, Translate } from '../texts.ts';
import type { Session } from './session.ts';

export const LONGEST_NAME = 30;
/** From here on the count is shown. */
const NEAR = 24;
/** Words that are left out before a name is shortened further. */
const PARTICLES = new Set(['da', 'das', 'de', 'do', 'dos', 'e']);

/** Returns the name with initials in its middle, where that makes it short enough. */
export function shortenName(name: string): string | undefined {
  const words = cleanName(name).split(' ');
  const isLong = () => countLetters(words.join(' ')) > LONGEST_NAME;
  for (let index = words.length - 2; index > 0 && isLong(); index--) {
    if (PARTICLES.has(words[index]!.toLowerCase())) words.splice(index, 1);
    else words[index] = `${words[index]![0]}.`;
  }
  return isLong() ? undefined : words.join(' ');
}

/** Says what is wrong with a field; of a name that is too short or too long also how to write it. */
export function describeProblem(t: Translate, key: TextKey, value: string | undefined): string {
  if (key === 'nameShort') return `${t(key)}. ${t('nameWhole')}`;
  if (key !== 'nameLong') return t(key);
  const shorter = shortenName(value!);
  return `${t(key)}. ${shorter ? t('nameShorter', { name: shorter }) : t('nameAbbreviate')}`;
}

/** Counts a name that comes near the limit. Nothing is ever cut: one that is too long, also one from a link, gets a way to write it. */
export function watchNameLength({ form, t, setFieldError }: Session): void {
  const field = form.elements.namedItem('name') as HTMLInputElement;
  const note = document.getElementById('name-count')!;
  const show = () => {
    const length = countLetters(cleanName(field.value));
    const [isNear, isOver] = [length > NEAR, length > LONGEST_NAME];
    if (isOver) note.textContent = t('nameOver', { count: length - LONGEST_NAME, limit: LONGEST_NAME });
    else note.textContent = isNear ? t('nameCount', { length, limit: LONGEST_NAME }) : '';
    if (length > LONGEST_NAME) setFieldError('name', describeProblem(t, 'nameLong', field.value));
  };
  field.addEventListener('input', () => setTimeout(show));
  show();
}
