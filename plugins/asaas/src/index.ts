import { defineProvider } from '@feira/plugin-kit';
import { createAsaasProvider } from './provider.ts';

export default defineProvider({ createProvider: createAsaasProvider });
