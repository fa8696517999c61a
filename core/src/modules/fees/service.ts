/** Finds what a sale's money is shared out by, from memory where nothing of it changed since the last sale. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import {
  type AffiliationRow,
  type FeeRules,
  type OfferRatesRow,
  type Rate,
  type Rates,
  type Release,
  selectAffiliation,
  selectCosts,
  selectOfferRates,
} from './model.ts';

export type FeesApp = Pick<FastifyInstance, 'database' | 'cache' | 'clock'>;
type SellingPlatform = Pick<PlatformContext, 'id' | 'settings'>;

export interface RatesOf {
  offer: { id: string };
  method: PaymentMethod;
  installments: number;
  /** As the buyer's link says it, so anything at all. */
  affiliateId: string | null;
  /** By product, what an earlier link said; counts where this one says nothing that is true. */
  remembered?: ReadonlyMap<string, string>;
  connectionId: string;
}

const DEFAULT_RELEASE = { reserveDays: 90, awaitsGuarantee: false };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** No statement while nothing changes. Settings count as they are now, whenever the rest was read. */
export async function findRates(
  app: FeesApp,
  platform: SellingPlatform,
  { offer, method, installments, affiliateId, remembered, connectionId }: RatesOf,
): Promise<Rates> {
  const [row, costs] = await Promise.all([
    findOfferRates(app, platform.id, offer.id),
    remember<{ costs: FeeRules }>(app, platform.id, `costs:${connectionId}`, selectCosts(platform.id, connectionId)),
  ]);
  if (!row) throw new AppError('OFFER_NOT_FOUND', { fields: ['offerId'] });
  const linked = await findAffiliate(app, platform.id, row, affiliateId);
  return {
    fee: feeOf(platform, row.fees, method, installments),
    cost: costOf(costs?.costs ?? {}, method, installments),
    affiliate: linked ?? (await findAffiliate(app, platform.id, row, remembered?.get(row.productId) ?? null)),
    coProducers: coProducersOf(row, app.clock.now()),
    manager: managerOf(platform, row),
    release: releaseOf(platform, row, method),
    guaranteeDays: row.guaranteeDays,
  };
}

const remember = <Row>(app: FeesApp, platformId: string, key: string, statement: Statement): Promise<Row | null> =>
  app.cache.get(platformId, key, async () => {
    // The writer: what a lagging replica says would stay until the next change.
    const [result] = await app.database.read(platformId, [statement], true);
    return result.rows[0] ?? null;
  });

const findOfferRates = (app: FeesApp, platformId: string, offerId: string) =>
  remember<OfferRatesRow>(app, platformId, `rates:${offerId}`, selectOfferRates(platformId, offerId));

/** Ids that nobody has are not remembered: strangers could fill the memory with them. */
async function findAffiliate(
  app: FeesApp,
  platformId: string,
  row: OfferRatesRow,
  affiliateId: string | null,
): Promise<Rates['affiliate']> {
  if (!affiliateId || !UUID.test(affiliateId)) return null;
  const id = affiliateId.toLowerCase();
  const statement = selectAffiliation(platformId, id);
  return affiliateOf(await remember<AffiliationRow>(app, platformId, `affiliation:${id}`, statement), row);
}

/** That somebody came to a product through an affiliate's link, and for how long that counts. */
export interface Attribution {
  productId: string;
  affiliationId: string;
  windowDays: number;
}

/** Null where a link names nobody who sells this offer's product now. */
export async function findAttribution(
  app: FeesApp,
  platformId: string,
  offerId: string,
  affiliateId: string,
): Promise<Attribution | null> {
  const row = await findOfferRates(app, platformId, offerId);
  const affiliate = row && (await findAffiliate(app, platformId, row, affiliateId));
  if (!affiliate) return null;
  return {
    productId: row.productId,
    affiliationId: affiliate.affiliationId,
    windowDays: row.affiliateWindowDays,
  };
}

function feeOf(
  { settings }: SellingPlatform,
  agreed: FeeRules | null,
  method: PaymentMethod,
  installments: number,
): Rate {
  const rule = agreed?.[method] ?? settings.fees[method];
  if (method !== 'CREDIT_CARD') return { basisPoints: rule.basisPoints, fixed: rule.fixed };
  const steps = agreed?.CREDIT_CARD?.installmentBasisPoints ?? settings.installmentFeeBasisPoints;
  return withInstallments(rule, steps, installments);
}

function costOf(costs: FeeRules, method: PaymentMethod, installments: number): Rate {
  const rule = costs[method] ?? { basisPoints: 0, fixed: 0 };
  const steps = method === 'CREDIT_CARD' ? costs.CREDIT_CARD?.installmentBasisPoints : undefined;
  return withInstallments(rule, steps ?? [], installments);
}

const withInstallments = (rule: Rate, steps: readonly number[], installments: number): Rate => ({
  basisPoints: rule.basisPoints + (steps[installments - 1] ?? 0),
  fixed: rule.fixed,
});

/** A bad link costs the affiliate the commission, never the buyer the purchase. */
function affiliateOf(affiliation: AffiliationRow | null, { productId, sellerId }: OfferRatesRow): Rates['affiliate'] {
  if (!affiliation?.isActive || affiliation.productId !== productId || affiliation.personId === sellerId) return null;
  return {
    affiliationId: affiliation.id,
    personId: affiliation.personId,
    basisPoints: affiliation.basisPoints,
  };
}

/** Judged at each sale, because time alone begins and ends contracts: nothing is announced then. */
const coProducersOf = ({ contracts }: OfferRatesRow, now: Date): Rates['coProducers'] =>
  contracts
    .filter(({ startsAt, endsAt }) => new Date(startsAt) <= now && (endsAt === null || new Date(endsAt) > now))
    .map(({ personId, basisPoints }) => ({ personId, basisPoints }));

function managerOf({ settings }: SellingPlatform, row: OfferRatesRow): Rates['manager'] {
  const basisPoints = row.managerBasisPoints ?? settings.managerBasisPoints;
  return row.managerId && basisPoints > 0 ? { personId: row.managerId, basisPoints } : null;
}

const releaseOf = ({ settings }: SellingPlatform, { release }: OfferRatesRow, method: PaymentMethod): Release => ({
  ...DEFAULT_RELEASE,
  ...settings.release[method],
  ...release?.[method],
});
