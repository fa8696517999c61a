import i18next from 'i18next';
import type ptBR from './locales/pt-BR.json';

/** Texts by namespace; each shell adds its own, so that a key that does not exist does not compile. */
export interface TextResources {
  kit: typeof ptBR;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: TextResources;
    returnNull: false;
  }
}

/** Adds the texts of a page or a part in both languages. */
export function addTexts<N extends keyof TextResources>(namespace: N, portuguese: TextResources[N], english: object) {
  i18next.addResourceBundle('pt-BR', namespace, portuguese);
  i18next.addResourceBundle('en', namespace, english);
}
