import { defineProvider } from '@feira/plugin-kit';
import { createIuguProvider } from './provider.ts';

export default defineProvider({ createProvider: createIuguProvider });
