/** Adds the texts of balances, debts and withdrawals. They load with the pages that use them. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    money: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'money', portuguese);
i18next.addResourceBundle('en', 'money', english);
