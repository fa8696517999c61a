/** Adds the texts of API keys. They load with the pages that list keys. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    apiKeys: typeof portuguese;
  }
}

addTexts('apiKeys', portuguese, english);
