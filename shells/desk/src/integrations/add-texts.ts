/** Adds the texts of integrations. They come along with the pages, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    integrations: typeof portuguese;
  }
}

addTexts('integrations', portuguese, english);
