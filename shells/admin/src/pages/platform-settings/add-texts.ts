/** Adds the texts of the rules of identity verification. They load with the page, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    verificationRules: typeof portuguese;
  }
}

addTexts('verificationRules', portuguese, english);
