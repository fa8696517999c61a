import { defineProvider } from '@feira/plugin-kit';
import { createStarkbankProvider } from './provider.ts';

export default defineProvider({ createProvider: createStarkbankProvider });
