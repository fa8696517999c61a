/** Adds the texts of what is done with several records at once. They load with the page, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    batch: typeof portuguese;
  }
}

addTexts('batch', portuguese, english);
