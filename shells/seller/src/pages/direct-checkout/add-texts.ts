/** Adds the texts of links to a checkout. They come along with the page, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    directCheckout: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'directCheckout', portuguese);
i18next.addResourceBundle('en', 'directCheckout', english);
