/** Adds the words of fraud rules. They load with what shows them, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    riskWords: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'riskWords', portuguese);
i18next.addResourceBundle('en', 'riskWords', english);
