/** Adds the texts of the rules of identity verification. They load with the page, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    verificationRules: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'verificationRules', portuguese);
i18next.addResourceBundle('en', 'verificationRules', english);
