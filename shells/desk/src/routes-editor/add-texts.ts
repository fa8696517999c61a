/** Adds the texts of the editor. They load with the pages that show it, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    routes: typeof portuguese;
  }
}

addTexts('routes', portuguese, english);
