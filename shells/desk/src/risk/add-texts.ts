/** Adds the words of fraud rules. They load with what shows them, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    riskWords: typeof portuguese;
  }
}

addTexts('riskWords', portuguese, english);
