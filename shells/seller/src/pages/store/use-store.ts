import { getMyStore, saveMyStore } from '@feira/schemas/procedures/store';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useStore = () => useProcedureQuery(getMyStore, {});
export const useStoreChange = () => useChange(saveMyStore, getMyStore);
