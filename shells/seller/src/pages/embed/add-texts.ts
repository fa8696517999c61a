/** Adds the texts of the checkout in other sites. They come along with the page, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    embed: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'embed', portuguese);
i18next.addResourceBundle('en', 'embed', english);
