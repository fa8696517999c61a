/** Adds the texts of imports. They come along with the pages, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    imports: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'imports', portuguese);
i18next.addResourceBundle('en', 'imports', english);
