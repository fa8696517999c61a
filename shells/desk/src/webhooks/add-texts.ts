/** Adds the texts of webhooks. They come along with the pages, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    webhooks: typeof portuguese;
  }
}

addTexts('webhooks', portuguese, english);
