/** Adds the texts of the notifications, which load with the panel that shows them. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    notifications: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'notifications', portuguese);
i18next.addResourceBundle('en', 'notifications', english);
