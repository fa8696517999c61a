/** Adds the words of identity verification. They load with the pages that use them, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    verification: typeof portuguese;
  }
}

addTexts('verification', portuguese, english);
