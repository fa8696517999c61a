/** Decides which connection a payment uses, and explains the decision. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { Routing } from '@feira/schemas/procedures/routing';
import type { FastifyInstance } from 'fastify';
import { type Connection, type ConnectionsApp, chooseConnection, listConnections } from '../connections/service.ts';
import type { Offer } from '../offers/model.ts';
import { type Candidate, type CardBinding, type Judged, judgeCandidates, type Question } from './choose.ts';
import { takeProbe } from './circuits.ts';
import {
  type CircuitRow,
  type ConnectionFacts,
  type RouteRow,
  selectCircuits,
  selectConnectionFacts,
  selectRoutes,
  selectUsedToday,
} from './model.ts';
import { startOfDay } from './periods.ts';

export type { BuyerField, CardBinding } from './choose.ts';
export { recordCallResult } from './circuits.ts';
export { mayFailOver } from './failover.ts';

export type RoutingApp = ConnectionsApp & Pick<FastifyInstance, 'breaker'>;

/** Everything that a decision needs besides the payment itself. */
export interface RoutingTable {
  routes: RouteRow[];
  facts: ReadonlyMap<string, ConnectionFacts>;
  circuits: ReadonlyMap<string, CircuitRow>;
  connections: ReadonlyMap<string, Connection>;
}

const readTable = (app: ConnectionsApp, platformId: string): Promise<Omit<RoutingTable, 'connections'>> =>
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
  route: Omit<RouteRow, 'method'>,
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
    isAvailable: connection !== undefined,
    capability: known.methods.includes(method) ? (connection?.manifest.capabilities.methods?.[method] ?? null) : null,
    limits: known.limits,
    openUntil: circuits.get(known.id)?.openUntil ?? null,
  };
}

/** A connection that the seller chose for an offer is the only candidate, and has no conditions. */
const ownRoute = (connectionId: string) => ({
  id: connectionId,
  connectionId,
  priority: 1,
  weight: 100,
  conditions: {},
  isEnabled: true,
});

export interface Ask {
  method: PaymentMethod;
  /** In cents. */
  amount: number;
  installments: number;
  offer: Pick<Offer, 'id' | 'type' | 'connectionId'>;
  card: CardBinding | null;
  buyerFields: Question['buyerFields'];
  tried: readonly string[];
  /** The attempt's id. A checkout page has no attempt yet and uses an id of its visitor. */
  seed: string;
}

export function listCandidates(table: RoutingTable, { method, offer }: Pick<Ask, 'method' | 'offer'>): Candidate[] {
  const routes = offer.connectionId
    ? [ownRoute(offer.connectionId)]
    : table.routes.filter((route) => route.method === method);
  return routes.map((route) => toCandidate(table, route, method)).filter((candidate) => candidate !== null);
}

/** Judges all candidates. Today's sums are only read when a daily limit could decide. */
export async function judgeRoutes(
  app: ConnectionsApp,
  platformId: string,
  table: RoutingTable,
  ask: Ask,
  isResting: boolean,
): Promise<Judged[]> {
  const { offer, ...rest } = ask;
  const now = app.clock.now();
  const question: Question = {
    ...rest,
    offerId: offer.id,
    isSubscription: offer.type === 'SUBSCRIPTION',
    now,
    isResting,
  };
  const candidates = listCandidates(table, ask);
  const judged = judgeCandidates(candidates, question);
  const limited = judged
    .filter(({ candidate, reason }) => reason === null && candidate.limits.dailyAmount !== undefined)
    .map(({ candidate }) => candidate.connectionId);
  if (limited.length === 0) return judged;
  const { rows } = await app.database.readShared(platformId, selectUsedToday(platformId, limited, startOfDay(now)));
  const usedToday = new Map(rows.map((row) => [row.connectionId, Number(row.amount)]));
  return judgeCandidates(candidates, { ...question, usedToday });
}

export interface Decision {
  connection: Connection;
  routing: Routing;
  /** True if this payment probes a connection whose rest is over. */
  isProbe: boolean;
}

export type Decided = Decision | { connection: null; judged: Judged[]; openUntil: Date | null };

/** Decides for one attempt of a payment. Only one payment of all nodes probes a connection whose rest is over. */
export async function decide(
  app: RoutingApp,
  platformId: string,
  ask: Ask,
  failoverOf: Routing['failoverOf'] = null,
): Promise<Decided> {
  const table = await findRoutingTable(app, platformId);
  const judged = await judgeRoutes(app, platformId, table, ask, false);
  for (const item of judged) {
    if (item.reason !== null) continue;
    const own = table.connections.get(item.candidate.connectionId) as Connection;
    const isProbe = item.candidate.openUntil !== null;
    if (isProbe && !(await takeProbe(app, own))) {
      item.reason = 'CIRCUIT_OPEN';
      continue;
    }
    const connection = await chooseConnection(app, own, ask.seed);
    return { connection, routing: explain(judged, item, ask, { own, connection }, failoverOf), isProbe };
  }
  return { connection: null, judged, openUntil: findRestEnd(judged) };
}

const findRestEnd = (judged: readonly Judged[]): Date | null =>
  judged
    .filter(({ reason }) => reason === 'CIRCUIT_OPEN')
    .map(({ candidate }) => candidate.openUntil as Date)
    .sort((a, b) => a.getTime() - b.getTime())[0] ?? null;

const explain = (
  judged: readonly Judged[],
  chosen: Judged,
  { offer }: Ask,
  { own, connection }: { own: Connection; connection: Connection },
  failoverOf: Routing['failoverOf'],
): Routing => ({
  by: offer.connectionId ? 'offer' : 'routes',
  candidates: judged.map((item) => ({
    connectionId: item.candidate.connectionId,
    name: item.candidate.name,
    provider: item.candidate.provider,
    priority: item.candidate.priority,
    weight: item.candidate.weight,
    isChosen: item === chosen,
    reason: item === chosen ? null : (item.reason ?? 'OUTRANKED'),
  })),
  version: {
    chosen: connection.version,
    isCanary: connection.version !== own.version,
    share: own.rollout?.state === 'CANARY' ? own.rollout.share : null,
  },
  failoverOf,
});

/**
 * Lists the connections that a checkout page offers, in the order of a purchase; none when the method cannot be offered. Resting
 * connections count when no other one serves, because they will be back before the form is filled in.
 */
export async function listServing(app: ConnectionsApp, platformId: string, ask: Ask): Promise<Connection[]> {
  const table = await findRoutingTable(app, platformId);
  const tries: [Ask, boolean][] = [
    [ask, false],
    [ask, true],
  ];
  // If routes are restricted to certain brands, the form must send a sealed card, whose brand the core sees.
  if (ask.card?.kind === 'unknown') tries.push([{ ...ask, card: { kind: 'unknown', form: 'sealed' } }, true]);
  for (const [asked, isResting] of tries) {
    const judged = await judgeRoutes(app, platformId, table, asked, isResting);
    const serving = judged.filter(({ reason }) => reason === null).map(({ candidate }) => candidate);
    const peers = serving.filter(({ priority }) => priority === serving[0]?.priority);
    const connections = peers.map(({ connectionId }) => table.connections.get(connectionId) as Connection);
    if (connections.length > 0) return connections;
  }
  return [];
}

/** Returns true if any connection would take the form's card with this number of installments. */
export const canServe = (table: RoutingTable, ask: Ask, now: Date): boolean => {
  const { offer, ...rest } = ask;
  const question = { ...rest, offerId: offer.id, isSubscription: offer.type === 'SUBSCRIPTION', now, isResting: true };
  return judgeCandidates(listCandidates(table, ask), question).some(({ reason }) => reason === null);
};
