import { defineProvider } from '@feira/plugin-kit';
import { createAccountsProvider } from '../../family-bacen/src/accounts.ts';

export default defineProvider({ createProvider: createAccountsProvider });
