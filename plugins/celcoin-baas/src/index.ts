import { defineProvider } from '@feira/plugin-kit';
import { createCelcoinBaasProvider } from './provider.ts';

export default defineProvider({ createProvider: createCelcoinBaasProvider });
