import { defineProvider } from '@feira/plugin-kit';
import { createTransfeeraProvider } from './provider.ts';

export default defineProvider({ createProvider: createTransfeeraProvider });
