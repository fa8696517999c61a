/** Adds the texts of balances, debts and withdrawals. They load with the pages that use them. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    money: typeof portuguese;
  }
}

addTexts('money', portuguese, english);
