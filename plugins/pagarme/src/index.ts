import { defineProvider } from '@feira/plugin-kit';
import { createPagarmeProvider } from './provider.ts';

export default defineProvider({ createProvider: createPagarmeProvider });
