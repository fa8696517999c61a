/** Adds the texts of the notifications, which load with the panel that shows them. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    notifications: typeof portuguese;
  }
}

addTexts('notifications', portuguese, english);
