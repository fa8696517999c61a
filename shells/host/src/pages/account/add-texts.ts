/** Adds the texts of the account page, which load with it. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    account: typeof portuguese;
  }
}

addTexts('account', portuguese, english);
