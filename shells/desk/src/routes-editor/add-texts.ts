/** Adds the texts of the editor. They load with the pages that show it, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    routes: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'routes', portuguese);
i18next.addResourceBundle('en', 'routes', english);
