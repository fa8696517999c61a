/** Adds the texts of the rules for unpaid charges. They load with the pages that edit them. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    dunning: typeof portuguese;
  }
}

addTexts('dunning', portuguese, english);
