/** Adds the texts of the choices about notifications, which load after the sections above them. */
import i18next from 'i18next';
import '@feira/shell-kit/texts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    notices: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'notices', portuguese);
i18next.addResourceBundle('en', 'notices', english);
