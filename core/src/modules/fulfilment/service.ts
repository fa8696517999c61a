/** Lists a seller's shipments, with and without words to search for. */
import { MOST_SHIPMENTS_COUNTED } from '@feira/schemas/procedures/fulfilment';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { readCursor, writeCursor } from '../../shared/list.ts';
import { findSaleIds } from '../sales/service.ts';
import { toShipment } from '../shipping/model.ts';
import { refreshListings } from './listing.ts';
import { countListed, type ListedShipment, SHIPMENTS, type ShipmentTab, selectShipments } from './model.ts';

type App = Pick<FastifyInstance, 'database'>;

interface ShipmentsInput {
  sellerId: string;
  tab: ShipmentTab;
  search?: string | undefined;
  after?: string | undefined;
  limit?: number | undefined;
}

const PAGE_SIZE = 25;

const toListed = ({
  saleId,
  buyerName,
  city,
  region,
  items,
  paidAt,
  shipUntil,
  isOverdue,
  ...facts
}: ListedShipment) => ({
  saleId,
  buyerName,
  city,
  state: region,
  items,
  paidAt,
  shipUntil,
  isOverdue,
  shipment: toShipment(facts),
});

export async function listShipments(app: App, platformId: string, { search, ...input }: ShipmentsInput) {
  await refreshListings(app, platformId);
  if (search?.trim()) return searchShipments(app, platformId, { ...input, search });
  const { rows, next } = await readPage(app, platformId, SHIPMENTS, input);
  return { shipments: rows.map(toListed), next };
}

async function searchShipments(
  app: App,
  platformId: string,
  { sellerId, tab, search, after: text, limit = PAGE_SIZE }: ShipmentsInput,
) {
  const after = text ? readCursor(text) : null;
  if (text && !after) throw new AppError('VALIDATION_FAILED', { fields: ['after'] });
  const found = await findSaleIds(app, platformId, { sellerId, search, shipment: tab }, { after, limit: limit + 1 });
  const rows = await app.database.list(platformId, selectShipments(platformId, sellerId, found.slice(0, limit)), true);
  const next = found.length > limit && rows.length > 0 ? writeCursor(rows.at(-1)!.cursor) : null;
  return { shipments: rows.map(toListed), next };
}

export async function countShipments(app: App, platformId: string, sellerId: string) {
  await refreshListings(app, platformId);
  const counts = await app.database.find(platformId, countListed(platformId, sellerId, MOST_SHIPMENTS_COUNTED), true);
  return counts!;
}
