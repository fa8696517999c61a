/** Adds the texts of one sale. They load with its page. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    sale: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'sale', portuguese);
i18next.addResourceBundle('en', 'sale', english);
