import { defineProvider } from '@feira/plugin-kit';
import { createAcmeProvider } from './provider.ts';

export default defineProvider({ createProvider: createAcmeProvider });
