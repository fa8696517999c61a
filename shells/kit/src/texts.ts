import 'i18next';
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
