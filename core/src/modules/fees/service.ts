/** Finds the rates of a sale, from the cache where nothing has changed since the last sale. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import { amountIn } from '@feira/schemas/rules/amount-in';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import {
  type AffiliationRow,
  type AppliedFee,
  type FeeRules,
  type OfferRatesRow,
  type Rates,
  type Release,
  type Rule,
  selectAffiliation,
  selectCosts,
  selectOfferRates,
} from './model.ts';

export type FeesApp = Pick<FastifyInstance, 'database' | 'cache' | 'clock'>;
type SellingPlatform = Pick<PlatformContext, 'id' | 'settings'>;

export interface RatesOf {
  offer: { id: string; coin: Currency };
  method: PaymentMethod;
  installments: number;
  /** The parameter of the buyer's link, which may be any text. */
  affiliateId: string | null;
  /** The affiliations of earlier links, by product. They count where this link names no valid affiliation. */
  remembered?: ReadonlyMap<string, string>;
  connectionId: string;
}

const DEFAULT_RELEASE = { reserveDays: 90, awaitsGuarantee: false };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Runs no statement while the cache is valid. The platform's settings are always the current ones. */
export async function findRates(
  app: FeesApp,
  platform: SellingPlatform,
  { offer, method, installments, affiliateId, remembered, connectionId }: RatesOf,
): Promise<Rates> {
  const [row, costs] = await Promise.all([
    findOfferRates(app, platform.id, offer.id),
    readCached(app, platform.id, `costs:${connectionId}`, selectCosts(platform.id, connectionId)),
  ]);
  if (!row) throw new AppError('OFFER_NOT_FOUND', { fields: ['offerId'] });
  const linked = await findAffiliate(app, platform.id, row, affiliateId);
  return {
    ...toRuledRates(platform, { ...row, costs: costs?.costs ?? {} }, { coin: offer.coin, method, installments }),
    affiliate: linked ?? (await findAffiliate(app, platform.id, row, remembered?.get(row.productId) ?? null)),
    coProducers: coProducersOf(row, app.clock.now()),
    guaranteeDays: row.guaranteeDays,
  };
}

/** The rules that a sale meets: agreed with its seller and manager, and the costs of its connection. */
export type MetRules = Pick<OfferRatesRow, 'fees' | 'release' | 'managerId' | 'managerBasisPoints'> & {
  costs: FeeRules;
};

/** Returns the rates that follow from the platform's rules and from what was agreed. Pure: examples of sales use it as well. */
export function toRuledRates(
  platform: Pick<SellingPlatform, 'settings'>,
  met: MetRules,
  { coin, method, installments }: { coin: Currency; method: PaymentMethod; installments: number },
): Pick<Rates, 'fee' | 'cost' | 'manager' | 'release'> {
  const toFee = (rule: Rule) => inCurrency(rule, platform.settings.currency, coin);
  const { omitted: _, ...cost } = toFee(costOf(met.costs, method, installments) ?? NO_COST);
  return {
    fee: toFee(feeOf(platform, met.fees, method, installments)),
    cost,
    manager: managerOf(platform, met),
    release: releaseOf(platform, met, method),
  };
}

/** Reads the primary, because the cache would keep the old row of a lagging replica until the next change. */
const readCached = <Row>(
  app: FeesApp,
  platformId: string,
  key: string,
  statement: Statement<Row>,
): Promise<Row | null> =>
  app.cache.get(platformId, key, async () => (await app.database.find(platformId, statement, true)) ?? null);

const findOfferRates = (app: FeesApp, platformId: string, offerId: string) =>
  readCached(app, platformId, `rates:${offerId}`, selectOfferRates(platformId, offerId));

/** The cache holds no missing affiliation, because strangers could fill it with invented ids. */
async function findAffiliate(
  app: FeesApp,
  platformId: string,
  row: OfferRatesRow,
  affiliateId: string | null,
): Promise<Rates['affiliate']> {
  if (!affiliateId || !UUID.test(affiliateId)) return null;
  const id = affiliateId.toLowerCase();
  const statement = selectAffiliation(platformId, id);
  return affiliateOf(await readCached(app, platformId, `affiliation:${id}`, statement), row);
}

/** A buyer's visit through an affiliate's link, which counts for `windowDays`. */
export interface Attribution {
  productId: string;
  affiliationId: string;
  windowDays: number;
}

/** Returns null where the link names no active affiliation of this offer's product. */
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
  { settings }: Pick<SellingPlatform, 'settings'>,
  agreed: FeeRules | null,
  method: PaymentMethod,
  installments: number,
): Rule {
  const rule = agreed?.[method] ?? settings.fees[method];
  if (method !== 'CREDIT_CARD') return rule;
  const steps = agreed?.CREDIT_CARD?.installmentBasisPoints ?? settings.installmentFeeBasisPoints;
  return withInstallments(rule, steps, installments);
}

const NO_COST: Rule = { basisPoints: 0, fixed: 0 };

/** Returns what a provider keeps of a charge; null where nothing was agreed about the method. */
export function costOf(costs: FeeRules, method: PaymentMethod, installments: number): Rule | null {
  const rule: Rule | undefined = costs[method];
  if (!rule) return null;
  const steps = method === 'CREDIT_CARD' ? costs.CREDIT_CARD?.installmentBasisPoints : undefined;
  return withInstallments(rule, steps ?? [], installments);
}

/** A fixed amount counts only in the currency it was set in. */
export function inCurrency(
  { basisPoints, fixed: amount, fixedAbroad: abroad }: Rule,
  given: Currency,
  sold: Currency,
): AppliedFee {
  const fixed = amountIn(sold, { currency: given, amount, abroad });
  if (fixed !== null || amount === 0) return { basisPoints, fixed: fixed ?? 0 };
  return { basisPoints, fixed: 0, omitted: { amount, currency: given } };
}

const withInstallments = (rule: Rule, steps: readonly number[], installments: number): Rule => ({
  ...rule,
  basisPoints: rule.basisPoints + (steps[installments - 1] ?? 0),
});

/** Returns null for an invalid affiliation: the affiliate gets no commission, and the purchase goes on. */
function affiliateOf(affiliation: AffiliationRow | null, { productId, sellerId }: OfferRatesRow): Rates['affiliate'] {
  if (!affiliation?.isActive || affiliation.productId !== productId || affiliation.personId === sellerId) return null;
  return {
    affiliationId: affiliation.id,
    personId: affiliation.personId,
    basisPoints: affiliation.basisPoints,
  };
}

/** Checks the contracts' dates at each sale, because the cache hears of no change when a contract begins or ends by time. */
const coProducersOf = ({ contracts }: OfferRatesRow, now: Date): Rates['coProducers'] =>
  contracts
    .filter(({ startsAt, endsAt }) => new Date(startsAt) <= now && (endsAt === null || new Date(endsAt) > now))
    .map(({ personId, basisPoints }) => ({ personId, basisPoints }));

function managerOf({ settings }: Pick<SellingPlatform, 'settings'>, row: MetRules): Rates['manager'] {
  const basisPoints = row.managerBasisPoints ?? settings.managerBasisPoints;
  return row.managerId && basisPoints > 0 ? { personId: row.managerId, basisPoints } : null;
}

const releaseOf = (
  { settings }: Pick<SellingPlatform, 'settings'>,
  { release }: MetRules,
  method: PaymentMethod,
): Release => ({
  ...DEFAULT_RELEASE,
  ...settings.release[method],
  ...release?.[method],
});

export { agreeTerms, setCosts } from './agreements.ts';
