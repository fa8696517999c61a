/** Decides which connection a payment uses, and explains the decision. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { Routing } from '@feira/schemas/procedures/routing';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { type Connection, type ConnectionsApp, chooseConnection } from '../connections/service.ts';
import type { Offer } from '../offers/model.ts';
import { findApprovals } from './approvals.ts';
import {
  type Candidate,
  type CandidateVerdict,
  type CardBinding,
  evaluateCandidates,
  type RouteCriteria,
  type RouteSkip,
} from './choose.ts';
import { takeProbe } from './circuits.ts';
import { lockUsedToday, selectUsedToday } from './model.ts';
import { startOfDay } from './periods.ts';
import { findRoutingTable, type RoutingTable, readTable, toCandidate } from './table.ts';

export type { BuyerField, CandidateVerdict, CardBinding } from './choose.ts';
export { mayFailOver } from './failover.ts';
export { sumOutcomes } from './health.ts';
export { lockRoutes, type NewRoute, prepareServing, readConnectionNames, replaceRoutes } from './route-list.ts';
export { DECISIONS, type DecisionFilter, type DecisionRow } from './statistics.ts';
export { findRoutingTable } from './table.ts';

export type RoutingApp = ConnectionsApp & Pick<FastifyInstance, 'breaker' | 'callRoom'>;

/** A connection that the seller chose for an offer is the only candidate, and has no conditions. */
const ownRoute = (connectionId: string) => ({
  id: connectionId,
  connectionId,
  priority: 1,
  weight: 100,
  conditions: {},
  isEnabled: true,
  isCheapestFirst: false,
});

export interface RouteRequest {
  method: PaymentMethod;
  /** In cents. */
  amount: number;
  installments: number;
  offer: Pick<Offer, 'id' | 'type' | 'coin' | 'connectionId'>;
  card: CardBinding | null;
  holds?: RouteCriteria['holds'];
  authenticates?: boolean;
  buyerFields: RouteCriteria['buyerFields'];
  tried: readonly string[];
  /** The attempt's id. A checkout page has no attempt yet and uses an id of its visitor. */
  seed: string;
}

function listCandidates(table: RoutingTable, { method, offer }: Pick<RouteRequest, 'method' | 'offer'>): Candidate[] {
  const routes = offer.connectionId
    ? [ownRoute(offer.connectionId)]
    : table.routes.filter((route) => route.method === method);
  return routes.map((route) => toCandidate(table, route, method)).filter((candidate) => candidate !== null);
}

/** Evaluates all candidates. Today's sums are only read when a daily limit could decide. */
async function evaluateRoutes(
  app: ConnectionsApp,
  platformId: string,
  table: RoutingTable,
  request: RouteRequest,
  isResting: boolean,
): Promise<CandidateVerdict[]> {
  const { offer, ...rest } = request;
  const now = app.clock.now();
  const criteria: RouteCriteria = {
    ...rest,
    offerId: offer.id,
    currency: offer.coin,
    isSubscription: offer.type === 'SUBSCRIPTION',
    now,
    isResting,
  };
  const candidates = listCandidates(table, request);
  if (candidates.some(({ isCheapestFirst }) => isCheapestFirst))
    criteria.approvals = await findApprovals(app, platformId, request.method);
  const verdicts = evaluateCandidates(candidates, criteria);
  const limited = verdicts
    .filter(({ candidate, reason }) => reason === null && candidate.limits.dailyAmount !== undefined)
    .map(({ candidate }) => candidate.connectionId);
  if (limited.length === 0) return verdicts;
  const { rows } = await app.database.readShared(platformId, selectUsedToday(platformId, limited, startOfDay(now)));
  const usedToday = new Map(rows.map((row) => [row.connectionId, Number(row.amount)]));
  return evaluateCandidates(candidates, { ...criteria, usedToday });
}

export async function isResting(app: ConnectionsApp, { platformId, id }: Connection): Promise<boolean> {
  const openUntil = (await readTable(app, platformId)).circuits.get(id)?.openUntil;
  return openUntil !== undefined && openUntil > app.clock.now();
}

export interface Decision {
  connection: Connection;
  routing: Routing;
  /** True if this payment probes a connection whose rest is over. */
  isProbe: boolean;
  /** Cents that the connection may take in a day; null without a limit. */
  dailyAmount: number | null;
}

export type RoutingResult = Decision | { connection: null; verdicts: CandidateVerdict[]; openUntil: Date | null };

/** Decides for one attempt of a payment. Few payments of all nodes at a time probe a connection whose rest is over. */
export async function decide(
  app: RoutingApp,
  platformId: string,
  request: RouteRequest,
  failoverOf: Routing['failoverOf'] = null,
): Promise<RoutingResult> {
  const table = await findRoutingTable(app, platformId);
  const verdicts = await evaluateRoutes(app, platformId, table, request, false);
  for (const item of verdicts) {
    if (item.reason !== null) continue;
    const own = table.connections.get(item.candidate.connectionId) as Connection;
    if (app.callRoom.isFull(own.id)) {
      item.reason = 'BUSY';
      continue;
    }
    const isProbe = item.candidate.openUntil !== null;
    if (isProbe && !(await takeProbe(app, own))) {
      item.reason = 'CIRCUIT_OPEN';
      continue;
    }
    const connection = await chooseConnection(app, own, request.seed);
    const dailyAmount = item.candidate.limits.dailyAmount ?? null;
    const routing = explain(verdicts, item, request, { own, connection }, failoverOf);
    return { connection, routing, isProbe, dailyAmount };
  }
  return { connection: null, verdicts, openUntil: findRestEnd(verdicts) };
}

/**
 * Runs `write` if the connection may take `amount` cents more today. Purchases of a limited connection come here one after the other, so that
 * each sees those before. Returns null where the room is taken.
 */
export const takeDailyRoom = <T>(
  app: Pick<RoutingApp, 'database' | 'clock'>,
  { id, platformId }: Connection,
  { amount, dailyAmount }: { amount: number; dailyAmount: number },
  write: (transaction: Transaction) => Promise<T>,
): Promise<T | null> =>
  app.database.transaction(platformId, async (transaction) => {
    await transaction.run(lockUsedToday(id));
    const used = await transaction.find(selectUsedToday(platformId, [id], startOfDay(app.clock.now())));
    return Number(used?.amount ?? 0) + amount > dailyAmount ? null : write(transaction);
  });

const findRestEnd = (verdicts: readonly CandidateVerdict[]): Date | null =>
  verdicts
    .filter(({ reason }) => reason === 'CIRCUIT_OPEN')
    .map(({ candidate }) => candidate.openUntil as Date)
    .sort((a, b) => a.getTime() - b.getTime())[0] ?? null;

function findOutranked({ candidate, byCost }: CandidateVerdict, chosen: CandidateVerdict): RouteSkip {
  if (!byCost || candidate.priority !== chosen.candidate.priority) return 'OUTRANKED';
  if (byCost.isWorse) return 'APPROVES_LESS';
  const [own, least] = [byCost.cost, chosen.byCost?.cost ?? null];
  // A connection without known costs may be cheaper or not.
  return own === null || least === null || own === least ? 'OUTRANKED' : 'COSTLIER';
}

const explain = (
  verdicts: readonly CandidateVerdict[],
  chosen: CandidateVerdict,
  { offer }: RouteRequest,
  { own, connection }: { own: Connection; connection: Connection },
  failoverOf: Routing['failoverOf'],
): Routing => ({
  by: offer.connectionId ? 'offer' : 'routes',
  candidates: verdicts.map((item) => ({
    connectionId: item.candidate.connectionId,
    name: item.candidate.name,
    provider: item.candidate.provider,
    priority: item.candidate.priority,
    weight: item.candidate.weight,
    isChosen: item === chosen,
    reason: item === chosen ? null : (item.reason ?? findOutranked(item, chosen)),
    ...(item.byCost && { cost: item.byCost.cost, approvalRate: item.byCost.approvalRate }),
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
export async function listServing(
  app: ConnectionsApp,
  platformId: string,
  request: RouteRequest,
): Promise<Connection[]> {
  const table = await findRoutingTable(app, platformId);
  const tries: [RouteRequest, boolean][] = [
    [request, false],
    [request, true],
  ];
  // If routes are restricted to certain brands, the form must send a sealed card, whose brand the core sees.
  if (request.card?.kind === 'unknown') tries.push([{ ...request, card: { kind: 'unknown', form: 'sealed' } }, true]);
  for (const [wanted, isResting] of tries) {
    const verdicts = await evaluateRoutes(app, platformId, table, wanted, isResting);
    const serving = verdicts.filter(({ reason }) => reason === null).map(({ candidate }) => candidate);
    const peers = serving.filter(({ priority }) => priority === serving[0]?.priority);
    const connections = peers.map(({ connectionId }) => table.connections.get(connectionId) as Connection);
    if (connections.length > 0) return connections;
  }
  return [];
}

/** Evaluates the connections for a page, as `listServing` does: those that rest serve. */
export const listVerdicts = async (
  app: ConnectionsApp,
  platformId: string,
  request: RouteRequest,
): Promise<CandidateVerdict[]> =>
  evaluateRoutes(app, platformId, await findRoutingTable(app, platformId), request, true);

/** Returns true if any connection would take the form's card with this number of installments. */
export const canServe = (table: RoutingTable, request: RouteRequest, now: Date): boolean => {
  const { offer, ...rest } = request;
  const { id: offerId, coin: currency } = offer;
  const criteria = { ...rest, offerId, currency, isSubscription: offer.type === 'SUBSCRIPTION', now, isResting: true };
  return evaluateCandidates(listCandidates(table, request), criteria).some(({ reason }) => reason === null);
};
