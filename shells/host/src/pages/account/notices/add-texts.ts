/** Adds the texts of the choices about notifications, which load after the sections above them. */
import { addTexts } from '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    notices: typeof portuguese;
  }
}

addTexts('notices', portuguese, english);
