import type { Input } from '@feira/schemas/procedure';
import { listMyProducts } from '@feira/schemas/procedures/products';
import { listSales } from '@feira/schemas/procedures/sales';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** As many as one call lists. */
const MOST_PRODUCTS = 100;

export const useSales = (input: Input<typeof listSales>) => useProcedureQuery(listSales, input);

/** Returns the newest products to filter by; undefined while they load. */
export function useProductChoices() {
  const { data } = useProcedureQuery(listMyProducts, { limit: MOST_PRODUCTS });
  return data?.items.map(({ id, name }) => ({ value: id, label: name }));
}
