/** Adds the texts that explain the route of a payment. They load with the pages that use them. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    routing: typeof portuguese;
  }
}

addTexts('routing', portuguese, english);
