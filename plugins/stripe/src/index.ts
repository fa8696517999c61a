import { defineProvider } from '@feira/plugin-kit';
import { createStripeProvider } from './provider.ts';

export default defineProvider({ createProvider: createStripeProvider });
