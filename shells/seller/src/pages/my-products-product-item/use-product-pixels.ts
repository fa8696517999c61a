import {
  getProductPixels,
  repeatProductConversion,
  setProductToken,
  testProductPixel,
} from '@feira/schemas/procedures/pixels';
import { isReporting } from '@feira/shell-desk/pixels/reporting-panel.tsx';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useProductPixels = (productId: string) => useProcedureQuery(getProductPixels, { productId }, isReporting);

export const useTokenChange = () => useChange(setProductToken, getProductPixels);
export const useTest = () => useChange(testProductPixel, getProductPixels);
export const useRepeat = () => useChange(repeatProductConversion, getProductPixels);
