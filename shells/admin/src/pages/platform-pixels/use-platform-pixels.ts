import {
  getPlatformPixels,
  repeatPlatformConversion,
  setPlatformToken,
  testPlatformPixel,
  updatePlatformPixels,
} from '@feira/schemas/procedures/pixels';
import { isReporting } from '@feira/shell-desk/pixels/reporting-panel.tsx';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const usePlatformPixels = () => useProcedureQuery(getPlatformPixels, {}, isReporting);

export const usePixelsChange = () => useChange(updatePlatformPixels, getPlatformPixels);
export const useTokenChange = () => useChange(setPlatformToken, getPlatformPixels);
export const useTest = () => useChange(testPlatformPixel, getPlatformPixels);
export const useRepeat = () => useChange(repeatPlatformConversion, getPlatformPixels);
