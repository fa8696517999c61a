/** Adds the texts of affiliates and co-producers. They load with the pages that use them, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    partners: typeof portuguese;
  }
}

addTexts('partners', portuguese, english);
