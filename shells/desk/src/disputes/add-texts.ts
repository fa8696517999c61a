/** Adds the texts of a defence. They load with the pages where people write one. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    defence: typeof portuguese;
  }
}

addTexts('defence', portuguese, english);
