/** Adds the texts of one sale. They load with its page. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    sale: typeof portuguese;
  }
}

addTexts('sale', portuguese, english);
