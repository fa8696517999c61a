import type { Product } from '../../components/products/use-products.ts';

/** The props of every tab of a product. */
export interface TabProps {
  product: Product;
  reload: () => Promise<{ data?: Product | undefined }>;
  onDone: (message: string) => void;
}
