import '@feira/shell-kit/texts';
import type portuguese from './locales/pt-BR.json';

declare module '@feira/shell-kit/texts' {
  interface TextResources {
    master: typeof portuguese;
  }
}
