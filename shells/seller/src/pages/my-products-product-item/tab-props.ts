import type { Product } from '../../components/products/use-products.ts';

/** What every tab of a product is given. */
export interface TabProps {
  product: Product;
  reload: () => Promise<{ data?: Product | undefined }>;
  onDone: (message: string) => void;
}
