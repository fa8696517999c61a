import type { Output } from '@feira/schemas/procedure';
import * as connections from '@feira/schemas/procedures/connections';
import { getPlatform } from '@feira/schemas/procedures/platforms';
import { listRoutes } from '@feira/schemas/procedures/routing';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type ConnectionSummary = Output<typeof connections.listConnections>['connections'][number];
export type ConnectionDetails = Output<typeof connections.getConnection>;
export type Rollout = NonNullable<ConnectionSummary['rollout']>;
export type Outcomes = Rollout['stable'];
export type StoredSecret = ConnectionDetails['secrets'][number];
export type CheckResult = Output<typeof connections.testConnection>;

export const usePlatform = (platformId: string) => useProcedureQuery(getPlatform, { platformId });
export const useConnections = (platformId: string) => useProcedureQuery(connections.listConnections, { platformId });
export const useConnection = (platformId: string, connectionId: string) =>
  useProcedureQuery(connections.getConnection, { platformId, connectionId });

/** Routes show whether a connection serves, so they are read again, too. */
const SHOWN = [connections.listConnections, connections.getConnection, listRoutes];
export const useCreation = () => useChange(connections.createConnection, ...SHOWN);
export const useConnectionChange = () => useChange(connections.updateConnection, ...SHOWN);
/** The removed connection's own page is not read again: the server would only answer that it is gone. */
export const useRemoval = () => useChange(connections.removeConnection, connections.listConnections, listRoutes);
export const useCheck = () => useProcedureMutation(connections.testConnection);
export const useKeyRotation = () => useChange(connections.rotateKey, ...SHOWN);
export const useRolloutStart = () => useChange(connections.startRollout, ...SHOWN);
export const useRolloutChange = () => useChange(connections.changeRollout, ...SHOWN);
