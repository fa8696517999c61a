import type { Input } from '@feira/schemas/procedure';
import type { createProduct } from '@feira/schemas/procedures/products';
import { useRef } from 'react';
import {
  useOfferChange,
  useOfferCreation,
  useProductChange,
  useProductCreation,
  useProductPublication,
} from '../../components/products/use-products.ts';

type FirstProduct = Pick<Input<typeof createProduct>, 'name' | 'typeProduct' | 'category'> & { price: number };

/**
 * Creates a product, its first offer, and publishes both. A step that succeeded is not repeated when a later one fails and the
 * seller tries again; what was corrected in between is saved first.
 */
export function useFirstOffer() {
  const create = useProductCreation();
  const update = useProductChange();
  const offer = useOfferCreation();
  const correct = useOfferChange();
  const publish = useProductPublication();
  const steps = [create, update, offer, correct, publish];
  const done = useRef<{ productId: string; version: number; offer?: { offerId: string; version: number } } | null>(
    null,
  );
  const run = async ({ price, ...product }: FirstProduct): Promise<string | undefined> => {
    if (done.current) {
      const saved = await update.run({ productId: done.current.productId, version: done.current.version, ...product });
      if (!saved) return undefined;
      done.current.version = saved.version;
    } else {
      const made = await create.run(product);
      if (!made) return undefined;
      done.current = made;
    }
    const { productId, version, offer: known } = done.current;
    const terms = { title: product.name, price };
    const saved = known
      ? await correct.run({ ...known, ...terms }).then((answer) => answer && { ...known, ...answer })
      : await offer.run({ productId, ...terms });
    if (!saved) return undefined;
    done.current.offer = saved;
    return (await publish.run({ productId, version })) && saved.offerId;
  };
  return {
    run,
    error: steps.find(({ error }) => error)?.error ?? null,
    isBusy: steps.some(({ isBusy }) => isBusy),
    isDone: publish.isDone,
    reset: () => {
      for (const { reset } of steps) reset();
    },
  };
}
