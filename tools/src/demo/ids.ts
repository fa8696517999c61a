/** Keeps the ids that the demo's people, products and offers got when they were made, by their names in the demo's code. */
import type { FastifyInstance } from 'fastify';
import type { DemoPlatform } from './platforms.ts';

export interface DemoIds {
  platformId: string;
  /** By e-mail. */
  people: DemoMap;
  /** By provider. */
  connections: DemoMap;
  /** By name. */
  products: DemoMap;
  /** By key. */
  offers: DemoMap;
  /** By title. */
  orderBumps: DemoMap;
  /** By description. */
  deliveryOptions: DemoMap;
}

class DemoMap extends Map<string, string> {
  /** Throws where the name is not there, or not any more. */
  find(name: string): string {
    const id = this.get(name);
    if (!id) throw new Error(`The demo has no "${name}".`);
    return id;
  }
}

/** Reads rows of one platform, or rows that belong to none where it is null. */
export type ReadRows = <Row extends object>(platformId: string | null, text: string, value: string) => Promise<Row[]>;

/** Reads through the pools of a node. */
export const readThrough =
  ({ database }: FastifyInstance): ReadRows =>
  (platformId, text, value) =>
    platformId ? database.list(platformId, { text, values: [value] }, true) : database.query({ text, values: [value] });

/** The oldest of a name comes last, so that a map keeps it. */
const LISTS = {
  people: 'SELECT email AS name, id FROM person WHERE platform_id = $1 ORDER BY created_at DESC',
  connections: 'SELECT provider AS name, id FROM provider_connection WHERE platform_id = $1 ORDER BY created_at DESC',
  products: 'SELECT name, id FROM product WHERE platform_id = $1 ORDER BY created_at DESC',
  titles: `SELECT o.title || coalesce(' ' || c.provider, '') AS name, o.id FROM offer o
    LEFT JOIN provider_connection c ON c.platform_id = o.platform_id AND c.id = o.connection_id
    WHERE o.platform_id = $1 ORDER BY o.created_at DESC`,
  orderBumps: 'SELECT title AS name, id FROM order_bump WHERE platform_id = $1',
  deliveryOptions: 'SELECT description AS name, id FROM delivery_option WHERE platform_id = $1',
};

/** Returns null where the host leads to no platform. */
export async function readDemoIds(readRows: ReadRows, { host, offers }: DemoPlatform): Promise<DemoIds | null> {
  const domain = 'SELECT platform_id AS id FROM platform_domain WHERE host = $1';
  const platforms = await readRows<{ id: string }>(null, domain, host);
  const platformId = platforms[0]?.id;
  if (!platformId) return null;
  const lists: Record<string, DemoMap> = {};
  // One after the other: the caller may have one connection only.
  for (const [list, text] of Object.entries(LISTS)) {
    const rows = await readRows<{ name: string; id: string }>(platformId, text, platformId);
    lists[list] = new DemoMap(rows.map(({ name, id }) => [name, id]));
  }
  const { titles, ...others } = lists as Record<keyof typeof LISTS, DemoMap>;
  const toTitle = ({ title, connection }: (typeof offers)[number]) => (connection ? `${title} ${connection}` : title);
  const sold = offers.flatMap((offer): [string, string][] => {
    const id = titles.get(toTitle(offer));
    return id ? [[offer.key, id]] : [];
  });
  return { platformId, ...others, offers: new DemoMap(sold) };
}
