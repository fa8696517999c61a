/** Chooses the connection of a platform that sends a withdrawal. */
import type { PlatformSettings } from '@feira/schemas/platform';
import { WITHDRAWAL_METHODS } from '@feira/schemas/provider';
import { isAskable } from '@feira/schemas/rules/withdrawal-lookup';
import { type Connection, type ConnectionsApp, listConnections } from '../connections/service.ts';
import type { WithdrawalMethod } from './withdrawal-model.ts';

/** The connection that the platform has chosen for a method. */
export type Chosen = NonNullable<PlatformSettings['withdrawals']['payers']>;
export type ChosenMethod = keyof Chosen;

export const CHOSEN_METHODS: readonly ChosenMethod[] = ['PIX', 'BANK_ACCOUNT'];

type Payer = Pick<Connection, 'id' | 'isEnabled' | 'manifest'>;

/** A balance here is the platform's money at its provider: it reaches a receiver only where the platform's account pays receivers. */
const serves = (
  { manifest: { operations, capabilities } }: Pick<Payer, 'manifest'>,
  method: WithdrawalMethod,
): boolean =>
  operations.includes('withdraw') &&
  capabilities.withdraw?.includes(method) === true &&
  (method !== 'RECEIVER' || capabilities.paysReceivers === true);

export interface Payers {
  /** The enabled connections, oldest first. */
  connections: Payer[];
  chosen: Chosen;
}

export interface Wanted {
  method: WithdrawalMethod;
  /** The only connection that may send: a receiver exists at one connection, and a withdrawal stays where it was tried. */
  connectionId?: string | null;
}

/** Returns the connection that the platform names for the method, else the oldest that serves it; null where that one is not enabled. */
export function choosePayer<P extends Payer>(
  { connections, chosen }: { connections: P[]; chosen: Chosen },
  { method, connectionId }: Wanted,
): P | null {
  const only = connectionId ?? (method === 'RECEIVER' ? null : chosen[method]);
  return connections.find((item) => item.isEnabled && serves(item, method) && (!only || item.id === only)) ?? null;
}

/** Lists the connections that may have sent a withdrawal, enabled or not: those that can be asked about it first. */
export const listSenders = <P extends Payer>(connections: P[], { method, connectionId }: Wanted): P[] =>
  connections
    .filter((item) => serves(item, method) && (!connectionId || item.id === connectionId))
    .sort((one, other) => Number(isAskable(other.manifest, method)) - Number(isAskable(one.manifest, method)));

/** Reads the payers. Never call it inside a transaction: it may read through another connection to the database. */
const listAll = async (app: ConnectionsApp, platformId: string): Promise<Connection[]> => [
  ...(await listConnections(app, platformId)).values(),
];

/** Reads the payers of a platform whose settings are at hand. Never call it inside a transaction. */
export const listPayers = async (
  app: ConnectionsApp,
  { id, settings }: { id: string; settings: Pick<PlatformSettings, 'withdrawals'> },
) => ({ connections: await listAll(app, id), chosen: settings.withdrawals.payers ?? {} });

/** Reads the payers for jobs, with the settings as they are now, even of a disabled platform. */
export async function readPayers(app: ConnectionsApp, platformId: string) {
  const text = `SELECT settings->'withdrawals'->'payers' AS chosen FROM platform WHERE platform_id = $1`;
  const row = await app.database.find<{ chosen: Chosen | null }>(platformId, { text, values: [platformId] }, true);
  return { connections: await listAll(app, platformId), chosen: row?.chosen ?? {} };
}

export const listPayable = (payers: Payers): WithdrawalMethod[] =>
  WITHDRAWAL_METHODS.filter((method) => choosePayer(payers, { method }) !== null);

/** Lists the connections that a platform may choose from. */
export const listChoices = async (app: ConnectionsApp, platformId: string) =>
  (await listAll(app, platformId)).flatMap((connection) => {
    const methods = CHOSEN_METHODS.filter((method) => serves(connection, method));
    const { id, name, manifest, isEnabled } = connection;
    return methods.length > 0 ? [{ id, name, provider: manifest.name, isEnabled, methods }] : [];
  });
