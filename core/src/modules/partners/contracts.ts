/**
 * Offers, accepts, replaces and ends contracts with co-producers. Existing sales keep the contract they were made under. An offer goes to
 * an e-mail: until its owner accepts, nothing tells the seller whether somebody here has it.
 */

import { addDays, fromSaoPaulo, toSaoPauloDate } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { type MailApp, prepareMail } from '../mail/service.ts';
import type { NewNotification } from '../notifications/model.ts';
import { notifyByEmail, prepareNotification } from '../notifications/service.ts';
import { productNotFound } from '../products/service.ts';
import {
  type ContractRow,
  closeContract,
  insertContract,
  type OpenContract,
  type Party,
  selectContract,
  selectOpen,
  startContract,
} from './contract-model.ts';
import { changeProduct, type LockedProduct, type PartnersApp } from './products.ts';

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
  party: Party;
  replaces: string | null;
}

async function offer(call: PersonCall, locked: LockedProduct, { party, replaces, ...terms }: Offered): Promise<string> {
  const { platform, request } = call;
  const { product, transaction, checkShares } = locked;
  const id = newId();
  const { basisPoints, endsOn } = terms;
  const endsAt = endOf(locked, endsOn);
  await transaction.runAll([
    insertContract(platform.id, { id, productId: product.id, party, basisPoints, endsAt, replaces }),
  ]);
  await checkShares('basisPoints');
  await transaction.runAll([
    notifyParty(platform.id, party, {
      type: 'partner.offered',
      parameters: { title: product.name, basisPoints },
      href: PAGE,
      source: `contract:${id}:offered`,
    }),
    recordEvent(platform.id, request, {
      type: 'partner.contractOffered',
      subject: toSubject(party, product),
      details: { contractId: id, productId: product.id, basisPoints, endsOn, replaces },
    }),
  ]);
  return id;
}

const notifyParty = (platformId: string, { id, email }: Party, notification: NewNotification) =>
  id ? prepareNotification(platformId, id, notification) : notifyByEmail(platformId, email, notification);

/** Returns the subject of an audit event: the person, or the product as long as the address belongs to nobody known. */
const toSubject = ({ id, name, email }: Party, product: LockedProduct['product']) =>
  id && name
    ? ({ type: 'person', id, name, email } as const)
    : ({ type: 'product', id: product.id, name: product.name, email } as const);

export async function offerContract(
  app: PartnersApp & MailApp & Pick<FastifyInstance, 'findPlatformUrl'>,
  call: PersonCall,
  { productId, ...input }: ContractTerms & { productId: string; email: string },
): Promise<string> {
  const { platform, person } = call;
  const { locale, isRegistrationOpen } = platform.settings;
  const { basisPoints, endsOn } = input;
  const email = input.email.toLowerCase();
  if (email === person.email) throw new AppError('PARTNER_IS_SELLER', { fields: ['email'] });
  const link = new URL(`${PAGE}?tab=received`, await app.findPlatformUrl(platform.id)).href;
  return changeProduct(app, call, productId, async (locked) => {
    if (locked.product.sellerId !== person.id) throw productNotFound();
    const open = await locked.transaction.list(selectOpen(platform.id, productId));
    if (open.some((each) => each.email === email)) throw new AppError('CONTRACT_EXISTS', { fields: ['email'] });
    if (new Set(open.map((each) => each.email)).size >= MAX_CO_PRODUCERS)
      throw new AppError('CONTRACT_LIMIT', { fields: ['productId'] });
    const party = { id: null, name: null, email };
    const id = await offer(call, locked, { basisPoints, endsOn, party, replaces: null });
    const parameters = {
      sellerName: person.name,
      title: locked.product.name,
      basisPoints,
      isRegistrationOpen,
      link,
    };
    await locked.transaction.run(
      await prepareMail(app, platform.id, { to: email, locale, template: 'contract-offered', parameters }),
    );
    return id;
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
  const found = await app.database.find(platform.id, selectContract(platform.id, id, person.id), true);
  if (!found || (found.sellerId !== person.id && !found.isParty)) throw notFound();
  return changeProduct(app, call, found.productId, async (locked) => {
    const row = await locked.transaction.find(selectContract(platform.id, id, person.id));
    if (!row) throw notFound();
    if (row.status !== 'OFFERED' && row.status !== 'ACTIVE') throw decided();
    return work(locked, row);
  });
}

/** Finds the other open contracts of the same two people: the active one, or a version that waits for an answer. */
const findOthers = async (
  { transaction, product }: LockedProduct,
  platformId: string,
  { id, party }: Pick<ContractRow, 'id' | 'party'>,
): Promise<OpenContract[]> =>
  (await transaction.list(selectOpen(platformId, product.id))).filter(
    (other) => other.id !== id && (other.email === party.email || (party.id !== null && other.personId === party.id)),
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
    return offer(call, locked, { ...terms, party: row.party, replaces });
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
    if (!row.isParty || row.sellerId === person.id) throw notFound();
    if (row.status !== 'OFFERED') throw decided();
    const { now, transaction } = locked;
    if (decision === 'REFUSE') {
      await transaction.runAll([
        closeContract(platform.id, id, 'REFUSED', now),
        ...prepareMessages(call, locked, row, 'REFUSED'),
      ]);
      return;
    }
    const accepted = { ...row, party: { id: person.id, name: person.name, email: person.email } };
    const others = await findOthers(locked, platform.id, accepted);
    await transaction.runAll([
      ...others.map((other) => closeContract(platform.id, other.id, 'ENDED', now)),
      startContract(platform.id, id, person.id, now),
      ...prepareMessages(call, locked, accepted, 'ACTIVE'),
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
  const { party } = row;
  const notification: NewNotification = {
    type: after === 'ENDED' ? 'partner.ended' : 'partner.decided',
    parameters: { title: product.name, name: party.name ?? party.email, status: after },
    href: PAGE,
    source: `contract:${row.id}:${after}`,
  };
  return [
    person.id === row.sellerId
      ? notifyParty(platform.id, party, notification)
      : prepareNotification(platform.id, row.sellerId, notification),
    recordEvent(platform.id, request, {
      type: 'partner.contractChanged',
      subject: toSubject(party, product),
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
