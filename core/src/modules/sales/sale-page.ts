/** Gathers one sale for the person who looks at it: the seller, an administrator, or a partner with a part in it. */
import type { SALE_VIEWERS } from '@feira/schemas/procedures/sales';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { Person } from '../../plugins/sessions.ts';
import { type Flow, placeOf, type SaleHold, selectFlows, selectSaleHolds, sumFlows } from '../ledger/payment-model.ts';
import type { Share, ShareRole } from '../payments/model.ts';
import { readEnds } from '../payments/service.ts';
import { selectShippedSale, toShipment } from '../shipping/model.ts';
import {
  type News,
  selectCases,
  selectItems,
  selectNames,
  selectNews,
  selectRefunds,
  selectRequests,
  selectSale,
  type WholeSale,
} from './sale-model.ts';

type Viewer = (typeof SALE_VIEWERS)[number];
type App = Pick<FastifyInstance, 'database'>;

/** Returns null where the person may not see the sale. A seller who is also an administrator looks at the own sale as its seller. */
export function viewerOf({ sellerId, shares }: Pick<WholeSale, 'sellerId' | 'shares'>, person: Person): Viewer | null {
  if (person.roles.includes('seller') && person.id === sellerId) return 'SELLER';
  if (person.roles.includes('admin') && person.permissions.includes('isSalesAvailable')) return 'ADMIN';
  const isPartner = shares.some(
    ({ role, personId }) => personId === person.id && (role === 'affiliate' || role === 'co-producer'),
  );
  return isPartner ? 'PARTNER' : null;
}

/** Throws SALE_NOT_FOUND also where the sale is somebody else's, as if it did not exist. */
export async function getSale(app: App, platformId: string, person: Person, saleId: string) {
  const sale = await app.database.find(platformId, selectSale(platformId, saleId), true);
  const viewer = sale && viewerOf(sale, person);
  if (!sale || !viewer) throw new AppError('SALE_NOT_FOUND', { fields: ['saleId'] });
  const [items, news, refunds, requests, cases, flows, holds, shipped, names] = await app.database.read(
    platformId,
    [
      selectItems(platformId, saleId),
      selectNews(platformId, saleId),
      selectRefunds(platformId, saleId),
      selectRequests(platformId, saleId),
      selectCases(platformId, saleId),
      selectFlows(platformId, saleId),
      selectSaleHolds(platformId, saleId),
      selectShippedSale(platformId, saleId),
      selectNames(platformId, [...new Set(sale.shares.flatMap(({ personId }) => personId ?? []))]),
    ],
    true,
  );
  const isPartner = viewer === 'PARTNER';
  const money = toMoney(sale, flows.rows, holds.rows, {
    viewer,
    personId: viewer === 'ADMIN' ? sale.sellerId : person.id,
    names: new Map(names.rows.map(({ id, name }) => [id, name])),
  });
  const { id, createdAt, status, currency, sellerName } = sale;
  return {
    id,
    viewer,
    createdAt,
    status,
    currency,
    sellerName,
    money,
    sellerId: isPartner ? null : sale.sellerId,
    offerId: isPartner ? null : sale.offerId,
    productId: isPartner ? null : sale.productId,
    customerId: isPartner ? null : sale.customerId,
    subscriptionId: isPartner ? null : sale.subscriptionId,
    items: items.rows.map((item) => (isPartner ? { ...item, unitPrice: null } : item)),
    shipment: shipped.rows[0] && !isPartner ? toShipment(shipped.rows[0]) : null,
    ...(isPartner
      ? { order: null, buyer: null, campaign: [], referer: null, history: [], refunds: [], requests: [], cases: [] }
      : {
          order: { ...sale, ...(viewer !== 'ADMIN' && { risk: null, riskScore: null }) },
          referer: sale.referer,
          buyer: toBuyer(sale, viewer),
          campaign: Object.entries(sale.utmQuery).map(([name, value]) => ({ name, value })),
          history: toHistory(news.rows, viewer),
          refunds: refunds.rows,
          requests: requests.rows,
          cases: cases.rows,
        }),
  };
}

/** A seller needs the document for the invoice. Administrators ask for it in a call that is logged. */
const toBuyer = ({ buyerName, buyerEmail, buyerPhone, buyerDocument, address }: WholeSale, viewer: Viewer) => ({
  name: buyerName,
  email: buyerEmail,
  phone: buyerPhone,
  document: viewer === 'SELLER' ? buyerDocument : null,
  hasDocument: buyerDocument !== null,
  address,
});

/** Leaves out news that repeats what was known about the payment: providers report the same state many times. */
export function toHistory(news: readonly News[], viewer: Viewer) {
  const known = new Map<string, string>();
  const [first] = news;
  return (first ? readEnds(first.method, news) : [])
    .filter(({ paymentId, source, status, paidAmount, refundedAmount }) => {
      // Own refunds are reported one by one, and two of the same amount are two.
      if (source === 'refund') return true;
      const state = JSON.stringify([status, paidAmount ?? 0, refundedAmount ?? 0]);
      const isNew = known.get(paymentId) !== state;
      known.set(paymentId, state);
      return isNew;
    })
    .map((one) => ({ ...one, provider: viewer === 'ADMIN' ? one.provider : null }));
}

interface View {
  viewer: Viewer;
  /** The person whose part is explained in detail. */
  personId: string;
  names: ReadonlyMap<string, string>;
}

function toMoney(sale: WholeSale, flows: Flow[], holds: SaleHold[], { viewer, personId, names }: View) {
  if (flows.length === 0) return null;
  const { left, providerCost, interest, platformFee, returning, people } = divideSale(sale.shares, flows);
  const nameOf = (id: string) => names.get(id) ?? null;
  const partOf = (part: 'INTEREST' | 'PLATFORM' | 'RETURNING', amount: number) => ({
    part,
    name: null,
    isOwn: false,
    amount,
    rule: part === 'PLATFORM' ? feeRuleOf(sale) : null,
  });
  const manager = people.find(({ role }) => role === 'manager');
  const ofPeople = people.flatMap(({ id, role, amount }) =>
    role === 'manager'
      ? []
      : { part: role, name: nameOf(id), isOwn: id === personId, amount, rule: shareRuleOf(sale, id) },
  );
  const all = [
    partOf('INTEREST', interest),
    partOf('PLATFORM', platformFee),
    ...ofPeople,
    partOf('RETURNING', returning),
  ].sort((one, other) => ORDER.indexOf(one.part) - ORDER.indexOf(other.part));
  const { paidAmount } = sale;
  return {
    paid: viewer === 'PARTNER' ? null : paidAmount,
    returned: viewer === 'PARTNER' ? null : paidAmount - left,
    parts: all.filter(({ amount, isOwn }) => isOwn || (amount !== 0 && viewer !== 'PARTNER')),
    providerCost: viewer === 'ADMIN' ? providerCost : null,
    manager: viewer === 'ADMIN' && manager ? { name: nameOf(manager.id), amount: manager.amount } : null,
    ...placeOf(personId, flows, holds),
  };
}

type Role = 'affiliate' | 'co-producer' | 'seller' | 'manager';

/** Divides what is left of a sale. The platform's fee includes what it pays the manager, as the rule of the fee does. */
export function divideSale(shares: readonly Share[], flows: readonly Pick<Flow, 'account' | 'ownerId' | 'amount'>[]) {
  const { people, platformFee, ...sums } = sumFlows(flows);
  const roleOf = (id: string) => (shares.find(({ personId }) => personId === id)?.role ?? 'seller') as Role;
  const parts = [...people].map(([id, amount]) => ({ id, amount, role: roleOf(id) }));
  const managed = parts.reduce((sum, { role, amount }) => (role === 'manager' ? sum + amount : sum), 0);
  return { ...sums, platformFee: platformFee + managed, people: parts };
}

const sumOf = (shares: readonly Share[], roles: readonly ShareRole[]) =>
  shares.reduce((sum, { role, amount }) => (roles.includes(role) ? sum + amount : sum), 0);

/** The fee is of the price; sales of earlier versions do not know theirs. */
const feeRuleOf = ({ fee, total, shares }: WholeSale) =>
  fee && {
    basisPoints: fee.basisPoints,
    of: total,
    fixed: fee.fixed,
    given: sumOf(shares, ['PLATFORM', 'manager']),
    omitted: fee.omitted ?? null,
  };

/** Affiliates share what the fee leaves of the price, and co-producers what the affiliate leaves of that. */
function shareRuleOf({ shares }: WholeSale, personId: string) {
  const [share, ...more] = shares.filter((one) => one.personId === personId && one.basisPoints);
  if (!share?.basisPoints || more.length > 0) return null;
  const of = sumOf(shares, share.role === 'affiliate' ? [...EARNED, 'affiliate'] : EARNED);
  return { basisPoints: share.basisPoints, of, fixed: 0, given: share.amount, omitted: null };
}

const EARNED: readonly ShareRole[] = ['co-producer', 'seller'];

const ORDER: readonly string[] = ['INTEREST', 'PLATFORM', 'affiliate', 'co-producer', 'RETURNING', 'seller'];
