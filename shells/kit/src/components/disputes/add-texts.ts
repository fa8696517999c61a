/** What a defence is made of. The words come along with the pages where one is written. */
import i18next from 'i18next';
import '../../texts.ts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

declare module '../../texts.ts' {
  interface TextResources {
    defence: typeof portuguese;
  }
}

i18next.addResourceBundle('pt-BR', 'defence', portuguese);
i18next.addResourceBundle('en', 'defence', english);
