/** Adds the texts of lists of sales. They load with the pages that show one. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    salesList: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'salesList', portuguese);
i18next.addResourceBundle('en', 'salesList', english);
