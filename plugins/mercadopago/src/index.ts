import { defineProvider } from '@feira/plugin-kit';
import { createMercadopagoProvider } from './provider.ts';

export default defineProvider({ createProvider: createMercadopagoProvider });
