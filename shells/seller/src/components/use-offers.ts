import { listOffers } from '@feira/schemas/procedures/offers';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** More links than these would need a page of their own. */
const SHOWN = 5;

export const useOffers = () => useProcedureQuery(listOffers, { limit: SHOWN });
