/** Adds the names of groups of numbers. They load with the pages that show them. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    groups: typeof portuguese;
  }
}

addTexts('groups', portuguese, english);
