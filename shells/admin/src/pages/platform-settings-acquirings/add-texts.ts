/** Adds the texts of connections and of routing decisions. They load with the page, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    acquirings: typeof portuguese;
  }
}

addTexts('acquirings', portuguese, english);
