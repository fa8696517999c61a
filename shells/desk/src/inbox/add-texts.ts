/** Adds the texts of the inbox. They load with the page, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    inbox: typeof portuguese;
  }
}

addTexts('inbox', portuguese, english);
