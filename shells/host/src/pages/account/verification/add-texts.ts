/** Adds the texts of the section about identity, which load with it. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    ownVerification: typeof portuguese;
  }
}

addTexts('ownVerification', portuguese, english);
