/** Adds the texts of a defence. They load with the pages where people write one. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    defence: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'defence', portuguese);
i18next.addResourceBundle('en', 'defence', english);
