/** Adds the texts of lists of sales. They load with the pages that show one. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    salesList: typeof portuguese;
  }
}

addTexts('salesList', portuguese, english);
