/** Offers, accepts, replaces and ends contracts with co-producers. Existing sales keep the contract they were made under. */

import { addDays, fromSaoPaulo, toSaoPauloDate } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import {
  type Candidate,
  type ContractRow,
  closeContract,
  insertContract,
  selectCandidate,
  selectContract,
  selectOpen,
  startContract,
} from './contract-model.ts';
import { changeProduct, type LockedProduct, type PartnersApp, productNotFound } from './products.ts';

const PAGE = `${DASHBOARD_PATHS.seller}/co-production`;
const MAX_CO_PRODUCERS = 10;
/** Ten years with their leap days. */
const MAX_DAYS = 3_653;

const notFound = () => new AppError('CONTRACT_NOT_FOUND', { fields: ['contractId'] });
const decided = () => new AppError('CONTRACT_DECIDED', { fields: ['contractId'] });

export interface ContractTerms {
  basisPoints: number;
  endsOn: string | null;
}

/** Returns the end of the contract: the start of the day after `endsOn`, because sales of the last day count. */
function endOf({ now }: LockedProduct, endsOn: string | null): Date | null {
  if (endsOn === null) return null;
  const today = toSaoPauloDate(now);
  if (endsOn < today || endsOn > addDays(today, MAX_DAYS))
    throw new AppError('CONTRACT_END_INVALID', { fields: ['endsOn'] });
  return new Date(fromSaoPaulo(`${addDays(endsOn, 1)} 00:00:00`));
}

interface Offered extends ContractTerms {
  partner: Candidate;
  replaces: string | null;
}

async function offer(
  call: PersonCall,
  locked: LockedProduct,
  { partner, replaces, ...terms }: Offered,
): Promise<string> {
  const { platform, request } = call;
  const { product, transaction, checkShares } = locked;
  const id = newId();
  const { basisPoints, endsOn } = terms;
  const endsAt = endOf(locked, endsOn);
  await transaction.runAll([
    insertContract(platform.id, { id, productId: product.id, personId: partner.id, basisPoints, endsAt, replaces }),
  ]);
  await checkShares('basisPoints');
  await transaction.runAll([
    prepareNotification(platform.id, partner.id, {
      type: 'partner.offered',
      parameters: { title: product.name, basisPoints },
      href: PAGE,
      source: `contract:${id}:offered`,
    }),
    recordEvent(platform.id, request, {
      type: 'partner.contractOffered',
      subject: { type: 'person', ...partner },
      details: { contractId: id, productId: product.id, basisPoints, endsOn, replaces },
    }),
  ]);
  return id;
}

export function offerContract(
  app: PartnersApp,
  call: PersonCall,
  { productId, email, ...terms }: ContractTerms & { productId: string; email: string },
): Promise<string> {
  const { platform, person } = call;
  return changeProduct(app, call, productId, async (locked) => {
    if (locked.product.sellerId !== person.id) throw productNotFound();
    const partner = await locked.transaction.find(selectCandidate(platform.id, email));
    if (!partner || partner.id === person.id) throw new AppError('PARTNER_NOT_FOUND', { fields: ['email'] });
    const open = await locked.transaction.list(selectOpen(platform.id, productId));
    if (open.some(({ personId }) => personId === partner.id))
      throw new AppError('CONTRACT_EXISTS', { fields: ['email'] });
    if (new Set(open.map(({ personId }) => personId)).size >= MAX_CO_PRODUCERS)
      throw new AppError('CONTRACT_LIMIT', { fields: ['productId'] });
    return offer(call, locked, { ...terms, partner, replaces: null });
  });
}

/** Changes an open contract of which the caller is the seller or the co-producer, under the product's lock. */
async function changeOpen<T>(
  app: PartnersApp,
  call: PersonCall,
  id: string,
  work: (locked: LockedProduct, row: ContractRow) => Promise<T>,
): Promise<T> {
  const { platform, person } = call;
  const found = await app.database.find(platform.id, selectContract(platform.id, id), true);
  if (!found || ![found.sellerId, found.personId].includes(person.id)) throw notFound();
  return changeProduct(app, call, found.productId, async (locked) => {
    const row = await locked.transaction.find(selectContract(platform.id, id));
    if (!row) throw notFound();
    if (row.status !== 'OFFERED' && row.status !== 'ACTIVE') throw decided();
    return work(locked, row);
  });
}

const toPartner = (row: ContractRow): Candidate => ({
  id: row.personId,
  name: row.personName,
  email: row.personEmail,
});

/** Finds the other open contracts of the same two people: the active one, or a version that waits for an answer. */
const findOthers = async ({ transaction, product }: LockedProduct, platformId: string, row: ContractRow) =>
  (await transaction.list(selectOpen(platformId, product.id))).filter(
    ({ id, personId }) => id !== row.id && personId === row.personId,
  );

export function changeContract(
  app: PartnersApp,
  call: PersonCall,
  { contractId, ...terms }: ContractTerms & { contractId: string },
): Promise<string> {
  const { platform, person } = call;
  return changeOpen(app, call, contractId, async (locked, row) => {
    if (row.sellerId !== person.id) throw notFound();
    const versions = [row, ...(await findOthers(locked, platform.id, row))];
    // A waiting version is withdrawn, so that the co-producer has one version to answer.
    const waiting = versions.filter(({ status }) => status === 'OFFERED');
    await locked.transaction.runAll(waiting.map(({ id }) => closeContract(platform.id, id, 'ENDED', locked.now)));
    const replaces = versions.find(({ status }) => status === 'ACTIVE')?.id ?? row.id;
    return offer(call, locked, { ...terms, partner: toPartner(row), replaces });
  });
}

export function decideContract(
  app: PartnersApp,
  call: PersonCall,
  id: string,
  decision: 'ACCEPT' | 'REFUSE',
): Promise<void> {
  const { platform, person } = call;
  return changeOpen(app, call, id, async (locked, row) => {
    if (row.personId !== person.id) throw notFound();
    if (row.status !== 'OFFERED') throw decided();
    const { now, transaction } = locked;
    if (decision === 'REFUSE') {
      await transaction.runAll([
        closeContract(platform.id, id, 'REFUSED', now),
        ...prepareMessages(call, locked, row, 'REFUSED'),
      ]);
      return;
    }
    const others = await findOthers(locked, platform.id, row);
    await transaction.runAll([
      ...others.map((other) => closeContract(platform.id, other.id, 'ENDED', now)),
      startContract(platform.id, id, now),
      ...prepareMessages(call, locked, row, 'ACTIVE'),
    ]);
  });
}

export function endContract(app: PartnersApp, call: PersonCall, id: string): Promise<void> {
  const { platform, person } = call;
  return changeOpen(app, call, id, async (locked, row) => {
    const isSeller = row.sellerId === person.id;
    // A seller withdraws an offer; a co-producer refuses it with decideContract.
    if (row.status === 'OFFERED' && !isSeller) throw decided();
    if (row.status === 'ACTIVE' && isSeller && row.endsAt)
      throw new AppError('CONTRACT_FIXED', { fields: ['contractId'] });
    const others = row.status === 'ACTIVE' ? await findOthers(locked, platform.id, row) : [];
    await locked.transaction.runAll([
      ...[row, ...others].map((each) => closeContract(platform.id, each.id, 'ENDED', locked.now)),
      ...prepareMessages(call, locked, row, 'ENDED'),
    ]);
  });
}

/** Prepares the other side's notification and the audit log. */
function prepareMessages(
  { platform, person, request }: PersonCall,
  { product }: LockedProduct,
  row: ContractRow,
  after: 'ACTIVE' | 'REFUSED' | 'ENDED',
) {
  const recipientId = person.id === row.sellerId ? row.personId : row.sellerId;
  return [
    prepareNotification(platform.id, recipientId, {
      type: after === 'ENDED' ? 'partner.ended' : 'partner.decided',
      parameters: { title: product.name, name: row.personName, status: after },
      href: PAGE,
      source: `contract:${row.id}:${after}`,
    }),
    recordEvent(platform.id, request, {
      type: 'partner.contractChanged',
      subject: { type: 'person', ...toPartner(row) },
      details: {
        contractId: row.id,
        productId: product.id,
        basisPoints: row.basisPoints,
        before: row.status,
        after,
      },
    }),
  ];
}
