import { defineProvider } from '@feira/plugin-kit';
import { createRedeProvider } from './provider.ts';

export default defineProvider({ createProvider: createRedeProvider });
