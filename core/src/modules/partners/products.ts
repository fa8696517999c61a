/** Guards the shares of a product: one decision at a time, and never more than partners may have together. */

import { type AffiliateTerms, affiliateTerms, MOST_SHARED_BASIS_POINTS } from '@feira/schemas/entities/affiliate-terms';
import { fieldsOf } from '@feira/schemas/entities/entity';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findChange, writeVersion } from '../../shared/edited-model.ts';
import { recordEvent } from '../audit/service.ts';
import { productNotFound } from '../products/service.ts';
import { checkVersion } from '../products/versioned-model.ts';
import { endExpired } from './contract-model.ts';
import { SharedProduct, selectShared } from './product-model.ts';

export type PartnersApp = Pick<FastifyInstance, 'database' | 'clock'>;

/** A product that is locked until the transaction ends. */
export interface LockedProduct {
  product: SharedProduct;
  now: Date;
  transaction: Transaction;
  /** Throws SHARES_TOO_LARGE with the input's `field`. Called after the change is written. */
  checkShares(field: string): Promise<void>;
}

export function changeProduct<T>(
  app: PartnersApp,
  { platform }: Pick<PersonCall, 'platform'>,
  productId: string,
  work: (locked: LockedProduct) => Promise<T>,
): Promise<T> {
  return app.database.transaction(platform.id, async (transaction) => {
    const product = await SharedProduct.lock(transaction, productId);
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

/** Throws EDIT_CONFLICT with the terms that another tab set meanwhile. */
export function setTerms(
  app: PartnersApp,
  call: PersonCall,
  { productId, version }: { productId: string; version: number },
  terms: AffiliateTerms,
): Promise<{ version: number }> {
  const { platform, person, request } = call;
  return changeProduct(app, call, productId, async ({ product, transaction, checkShares }) => {
    if (product.sellerId !== person.id) throw productNotFound();
    checkVersion(product, version, fieldsOf(affiliateTerms));
    const before: AffiliateTerms = product.values();
    const change = findChange(before, terms);
    if (!change) return { version: product.version };
    const next = await writeVersion(transaction, product, change.after);
    await checkShares('basisPoints');
    const subject = { type: 'product', id: productId, name: product.name } as const;
    const details = { before, after: terms };
    await transaction.run(recordEvent(platform.id, request, { type: 'partner.termsChanged', subject, details }));
    return { version: next };
  });
}
