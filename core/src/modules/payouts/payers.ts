/** Which connection of a platform sends a withdrawal. */
import { WITHDRAWAL_METHODS } from '@feira/schemas/procedures/payouts';
import { type Connection, type ConnectionsApp, listConnections } from '../connections/service.ts';
import type { WithdrawalMethod } from './withdrawal-model.ts';

const serves = ({ isEnabled, manifest }: Connection, method: WithdrawalMethod): boolean =>
  isEnabled && manifest.operations.includes('withdraw') && manifest.capabilities.withdraw?.includes(method) === true;

export interface Wanted {
  method: WithdrawalMethod;
  /** The only one that will do: a receiver exists at one connection, and what was tried through one stays there. */
  connectionId?: string | null;
}

/** The oldest that is enabled and serves the method. */
export const choosePayer = (connections: Connection[], { method, connectionId }: Wanted): Connection | null =>
  connections.find((item) => serves(item, method) && (!connectionId || item.id === connectionId)) ?? null;

/** Never inside a transaction: what is not remembered is read through another connection to the database. */
export const listPayers = async (app: ConnectionsApp, platformId: string): Promise<Connection[]> => [
  ...(await listConnections(app, platformId)).values(),
];

export const listPayable = (connections: Connection[]): WithdrawalMethod[] =>
  WITHDRAWAL_METHODS.filter((method) => choosePayer(connections, { method }) !== null);
