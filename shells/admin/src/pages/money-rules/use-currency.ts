import type { Currency } from '@feira/schemas/common';
import { getSettings } from '@feira/schemas/procedures/settings';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** Returns the currency of the platform's own amounts. */
export const useCurrency = (): Currency => useProcedureQuery(getSettings, {}).data?.settings.currency ?? 'BRL';
