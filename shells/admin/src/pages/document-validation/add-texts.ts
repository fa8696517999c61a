/** Adds the texts of the desk that checks documents. They load with the page, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    adminVerification: typeof portuguese;
  }
}

addTexts('adminVerification', portuguese, english);
