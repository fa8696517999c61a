/** Guards the shares of a product: one decision at a time, and never more than partners may have together. */

import { MOST_SHARED_BASIS_POINTS } from '@feira/schemas/procedures/partners';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { endExpired } from './contract-model.ts';
import { lockProduct, type ProductRow, type ProductTerms, selectShared, updateTerms } from './product-model.ts';

export type PartnersApp = Pick<FastifyInstance, 'database' | 'clock'>;

/** A product that is locked until the transaction ends. */
export interface LockedProduct {
  product: ProductRow;
  now: Date;
  transaction: Transaction;
  /** Throws SHARES_TOO_LARGE with the input's `field`. Called after the change is written. */
  checkShares(field: string): Promise<void>;
}

export const productNotFound = () => new AppError('PRODUCT_NOT_FOUND', { fields: ['productId'] });

export function changeProduct<T>(
  app: PartnersApp,
  { platform }: Pick<PersonCall, 'platform'>,
  productId: string,
  work: (locked: LockedProduct) => Promise<T>,
): Promise<T> {
  return app.database.transaction(platform.id, async (transaction) => {
    const product = await transaction.find(lockProduct(platform.id, productId));
    if (!product) throw productNotFound();
    const now = app.clock.now();
    await transaction.run(endExpired(platform.id, productId, now));
    const checkShares = async (field: string) => {
      const row = await transaction.find(selectShared(platform.id, productId));
      if ((row?.shared ?? 0) > MOST_SHARED_BASIS_POINTS) throw new AppError('SHARES_TOO_LARGE', { fields: [field] });
    };
    return work({ product, now, transaction, checkShares });
  });
}

export function setTerms(app: PartnersApp, call: PersonCall, productId: string, terms: ProductTerms): Promise<void> {
  const { platform, person, request } = call;
  return changeProduct(app, call, productId, async ({ product, transaction, checkShares }) => {
    if (product.sellerId !== person.id) throw productNotFound();
    const { isOpen, basisPoints, isAutomatic, windowDays } = product;
    const before: ProductTerms = { isOpen, basisPoints, isAutomatic, windowDays };
    const changed = Object.entries(terms).filter(([name, value]) => before[name as keyof ProductTerms] !== value);
    if (changed.length === 0) return;
    await transaction.run(updateTerms(platform.id, productId, terms));
    await checkShares('basisPoints');
    const details = { productId, product: product.name, before, after: terms };
    await transaction.run(recordEvent(platform.id, request, { type: 'partner.termsChanged', details }));
  });
}
