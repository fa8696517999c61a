/** Adds the texts of the fraud rules. They load with the page, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    adminRisk: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'adminRisk', portuguese);
i18next.addResourceBundle('en', 'adminRisk', english);
