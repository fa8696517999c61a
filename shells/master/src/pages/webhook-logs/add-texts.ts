/** Adds the texts of the logs of events and calls. They load with the page, in both languages. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    webhookLogs: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'webhookLogs', portuguese);
i18next.addResourceBundle('en', 'webhookLogs', english);
