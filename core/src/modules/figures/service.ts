/** Gathers the figures of a manager's sellers, and of a master's platforms. */
import { addDays, toSaoPauloDate } from '@feira/plugin-kit';
import type { Currency } from '@feira/schemas/common';
import { withDefaultSettings } from '@feira/schemas/platform';
import { APPROVAL_HOURS, VOLUME_DAYS } from '@feira/schemas/procedures/figures';
import { ADMIN_KINDS } from '@feira/schemas/procedures/inbox';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { countDays, listDays } from '../../shared/period.ts';
import { selectCounts } from '../inbox/model.ts';
import { selectPlatform, selectPlatforms } from '../platforms/model.ts';
import { selectHeld } from '../reports/figures-model.ts';
import { readThrough } from '../reports/service.ts';
import { sumOutcomes } from '../routing/service.ts';
import {
  type Halves,
  selectManagersCommissions,
  selectParts,
  selectSeller,
  selectSellers,
  selectTurnover,
  selectVolume,
  type TurnoverRow,
} from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'clock'>;

export interface Asked {
  from: string;
  to: string;
  currency: Currency;
}

const toHalves = ({ from, to, currency }: Asked): Halves => ({
  from,
  to,
  currency,
  start: addDays(from, -countDays(from, to)),
});

const NONE = { sales: 0, gross: 0 };
const sumUp = (rows: readonly { sales: number; gross: number }[]) => ({
  sales: rows.reduce((sum, { sales }) => sum + sales, 0),
  gross: rows.reduce((sum, { gross }) => sum + gross, 0),
});

const toDays = (rows: readonly TurnoverRow[], { from, to }: Asked) =>
  listDays(from, to).map((day) => ({ day, ...sumUp(rows.filter((row) => row.day === day)) }));

/** Sellers are those in the manager's care now; the commission is what the manager earned, also from sellers who have another manager today. */
async function readManaged(app: App, platformId: string, managerId: string, sellerIds: string[], halves: Halves) {
  const through = await readThrough(app, platformId);
  const [turnover, commissions] = await app.database.read(platformId, [
    selectTurnover(platformId, sellerIds, halves, through),
    selectManagersCommissions(platformId, managerId, halves, through),
  ]);
  const whole = turnover.rows.filter(({ day }) => day === null);
  return {
    rows: turnover.rows,
    of: (isRecent: boolean, sellerId?: string) => ({
      ...sumUp(whole.filter((row) => row.isRecent === isRecent && (!sellerId || row.sellerId === sellerId))),
      commission: commissions.rows
        .filter((row) => row.isRecent === isRecent && (!sellerId || row.sellerId === sellerId))
        .reduce((sum, row) => sum + row.commission, 0),
    }),
  };
}

const MOST_LISTED = 100;

export async function getManaged(app: App, platformId: string, managerId: string, asked: Asked) {
  const sellers = await app.database.list(platformId, selectSellers(platformId, managerId), true);
  const ids = sellers.map(({ id }) => id);
  const { rows, of } = await readManaged(app, platformId, managerId, ids, toHalves(asked));
  return {
    currency: asked.currency,
    ...of(true),
    before: of(false),
    days: toDays(rows, asked),
    sellers: sellers
      .map(({ id, name, email }) => ({ person: { id, name, email }, ...of(true, id), before: of(false, id) }))
      .filter(({ sales, gross, before }) => sales > 0 || gross > 0 || before.sales > 0 || before.gross > 0)
      .sort((a, b) => b.gross - a.gross || a.person.name.localeCompare(b.person.name))
      .slice(0, MOST_LISTED),
  };
}

/** Throws PERSON_NOT_FOUND for everybody who is not in the manager's care. */
export async function getManagedSeller(
  app: App,
  platformId: string,
  managerId: string,
  personId: string,
  asked: Asked,
) {
  const seller = await app.database.find(platformId, selectSeller(platformId, managerId, personId), true);
  if (!seller) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
  const halves = toHalves(asked);
  const { rows, of } = await readManaged(app, platformId, managerId, [personId], halves);
  const through = await readThrough(app, platformId);
  const parts = await app.database.list(platformId, selectParts(platformId, personId, halves, through));
  const { id, name, email, phone, status, createdAt } = seller;
  const total = parts.find(({ kind }) => kind === 'total');
  return {
    person: { id, name, email },
    phone,
    status,
    createdAt,
    currency: asked.currency,
    ...of(true, personId),
    refunded: total?.refunded ?? 0,
    charged: total?.charged ?? 0,
    before: of(false, personId),
    days: toDays(rows, asked),
    methods: parts.flatMap(({ method, sales, gross }) => (method ? [{ method, sales, gross }] : [])),
    products: parts.flatMap(({ productId, name: product, sales, gross }) =>
      productId ? [{ productId, name: product ?? '', sales, gross }] : [],
    ),
  };
}

/** Reads platform by platform, because the database shows one at a time. */
export async function getPlatforms(app: App, operatorId: string) {
  const to = toSaoPauloDate(app.clock.now());
  const from = addDays(to, 1 - VOLUME_DAYS);
  const platforms = [];
  for (const { id } of await app.database.list(operatorId, selectPlatforms(operatorId), true))
    platforms.push(await readPlatform(app, id, { from, to }));
  return { from, to, platforms };
}

async function readPlatform(app: App, platformId: string, days: Pick<Asked, 'from' | 'to'>) {
  const platform = (await app.database.find(platformId, selectPlatform(platformId), true))!;
  const { currency } = withDefaultSettings(platform.settings);
  const through = await readThrough(app, platformId);
  const [volume, held, waiting] = await app.database.read(platformId, [
    selectVolume(platformId, toHalves({ ...days, currency }), through),
    selectHeld(platformId, currency),
    selectCounts(platformId, { personId: null, all: ADMIN_KINDS, ofSellers: [] }),
  ]);
  const half = (isRecent: boolean) => volume.rows.find((row) => row.isRecent === isRecent);
  const heldOf = (wanted: string) => Math.abs(held.rows.find(({ kind }) => kind === wanted)?.balance ?? 0);
  const { sales, gross } = half(true) ?? NONE;
  const before = half(false) ?? NONE;
  return {
    id: platformId,
    name: platform.name,
    currency,
    sales,
    gross,
    profit: half(true)?.profit ?? 0,
    before: { sales: before.sales, gross: before.gross },
    available: heldOf('AVAILABLE'),
    pending: heldOf('PENDING'),
    reserved: heldOf('RESERVED'),
    owed: heldOf('OWED'),
    waiting: waiting.rows.filter(({ count }) => count > 0).map(({ kind, count }) => ({ kind, count })),
    approval: await sumOutcomes(app, platformId, APPROVAL_HOURS),
  };
}
