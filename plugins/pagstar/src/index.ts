import { defineProvider } from '@feira/plugin-kit';
import { createFamilyProvider } from '../../family-onz/src/provider.ts';

export default defineProvider({ createProvider: createFamilyProvider });
