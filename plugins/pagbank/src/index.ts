import { defineProvider } from '@feira/plugin-kit';
import { createPagbankProvider } from './provider.ts';

export default defineProvider({ createProvider: createPagbankProvider });
