import { defineProvider } from '@feira/plugin-kit';
import { createProvider } from './provider.ts';

export default defineProvider({ createProvider });
