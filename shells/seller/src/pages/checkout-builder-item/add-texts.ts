/** Adds the texts of the builder. They load with its page, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    builder: typeof portuguese;
  }
}

addTexts('builder', portuguese, english);
