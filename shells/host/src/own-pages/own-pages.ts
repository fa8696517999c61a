import type { Locale } from '@feira/schemas/common';
import type { OwnPage } from '@feira/schemas/remotes';

/** The core writes them into the document. */
export const readOwnPages = (): OwnPage[] => JSON.parse(document.getElementById('own-pages')!.textContent);

/** The titles of the owner's pages have a namespace of their own. */
export const OWN_TEXTS = 'own-pages';

export const listOwnTexts = (locale: Locale) =>
  Object.fromEntries(readOwnPages().map(({ name, title }) => [name, title[locale]]));
