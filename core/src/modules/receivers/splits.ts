/** Finds the parts of a sale that its provider pays out itself: those of people who have an open account with it. */
import type { PlatformSettings } from '@feira/schemas/platform';
import type { FastifyInstance } from 'fastify';
import { type Connection, type ConnectionsApp, listConnections } from '../connections/service.ts';
import type { ProviderSplit, Share } from '../payments/model.ts';
import { type OpenReceiver, selectOpen } from './model.ts';

type Splitting = Pick<Connection, 'isEnabled' | 'manifest' | 'settings'>;

/** The form of a provider that wants all parts named asks which receiver is the platform's. */
const OWN_SETTING = 'defaultRecipientId';
const namesAll = ({ manifest }: Splitting): boolean => OWN_SETTING in manifest.credentials.properties;

/** Returns the platform's own receiver: the one of the connection's settings, else the one that was adopted. */
export const ownReceiverOf = (connection: Splitting, adopted: string | null): string | null =>
  namesAll(connection) ? String(connection.settings[OWN_SETTING] ?? '') || adopted : null;

/** Returns whether sales can be split at the connection now: the rest of a sale needs a receiver, too. */
export const canSplit = (connection: Splitting, adopted: string | null): boolean =>
  connection.isEnabled &&
  connection.manifest.capabilities.splits === true &&
  (!namesAll(connection) || ownReceiverOf(connection, adopted) !== null);

const readOpen = async (
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  connectionIds: string[],
  people: string[],
): Promise<OpenReceiver[]> => app.database.list(platformId, selectOpen(platformId, connectionIds, people), true);

/** Returns whether any connection splits sales, so that custody at providers means something. */
export async function splitsSales(app: ConnectionsApp, platformId: string): Promise<boolean> {
  const connections = await listConnections(app, platformId);
  const own = await readOpen(app, platformId, [...connections.keys()], []);
  return [...connections.values()].some((connection) =>
    canSplit(connection, own.find(({ connectionId }) => connectionId === connection.id)?.receiverId ?? null),
  );
}

/** Returns the provider's id of the account that a person has open at the connection. */
export async function findOpenReceiverId(
  app: Pick<FastifyInstance, 'database'>,
  { platformId, id }: Connection,
  personId: string,
): Promise<string | null> {
  const rows = await readOpen(app, platformId, [id], [personId]);
  return rows.find((row) => row.personId === personId)?.receiverId ?? null;
}

/** Finds who is paid by the provider itself. `cost` is what the provider keeps of the charge, in cents. */
export interface SplitSale {
  shares: readonly Share[];
  cost: number;
}

/** Returns null where the platform keeps everybody's part: nobody has an account there, or what is left would not pay the provider. */
export async function findSplit(
  app: Pick<FastifyInstance, 'database'>,
  platform: { id: string; settings: Pick<PlatformSettings, 'custody'> },
  connection: Connection,
  { shares, cost }: SplitSale,
): Promise<ProviderSplit | null> {
  if (platform.settings.custody !== 'PROVIDER' || connection.manifest.capabilities.splits !== true) return null;
  const people = shares.flatMap(({ personId, amount }) => (personId && amount > 0 ? [personId] : []));
  const rows = await readOpen(app, platform.id, [connection.id], people);
  const adopted = rows.find(({ personId }) => personId === null)?.receiverId ?? null;
  const open = rows.flatMap(({ personId, receiverId }) => (personId ? [[personId, receiverId] as const] : []));
  if (open.length === 0 || !canSplit(connection, adopted)) return null;
  const receivers = Object.fromEntries(open);
  const left = shares.reduce((sum, { personId, amount }) => (receivers[personId ?? ''] ? sum : sum + amount), 0);
  return left < cost ? null : { receivers, own: ownReceiverOf(connection, adopted) };
}
