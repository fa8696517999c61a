import { getBrand } from '@feira/schemas/procedures/settings';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** Reads the platform's banners for sellers; a failure shows none. */
export const useBanners = () => useProcedureQuery(getBrand, {}).data?.customization.banners ?? [];
