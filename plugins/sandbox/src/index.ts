import { defineProvider } from '@feira/plugin-kit';
import { createSandboxProvider } from './provider.ts';

export default defineProvider({ createProvider: createSandboxProvider });
