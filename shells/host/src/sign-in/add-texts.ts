/** Adds the texts and styles of the pages before the dashboards. They load with those pages, in both languages. */
import { addTexts } from '@feira/shell-kit/texts';
import '../styles/steps.css';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    signIn: typeof portuguese;
  }
}

addTexts('signIn', portuguese, english);
