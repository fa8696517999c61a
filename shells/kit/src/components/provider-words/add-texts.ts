/** What was asked of providers and how it ended, in words. They come along with the pages that speak of it. */
import i18next from 'i18next';
import '../../texts.ts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '../../texts.ts' {
  interface TextResources {
    provider: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'provider', portuguese);
i18next.addResourceBundle('en', 'provider', english);
