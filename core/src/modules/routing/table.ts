/** Reads the routes of a platform with what a decision needs to know of their connections. */
import type { PaymentMethod } from '@feira/schemas/common';
import { type Connection, type ConnectionsApp, listConnections } from '../connections/service.ts';
import type { Candidate } from './choose.ts';
import {
  type CircuitRow,
  type ConnectionFacts,
  type RouteRow,
  selectCircuits,
  selectConnectionFacts,
  selectRoutes,
} from './model.ts';

/** Everything that a decision needs besides the payment itself. */
export interface RoutingTable {
  routes: RouteRow[];
  facts: ReadonlyMap<string, ConnectionFacts>;
  circuits: ReadonlyMap<string, CircuitRow>;
  connections: ReadonlyMap<string, Connection>;
}

export const readTable = (app: ConnectionsApp, platformId: string): Promise<Omit<RoutingTable, 'connections'>> =>
  app.cache.get(platformId, 'routing', async () => {
    const [routes, facts, circuits] = await app.database.read(
      platformId,
      [selectRoutes(platformId), selectConnectionFacts(platformId), selectCircuits(platformId)],
      true,
    );
    return {
      routes: routes.rows,
      facts: new Map(facts.rows.map((row) => [row.id, row])),
      circuits: new Map(circuits.rows.map((row) => [row.connectionId, row])),
    };
  });

/** The table is cached like connections are, so no statement runs while nothing changes. */
export async function findRoutingTable(app: ConnectionsApp, platformId: string): Promise<RoutingTable> {
  const [table, connections] = await Promise.all([readTable(app, platformId), listConnections(app, platformId)]);
  return { ...table, connections };
}

/** Converts a route for judging; returns null when its connection has just been deleted. */
export function toCandidate(
  { facts, circuits, connections }: RoutingTable,
  route: Omit<RouteRow, 'method' | 'isCheapestFirst'> & { isCheapestFirst?: boolean | undefined },
  method: PaymentMethod,
): Candidate | null {
  const known = facts.get(route.connectionId);
  if (!known) return null;
  const connection = connections.get(route.connectionId);
  return {
    id: route.id,
    connectionId: known.id,
    name: known.name,
    provider: known.provider,
    priority: route.priority,
    weight: route.weight,
    conditions: route.conditions,
    isRouteEnabled: route.isEnabled,
    isConnectionEnabled: known.status === 'ENABLED',
    isStopped: connection?.isStopped ?? false,
    isAvailable: connection !== undefined,
    capability: known.methods.includes(method) ? (connection?.manifest.capabilities.methods?.[method] ?? null) : null,
    limits: known.limits,
    isCheapestFirst: route.isCheapestFirst ?? false,
    costs: known.costs,
    costCurrency: known.costCurrency,
    openUntil: circuits.get(known.id)?.openUntil ?? null,
  };
}
