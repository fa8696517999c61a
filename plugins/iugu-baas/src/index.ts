import { defineProvider } from '@feira/plugin-kit';
import { createIuguBaasProvider } from './provider.ts';

export default defineProvider({ createProvider: createIuguBaasProvider });
