/** Adds the texts of uploads. They load with what shows them, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    uploads: typeof portuguese;
  }
}

addTexts('uploads', portuguese, english);
