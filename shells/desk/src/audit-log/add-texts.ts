/** Adds the texts of the activity log. They load with the pages that show it. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    auditLog: typeof portuguese;
  }
}

addTexts('auditLog', portuguese, english);
