import { defineProvider } from '@feira/plugin-kit';
import { createWooviProvider } from './provider.ts';

export default defineProvider({ createProvider: createWooviProvider });
