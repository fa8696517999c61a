/** Prints the lists and labels of parcels. Only the seller of all of the orders may. */
import { toSaoPauloDate } from '@feira/plugin-kit';
import type { Input } from '@feira/schemas/procedure';
import type { printShipments as declared } from '@feira/schemas/procedures/fulfilment';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { JOIN_DELIVERY } from '../../shared/sale-delivery.ts';
import { recordEvent } from '../audit/service.ts';
import { refreshListings } from './listing.ts';
import { PHYSICAL_ITEMS } from './model.ts';
import { type PrintedOrder, printLabels, printPackingList } from './pdf.ts';

/** The listed shipments of a seller among these sales, in their order. */
const selectOrders = (platformId: string, sellerId: string, saleIds: readonly string[]): Statement<PrintedOrder> => ({
  text: `SELECT s.id AS sale_id, s.buyer_name, s.address, ${PHYSICAL_ITEMS} AS items, d.description AS delivery
    FROM shipment_listing l
    JOIN sale s ON s.platform_id = l.platform_id AND s.id = l.sale_id
    ${JOIN_DELIVERY}
    WHERE l.platform_id = $1 AND l.seller_id = $2 AND l.sale_id = ANY ($3::uuid[]) ORDER BY array_position($3::uuid[], l.sale_id)`,
  values: [platformId, sellerId, saleIds],
});

const selectSender = (platformId: string, personId: string): Statement<{ sender: string | null }> => ({
  text: 'SELECT label_sender AS sender FROM person WHERE platform_id = $1 AND id = $2',
  values: [platformId, personId],
});

const updateSender = (platformId: string, personId: string, sender: string | null): Statement => ({
  text: 'UPDATE person SET label_sender = $3 WHERE platform_id = $1 AND id = $2 AND label_sender IS DISTINCT FROM $3',
  values: [platformId, personId, sender],
});

export const findSender = async (app: FastifyInstance, platformId: string, personId: string): Promise<string | null> =>
  (await app.database.find(platformId, selectSender(platformId, personId), true))?.sender ?? null;

const FILE_NAMES = {
  PACKING_LIST: { 'pt-BR': 'lista-de-separacao', en: 'packing-list' },
  LABELS: { 'pt-BR': 'etiquetas', en: 'labels' },
} as const;

/** Throws SALE_NOT_FOUND where one of the sales is no shipment of the seller. */
export async function printShipments(
  app: FastifyInstance,
  { platform, person, request }: PersonCall,
  { kind, saleIds, sender: given }: Input<typeof declared>,
) {
  await refreshListings(app, platform.id);
  const orders = await app.database.list(platform.id, selectOrders(platform.id, person.id, saleIds), true);
  if (orders.length < saleIds.length) throw new AppError('SALE_NOT_FOUND', { fields: ['saleIds'] });
  // The audit event is written before addresses are returned, so that none is printed unrecorded.
  const details = { what: kind, count: orders.length };
  await app.database.write(platform.id, [
    recordEvent(platform.id, request, { type: 'shipping.printed', details }),
    ...(given === undefined ? [] : [updateSender(platform.id, person.id, given || null)]),
  ]);
  const sender = given ?? (await findSender(app, platform.id, person.id)) ?? '';
  const { locale } = request;
  const today = toSaoPauloDate(app.clock.now());
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${today}T00:00:00Z`),
  );
  const print = kind === 'LABELS' ? printLabels : printPackingList;
  const pdf = await print(orders, { locale, sellerName: person.name, sender, day });
  return { fileName: `${FILE_NAMES[kind][locale]}-${today}.pdf`, content: pdf.toString('base64') };
}
