/** Adds the texts of the section about identity, which load with it. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    ownVerification: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'ownVerification', portuguese);
i18next.addResourceBundle('en', 'ownVerification', english);
