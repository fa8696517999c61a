import { getBrand, getSettings, updateCustomization } from '@feira/schemas/procedures/settings';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useSettings = () => useProcedureQuery(getSettings, {});

export const useCustomizationChange = () => useChange(updateCustomization, getSettings, getBrand);
