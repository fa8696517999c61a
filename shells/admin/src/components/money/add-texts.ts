/** What the team does about other people's money, in words. They come along with the pages that speak of it, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    adminMoney: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'adminMoney', portuguese);
i18next.addResourceBundle('en', 'adminMoney', english);
