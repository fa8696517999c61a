/**
 * Quotes the freight of an order. A quote is kept for everybody who sends an equal parcel to the same place, and holds at its price for half
 * an hour at least. Where the connection gives no answer in time, the seller's own fares hold: no sale waits for a carrier.
 */
import { createHash } from 'node:crypto';
import type { quoteFreight } from '@feira/plugin-kit/integration';
import type { Locale } from '@feira/schemas/common';
import { LEAST_PARCEL } from '@feira/schemas/integration-freight';
import { isInPlace } from '@feira/schemas/rules/zip-place';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../shared/ids.ts';
import { openFreightConnection } from '../integrations/service.ts';
import type { DeliveryOption, Offer, OrderBump, ProductParcel } from '../offers/model.ts';
import { type FreightQuoteRow, insertQuotes, type NewQuote, type Parcel, selectFresh, selectHeld } from './model.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Asks a system for the freight of a parcel; tests put a simulator in its place. */
    quoteFreight: typeof quoteFreight;
  }
}

type App = Pick<FastifyInstance, 'database' | 'dataKeys' | 'clock' | 'log' | 'quoteFreight'>;

const TIMEOUT_MS = 3_000;
const MINUTE_MS = 60_000;
/** A quote holds for this long after other pages have stopped showing it. */
const HELD_MS = 30 * MINUTE_MS;
const FRESH_MS = 30 * MINUTE_MS;
/** The carrier is asked again soon where it gave no answer. */
const FALLBACK_FRESH_MS = 2 * MINUTE_MS;
const LONGEST_CM = 105;
const MOST_GRAMS = 30_000;

/** The order whose freight is asked for. */
export interface Sent {
  /** Eight digits. */
  zip: string;
  /** The pieces of the product. */
  quantity: number;
  bumps: readonly string[];
  locale: Locale;
}

/** An option that a connection quotes: the page shows services in its place. */
type Quoted = DeliveryOption & { quotedBy: string };
const isQuoted = (option: DeliveryOption): option is Quoted => option.quotedBy !== null && !option.quotedFrom;

/** Returns whether some delivery of the offer is quoted, and so depends on the place. */
export const hasFreightQuotes = (
  offer: Pick<Offer, 'fretePrice' | 'isTrialFree' | 'deliveryOptions' | 'product' | 'orderBumps'>,
): boolean =>
  offer.fretePrice === null &&
  !offer.isTrialFree &&
  (offer.product.typeProduct === 'FISICO' || offer.orderBumps.some(({ isTangible }) => isTangible)) &&
  offer.deliveryOptions.some(({ quotedBy }) => quotedBy !== null);

/** Returns the deliveries that depend on no place. */
export const listFixed = ({ deliveryOptions }: Pick<Offer, 'deliveryOptions'>): DeliveryOption[] =>
  deliveryOptions.filter(({ quotedBy }) => quotedBy === null);

interface Pack {
  weightGrams: number;
  heightCm: number;
  widthCm: number;
  lengthCm: number;
  /** The value of what is sent, and of the whole order, in cents. */
  value: number;
  goods: number;
}

/** Stacks what is sent into one parcel. */
function pack(offer: Offer, { quantity, bumps: bumpIds }: Pick<Sent, 'quantity' | 'bumps'>): Pack {
  const bumps = offer.orderBumps.filter(({ id }) => bumpIds.includes(id));
  const sent: { parcel: ProductParcel; price: number }[] = [
    ...(offer.product.typeProduct === 'FISICO'
      ? Array.from({ length: quantity }, () => ({ parcel: offer.product.parcel, price: offer.price }))
      : []),
    ...bumps.filter(({ isTangible }) => isTangible).map(({ parcel, price }: OrderBump) => ({ parcel, price })),
  ];
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const least = LEAST_PARCEL;
  const limit = (number: number, lowest: number, highest: number) => Math.min(Math.max(number, lowest), highest);
  return {
    weightGrams: limit(
      sum(sent.map(({ parcel }) => parcel.weightGrams ?? least.weightGrams)),
      least.weightGrams,
      MOST_GRAMS,
    ),
    heightCm: limit(sum(sent.map(({ parcel }) => parcel.heightCm ?? least.heightCm)), least.heightCm, LONGEST_CM),
    widthCm: limit(Math.max(...sent.map(({ parcel }) => parcel.widthCm ?? 0)), least.widthCm, LONGEST_CM),
    lengthCm: limit(Math.max(...sent.map(({ parcel }) => parcel.lengthCm ?? 0)), least.lengthCm, LONGEST_CM),
    value: sum(sent.map(({ price }) => price)),
    goods: sum([offer.price * quantity, ...bumps.map(({ price }) => price)]),
  };
}

const toParcel = (
  { id, quotedBy, fallback, fareAmount }: Quoted,
  { goods: _, ...parcel }: Pack,
  zip: string,
): Parcel => ({
  deliveryOptionId: id,
  zip,
  parcel: createHash('sha256')
    .update(JSON.stringify([quotedBy, fallback, fareAmount, parcel]))
    .digest('base64url')
    .slice(0, 22),
});

/** Returns the fare that the seller has set for a place. */
function fallbackOf(option: Quoted, zip: string): Pick<NewQuote, 'name' | 'days' | 'deliveryTime' | 'amount'> {
  const row = option.fallback.find(({ place }) => isInPlace(place, zip));
  const { fareAmount, deliveryTime } = row ?? option;
  return { name: option.description, days: null, deliveryTime, amount: fareAmount };
}

/** Asks the connection of an option. Returns null where no answer came in time, or no service is offered. */
async function ask(app: App, platformId: string, offer: Offer, option: Quoted, parcel: Pack, zip: string) {
  try {
    const opened = await openFreightConnection(app, platformId, offer.sellerId, option.quotedBy);
    if (!opened) return null;
    const { goods: _, ...facts } = parcel;
    const { services, problem } = await app.quoteFreight(
      opened.compiled,
      { ...facts, weightKg: facts.weightGrams / 1000, toZip: zip },
      {
        secrets: opened.secrets,
        settings: opened.settings,
        clock: app.clock,
        timeoutMs: TIMEOUT_MS,
      },
    );
    if (problem) app.log.info({ integration: opened.compiled.integration.id, problem }, 'Freight is not quoted');
    return services.length > 0 ? services : null;
  } catch (error) {
    app.log.warn({ err: error }, 'Freight could not be quoted');
    return null;
  }
}

async function quoteOption(
  app: App,
  platformId: string,
  offer: Offer,
  { option, parcel, place }: { option: Quoted; parcel: Pack; place: Parcel },
): Promise<NewQuote[]> {
  const services = await ask(app, platformId, offer, option, parcel, place.zip);
  const freshUntil = new Date(app.clock.now().getTime() + (services ? FRESH_MS : FALLBACK_FRESH_MS));
  const kept = { ...place, freshUntil, expiresAt: new Date(freshUntil.getTime() + HELD_MS) };
  if (!services) return [{ ...kept, ...fallbackOf(option, place.zip), id: newId(), isCheapest: true }];
  return services.map(({ name, days, amount }, index) => ({
    ...kept,
    id: newId(),
    name,
    days,
    deliveryTime: days === null ? option.deliveryTime : '',
    amount,
    isCheapest: index === 0,
  }));
}

const DAYS: Record<Locale, (days: number) => string> = {
  'pt-BR': (days) => (days === 1 ? 'até 1 dia útil' : `até ${days} dias úteis`),
  en: (days) => (days === 1 ? 'up to 1 business day' : `up to ${days} business days`),
};

const toDelivery = (option: Quoted, row: FreightQuoteRow, { goods }: Pack, locale: Locale): DeliveryOption => ({
  ...option,
  id: row.id,
  quotedFrom: option.id,
  description: row.name,
  deliveryTime: row.days === null ? row.deliveryTime : DAYS[locale](row.days),
  fareAmount: row.isCheapest && option.freeFrom !== null && goods >= option.freeFrom ? 0 : row.amount,
  preSelected: option.preSelected && row.isCheapest,
});

/** Returns the deliveries of an order: those of fixed fares, and the services that are quoted for the place. */
export async function listDeliveriesTo(
  app: App,
  platformId: string,
  offer: Offer,
  { zip, locale, ...order }: Sent,
): Promise<DeliveryOption[]> {
  const parcel = pack(offer, order);
  const quoted = offer.deliveryOptions.filter(isQuoted);
  const wanted = quoted.map((option) => ({ option, parcel, place: toParcel(option, parcel, zip) }));
  const now = app.clock.now();
  const places = wanted.map(({ place }) => place);
  const fresh: FreightQuoteRow[] = await app.database.list(platformId, selectFresh(platformId, places, now), true);
  const latest = latestOf(fresh as (FreightQuoteRow & { freshUntil: Date })[]);
  const missing = wanted.filter(({ option }) => !latest.has(option.id));
  const asked = (await Promise.all(missing.map((one) => quoteOption(app, platformId, offer, one)))).flat();
  if (asked.length > 0) await app.database.run(platformId, insertQuotes(platformId, asked));
  const rows = Map.groupBy([...[...latest.values()].flat(), ...asked], (row) => row.deliveryOptionId);
  return [
    ...listFixed(offer),
    ...quoted.flatMap((option) => (rows.get(option.id) ?? []).map((row) => toDelivery(option, row, parcel, locale))),
  ];
}

/** Two pages may have asked at the same time: the quotes of one of them are shown. */
function latestOf(rows: readonly (FreightQuoteRow & { freshUntil: Date })[]): Map<string, FreightQuoteRow[]> {
  const found = new Map<string, FreightQuoteRow[]>();
  for (const [id, ofOption] of Map.groupBy(rows, (row) => row.deliveryOptionId)) {
    const last = Math.max(...ofOption.map(({ freshUntil }) => freshUntil.getTime()));
    found.set(
      id,
      ofOption.filter(({ freshUntil }) => freshUntil.getTime() === last),
    );
  }
  return found;
}

/** Returns the quoted delivery of this id; null where it was quoted for another place or parcel, or holds no more. */
export async function findQuoted(
  app: App,
  platformId: string,
  offer: Offer,
  { zip, locale, ...order }: Sent,
  id: string,
): Promise<DeliveryOption | null> {
  const parcel = pack(offer, order);
  const quoted = offer.deliveryOptions.filter(isQuoted);
  const places = quoted.map((option) => toParcel(option, parcel, zip));
  const row = await app.database.find(platformId, selectHeld(platformId, id, places, app.clock.now()), true);
  const option = row && quoted.find((one) => one.id === row.deliveryOptionId);
  return option ? toDelivery(option, row, parcel, locale) : null;
}
