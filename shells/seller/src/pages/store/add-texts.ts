/** Adds the texts of the store. They come along with the page, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    store: typeof portuguese;
  }
}

addTexts('store', portuguese, english);
