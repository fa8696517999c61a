import type { Output } from '@feira/schemas/procedure';
import * as connections from '@feira/schemas/procedures/connections';
import { listRoutes } from '@feira/schemas/procedures/routing';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import type { ConnectionPlace } from './connection-place.ts';

export type ConnectionSummary = Output<typeof connections.listConnections>['connections'][number];
export type ConnectionDetails = Output<typeof connections.getConnection>;
export type Rollout = NonNullable<ConnectionSummary['rollout']>;
export type Outcomes = Rollout['stable'];
export type StoredSecret = ConnectionDetails['secrets'][number];
export type CheckResult = Output<typeof connections.testConnection>;

type Of = ConnectionPlace['of'];
export const useConnections = (of: Of) => useProcedureQuery(connections.listConnections, of);
export const useConnection = (of: Of, connectionId: string) =>
  useProcedureQuery(connections.getConnection, { ...of, connectionId });

/** Routes show whether a connection serves, so they are read again, too. */
const SHOWN = [connections.listConnections, connections.getConnection, listRoutes];
export const useCreation = () => useChange(connections.createConnection, ...SHOWN);
export const useConnectionChange = () => useChange(connections.updateConnection, ...SHOWN);
/** The removed connection's own page is not read again: the server would only answer that it is gone. */
export const useRemoval = () => useChange(connections.removeConnection, connections.listConnections, listRoutes);
export const useCheck = () => useChange(connections.testConnection, ...SHOWN);
export const useKeyRotation = () => useChange(connections.rotateKey, ...SHOWN);
export const useRolloutStart = () => useChange(connections.startRollout, ...SHOWN);
export const useRolloutChange = () => useChange(connections.changeRollout, ...SHOWN);
