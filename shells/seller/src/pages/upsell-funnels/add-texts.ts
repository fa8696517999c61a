/** Adds the texts of funnels. They come along with the page, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    funnels: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'funnels', portuguese);
i18next.addResourceBundle('en', 'funnels', english);
