import { defineProvider } from '@feira/plugin-kit';
import { createCieloProvider } from './provider.ts';

export default defineProvider({ createProvider: createCieloProvider });
