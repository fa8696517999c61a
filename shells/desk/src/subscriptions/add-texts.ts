/** Adds the texts of subscriptions. They load with the pages that show one. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    subscriptions: typeof portuguese;
  }
}

addTexts('subscriptions', portuguese, english);
