/** Adds the texts of calls to providers and their results. They load with the pages that use them. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    provider: typeof portuguese;
  }
}

addTexts('provider', portuguese, english);
