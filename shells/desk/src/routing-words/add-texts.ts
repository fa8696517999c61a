/** Adds the texts that explain the route of a payment. They load with the pages that use them. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    routing: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'routing', portuguese);
i18next.addResourceBundle('en', 'routing', english);
