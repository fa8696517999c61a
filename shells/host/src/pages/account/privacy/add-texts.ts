/** Adds the texts of the section about data, which load with it. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    privacy: typeof portuguese;
  }
}

addTexts('privacy', portuguese, english);
