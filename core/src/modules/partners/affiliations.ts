/** Requests, decides and ends affiliations. */

import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import {
  type AffiliationRow,
  type AffiliationStatus,
  type Earlier,
  insertAffiliation,
  lockAffiliation,
  selectAffiliation,
  selectEarlier,
  updateStatus,
} from './affiliation-model.ts';
import { changeProduct, type LockedProduct, type PartnersApp } from './products.ts';

const SELLERS_PAGE = `${DASHBOARD_PATHS.seller}/affiliates`;
const OWN_PAGE = `${DASHBOARD_PATHS.seller}/my-affiliates`;

const notFound = () => new AppError('AFFILIATION_NOT_FOUND', { fields: ['affiliationId'] });
const decided = () => new AppError('AFFILIATION_DECIDED', { fields: ['affiliationId'] });

/** Returns the status of a new request. A person whose affiliation the seller had ended may ask again, but the seller must approve it. */
function statusOf({ product }: LockedProduct, earlier: Earlier[]): 'REQUESTED' | 'ACTIVE' {
  if (earlier.some(({ status }) => status === 'REQUESTED' || status === 'ACTIVE'))
    throw new AppError('AFFILIATION_EXISTS', { fields: ['productId'] });
  if (earlier[0]?.status === 'REFUSED') throw new AppError('AFFILIATION_REFUSED', { fields: ['productId'] });
  return product.isAutomatic && !earlier.some(({ endedAs }) => endedAs === 'seller') ? 'ACTIVE' : 'REQUESTED';
}

export function requestAffiliation(
  app: PartnersApp,
  call: PersonCall,
  productId: string,
): Promise<{ affiliationId: string; status: AffiliationStatus }> {
  const { platform, person, request } = call;
  return changeProduct(app, call, productId, async (locked) => {
    const { product, transaction, checkShares } = locked;
    if (product.sellerId === person.id) throw new AppError('OWN_PRODUCT', { fields: ['productId'] });
    if (!product.isOpen || product.status !== 'ACTIVE')
      throw new AppError('AFFILIATION_CLOSED', { fields: ['productId'] });
    const status = statusOf(locked, await transaction.list(selectEarlier(platform.id, productId, person.id)));
    const { basisPoints } = product;
    const id = newId();
    await transaction.runAll([
      insertAffiliation(platform.id, { id, productId, personId: person.id, basisPoints, status }),
    ]);
    await checkShares('productId');
    await transaction.runAll([
      prepareNotification(platform.id, product.sellerId, {
        type: 'partner.requested',
        parameters: { title: product.name, name: person.name, status },
        href: SELLERS_PAGE,
        source: `affiliation:${id}:requested`,
      }),
      recordEvent(platform.id, request, {
        type: 'partner.affiliationChanged',
        subject: { type: 'person', id: person.id, name: person.name, email: person.email },
        details: { affiliationId: id, productId, basisPoints, before: null, after: status },
      }),
    ]);
    return { affiliationId: id, status };
  });
}

interface Transition {
  from: readonly AffiliationStatus[];
  to: AffiliationStatus;
}

/** Changes the status of an affiliation of which the caller is the seller or the affiliate. `choose` decides under the product's lock. */
async function changeStatus(
  app: PartnersApp,
  call: PersonCall,
  id: string,
  choose: (row: AffiliationRow, side: 'seller' | 'affiliate') => Transition,
): Promise<void> {
  const { platform, person } = call;
  const found = await app.database.find(platform.id, selectAffiliation(platform.id, id), true);
  if (!found || ![found.sellerId, found.personId].includes(person.id)) throw notFound();
  const side = found.sellerId === person.id ? 'seller' : 'affiliate';
  await changeProduct(app, call, found.productId, async (locked) => {
    const row = await locked.transaction.find(lockAffiliation(platform.id, id));
    if (!row) throw notFound();
    const { from, to } = choose(row, side);
    if (!from.includes(row.status)) throw decided();
    await locked.transaction.runAll([updateStatus(platform.id, id, to, to === 'ENDED' ? side : null)]);
    if (to === 'ACTIVE') await locked.checkShares('affiliationId');
    await locked.transaction.runAll(prepareMessages(call, locked, row, to, side));
  });
}

/** Prepares the other side's notification and the audit log. */
function prepareMessages(
  { platform, request }: PersonCall,
  { product, now }: LockedProduct,
  row: AffiliationRow,
  to: AffiliationStatus,
  side: 'seller' | 'affiliate',
) {
  const recipientId = side === 'seller' ? row.personId : row.sellerId;
  const { id, personId, personName: name, personEmail: email, basisPoints } = row;
  return [
    prepareNotification(platform.id, recipientId, {
      type: to === 'ENDED' ? 'partner.ended' : 'partner.decided',
      parameters: { title: product.name, name, status: to },
      href: side === 'seller' ? OWN_PAGE : SELLERS_PAGE,
      // A refused request may be approved later, and each decision is notified.
      source: `affiliation:${id}:${to}:${now.getTime()}`,
    }),
    recordEvent(platform.id, request, {
      type: 'partner.affiliationChanged',
      subject: { type: 'person', id: personId, name, email },
      details: { affiliationId: id, productId: product.id, basisPoints, before: row.status, after: to },
    }),
  ];
}

export const decideAffiliation = (
  app: PartnersApp,
  call: PersonCall,
  id: string,
  decision: 'APPROVE' | 'REFUSE',
): Promise<void> =>
  changeStatus(app, call, id, (_, side) => {
    if (side !== 'seller') throw notFound();
    return decision === 'APPROVE'
      ? { from: ['REQUESTED', 'REFUSED'], to: 'ACTIVE' }
      : { from: ['REQUESTED'], to: 'REFUSED' };
  });

export const endAffiliation = (app: PartnersApp, call: PersonCall, id: string): Promise<void> =>
  changeStatus(app, call, id, () => ({ from: ['REQUESTED', 'ACTIVE'], to: 'ENDED' }));
