/** Adds the texts of questions. They come along with the page, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    questions: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'questions', portuguese);
i18next.addResourceBundle('en', 'questions', english);
