/** Adds the texts of the marketplace. They load with its pages, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    marketplace: typeof portuguese;
  }
}

addTexts('marketplace', portuguese, english);
