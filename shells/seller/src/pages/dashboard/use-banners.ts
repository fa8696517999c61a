import { getBrand } from '@feira/schemas/procedures/settings';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** What the platform wants its sellers to see; without an answer there is nothing to see. */
export const useBanners = () => useProcedureQuery(getBrand, {}).data?.customization.banners ?? [];
