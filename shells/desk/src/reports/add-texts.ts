/** Adds the names of groups of numbers. They load with the pages that show them. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    groups: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'groups', portuguese);
i18next.addResourceBundle('en', 'groups', english);
