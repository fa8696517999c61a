/** Decides which connection a payment goes through, and explains it. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { Routing } from '@feira/schemas/procedures/routing';
import type { FastifyInstance } from 'fastify';
import { type Connection, type ConnectionsApp, chooseConnection, listConnections } from '../connections/service.ts';
import type { Offer } from '../offers/model.ts';
import { type Candidate, type CardBinding, type Judged, judge, type Question } from './choose.ts';
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
export { noteCall } from './circuits.ts';
export { mayFailOver } from './failover.ts';

export type RoutingApp = ConnectionsApp & Pick<FastifyInstance, 'breaker'>;

/** Everything but the payment itself that a decision is made of. */
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

/** Remembered like connections are: no statement while nothing changes. */
export async function findRoutingTable(app: ConnectionsApp, platformId: string): Promise<RoutingTable> {
  const [table, connections] = await Promise.all([readTable(app, platformId), listConnections(app, platformId)]);
  return { ...table, connections };
}

/** A route as what is judged; null where its connection has just been removed. */
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

/** The seller's own choice for an offer stands alone and without conditions. */
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
  /** Cents. */
  amount: number;
  installments: number;
  offer: Pick<Offer, 'id' | 'type' | 'connectionId'>;
  card: CardBinding | null;
  buyerFields: Question['buyerFields'];
  tried: readonly string[];
  /** The attempt's id; a checkout page, which has none yet, draws by who looks at it. */
  seed: string;
}

export function listCandidates(table: RoutingTable, { method, offer }: Pick<Ask, 'method' | 'offer'>): Candidate[] {
  const routes = offer.connectionId
    ? [ownRoute(offer.connectionId)]
    : table.routes.filter((route) => route.method === method);
  return routes.map((route) => toCandidate(table, route, method)).filter((candidate) => candidate !== null);
}

/** All candidates as judged; the sums of today are asked for only where a limit on them could decide. */
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
  const judged = judge(candidates, question);
  const limited = judged
    .filter(({ candidate, reason }) => reason === null && candidate.limits.dailyAmount !== undefined)
    .map(({ candidate }) => candidate.connectionId);
  if (limited.length === 0) return judged;
  const { rows } = await app.database.readShared(platformId, selectUsedToday(platformId, limited, startOfDay(now)));
  const usedToday = new Map(rows.map((row) => [row.connectionId as string, Number(row.amount)]));
  return judge(candidates, { ...question, usedToday });
}

export interface Decision {
  connection: Connection;
  routing: Routing;
  /** It rested, and this payment tries whether it serves again. */
  isProbe: boolean;
}

export type Decided = Decision | { connection: null; judged: Judged[]; openUntil: Date | null };

/** For one attempt of a payment. A connection that has rested is tried by one payment of all nodes. */
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
 * What a checkout page offers: the connections that a purchase would draw from, the drawn one first; none where the method
 * cannot be offered. Those that rest count where no other serves, because they will be back before the form is filled in.
 */
export async function listServing(app: ConnectionsApp, platformId: string, ask: Ask): Promise<Connection[]> {
  const table = await findRoutingTable(app, platformId);
  const tries: [Ask, boolean][] = [
    [ask, false],
    [ask, true],
  ];
  // Routes for certain brands alone: the form is opened where the number will be seen here.
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

/** Whether any connection would take a card that a form brings, at this number of installments. */
export const canServe = (table: RoutingTable, ask: Ask, now: Date): boolean => {
  const { offer, ...rest } = ask;
  const question = { ...rest, offerId: offer.id, isSubscription: offer.type === 'SUBSCRIPTION', now, isResting: true };
  return judge(listCandidates(table, ask), question).some(({ reason }) => reason === null);
};
