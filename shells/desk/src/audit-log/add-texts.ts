/** Adds the texts of the activity log. They load with the pages that show it. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    auditLog: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'auditLog', portuguese);
i18next.addResourceBundle('en', 'auditLog', english);
