/** Lists and replaces the routes of a platform. */
import { isDeepStrictEqual } from 'node:util';
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import type { listRoutes } from '@feira/schemas/procedures/routing';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { AuditEntry } from '../audit/service.ts';
import { lockConnections } from '../connections/model.ts';
import { type ConnectionsApp, listConnections } from '../connections/service.ts';
import { readSettings } from '../settings/service.ts';
import { readVersion } from '../versions/service.ts';
import { evaluateCandidates, findSkipReason, type RouteCriteria } from './choose.ts';
import {
  type ConnectionFacts,
  deleteRoutes,
  insertRoutes,
  type NewRoute,
  type RouteRow,
  selectCircuits,
  selectConnectionFacts,
  selectKnownOffers,
  selectRoutes,
} from './model.ts';
import { type RoutingTable, toCandidate } from './table.ts';

export type { NewRoute } from './model.ts';

type Listed = Output<typeof listRoutes>;

/** Reads the primary database, so that a page shows its own change. */
export async function listAllRoutes(app: ConnectionsApp, platformId: string): Promise<Listed> {
  // Read first: routes that are newer than their version are only compared once more.
  const versions = await Promise.all(
    PAYMENT_METHODS.map((method) => readVersion(app, platformId, { name: 'ROUTES', subject: method })),
  );
  const [routes, facts, circuits] = await app.database.read(
    platformId,
    [selectRoutes(platformId), selectConnectionFacts(platformId), selectCircuits(platformId)],
    true,
  );
  const { settings } = await readSettings(app, platformId);
  const known = facts.rows;
  const table: RoutingTable = {
    routes: routes.rows,
    facts: new Map(known.map((row) => [row.id, row])),
    circuits: new Map(circuits.rows.map((row) => [row.connectionId, row])),
    connections: await listConnections(app, platformId),
  };
  const now = app.clock.now();
  return {
    methods: PAYMENT_METHODS.map((method, index) => ({
      method,
      isEnabled: settings.methods.includes(method),
      version: versions[index] ?? 0,
      routes: table.routes.filter((route) => route.method === method).map((route) => toListed(table, route, now)),
    })),
    connections: known.map(({ id, name, provider, environment, status, methods }) => ({
      id,
      name,
      provider,
      providerName: table.connections.get(id)?.manifest.name ?? provider,
      environment,
      status,
      methods,
    })),
  };
}

type ListedRoute = Listed['methods'][number]['routes'][number];

function toListed(table: RoutingTable, { method, ...route }: RouteRow, now: Date): ListedRoute {
  const candidate = toCandidate(table, route, method);
  const isResting = candidate?.openUntil != null && candidate.openUntil > now;
  const fault = candidate ? findSkipReason(candidate) : 'CONNECTION_OFF';
  return {
    ...route,
    isManaged: table.facts.get(route.connectionId)?.isManaged ?? false,
    state: (fault as ListedRoute['state'] | null) ?? (isResting ? 'CIRCUIT_OPEN' : 'SERVING'),
  };
}

export interface RouteChange {
  method: PaymentMethod;
  routes: NewRoute[];
  record(entry: AuditEntry): Statement[];
}

/** Locks the routes of a platform and returns those of a method. */
export async function lockRoutes(
  transaction: Transaction,
  platformId: string,
  method: PaymentMethod,
): Promise<NewRoute[]> {
  await transaction.run(lockConnections(platformId));
  return (await transaction.list(selectRoutes(platformId)))
    .filter((route) => route.method === method)
    .map(withoutNames);
}

/** Replaces all routes of a method. */
export async function replaceRoutes(
  transaction: Transaction,
  platformId: string,
  { method, routes, record }: RouteChange,
): Promise<void> {
  routes.forEach((route, index) => {
    checkConditions(method, route, index);
  });
  await transaction.run(lockConnections(platformId));
  const before = (await transaction.list(selectRoutes(platformId))).filter((route) => route.method === method);
  const facts = await transaction.list(selectConnectionFacts(platformId));
  const known = new Map(facts.map((row) => [row.id, row]));
  checkConnections(routes, known);
  checkManaged(before, routes, known);
  await checkOffers(transaction, platformId, routes);
  const kept = before.map(withoutNames);
  if (isDeepStrictEqual(kept, routes.map(withoutNames))) return;
  const rows = assignIds(before, routes);
  await transaction.run(deleteRoutes(platformId, method));
  await transaction.run(insertRoutes(platformId, method, rows));
  await transaction.runAll(
    record({
      type: 'routing.changed',
      subject: { type: 'payment-method', id: method, name: method },
      details: {
        from: before.map((route) => describe(route, known)),
        to: routes.map((route) => describe(route, known)),
      },
    }),
  );
}

/** Returns a function that names the connections with which a charge begins under some routes: several where they share it. */
export async function prepareServing(
  app: ConnectionsApp,
  platformId: string,
): Promise<(routes: readonly NewRoute[], charge: Charge) => { id: string; name: string }[]> {
  const facts = await app.database.list(platformId, selectConnectionFacts(platformId), true);
  const table: RoutingTable = {
    routes: [],
    facts: new Map(facts.map((row) => [row.id, row])),
    circuits: new Map(),
    connections: await listConnections(app, platformId),
  };
  const now = app.clock.now();
  return (routes, charge) => {
    const candidates = routes.flatMap(
      (route) => toCandidate(table, { ...route, id: route.connectionId }, charge.method) ?? [],
    );
    const verdicts = evaluateCandidates(candidates, { ...ANY_CHARGE, ...charge, now });
    const able = verdicts.filter(({ reason }) => reason === null).map(({ candidate }) => candidate);
    return able
      .filter(({ priority }) => priority === able[0]?.priority)
      .map(({ connectionId, name }) => ({ id: connectionId, name }))
      .sort((one, other) => one.name.localeCompare(other.name));
  };
}

/** Reads the names of all connections of a platform, by their ids. */
export const readConnectionNames = async (
  app: Pick<ConnectionsApp, 'database'>,
  platformId: string,
): Promise<Map<string, string>> =>
  new Map(
    (await app.database.list(platformId, selectConnectionFacts(platformId), true)).map(({ id, name }) => [id, name]),
  );

type Charge = Pick<RouteCriteria, 'method' | 'amount' | 'currency' | 'installments'>;

/** A charge of no offer in particular, by a card that was not typed yet. */
const ANY_CHARGE = {
  offerId: '',
  isSubscription: false,
  card: null,
  buyerFields: null,
  tried: [],
  seed: '',
  isResting: true,
} satisfies Partial<RouteCriteria>;

const withoutNames = ({ isCheapestFirst, ...route }: NewRoute): NewRoute => ({
  ...inFile(route),
  ...(isCheapestFirst && { isCheapestFirst }),
});

/** Returns what CONNECTIONS_FILE says of a route. */
const inFile = ({ connectionId, priority, weight, conditions, isEnabled }: NewRoute): NewRoute => ({
  connectionId,
  priority,
  weight,
  conditions,
  isEnabled,
});

const describe = (
  { connectionId, priority, weight, conditions, isEnabled, isCheapestFirst }: NewRoute,
  known: Map<string, ConnectionFacts>,
) => ({
  connection: known.get(connectionId)?.name ?? connectionId,
  priority,
  weight,
  conditions: Object.keys(conditions),
  isEnabled,
  ...(isCheapestFirst && { isCheapestFirst }),
});

/** An unchanged route keeps its id, so that the draw gives it the same payments. */
function assignIds(before: readonly RouteRow[], routes: readonly NewRoute[]): (NewRoute & { id: string })[] {
  const left = [...before];
  const take = (fits: (row: RouteRow) => boolean) => {
    const index = left.findIndex(fits);
    return index < 0 ? undefined : left.splice(index, 1)[0]?.id;
  };
  const exact = routes.map((route) =>
    take((row) => row.connectionId === route.connectionId && isDeepStrictEqual(row.conditions, route.conditions)),
  );
  return routes.map((route, index) => ({
    ...withoutNames(route),
    id: exact[index] ?? take((row) => row.connectionId === route.connectionId) ?? newId(),
  }));
}

const wrong = (field: string, portuguese: string, english: string) =>
  new AppError('ROUTE_INVALID', { reasons: { [field]: { 'pt-BR': portuguese, en: english } } });

function checkConditions(method: PaymentMethod, { conditions }: NewRoute, index: number): void {
  const field = (name: string) => `routes.${index}.conditions.${name}`;
  const { minAmount, maxAmount, minInstallments, maxInstallments, cardBrands } = conditions;
  if (minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount)
    throw wrong(
      field('minAmount'),
      'O valor mínimo não pode passar do máximo.',
      'The smallest amount cannot be above the largest.',
    );
  if (minInstallments !== undefined && maxInstallments !== undefined && minInstallments > maxInstallments)
    throw wrong(
      field('minInstallments'),
      'O mínimo de parcelas não pode passar do máximo.',
      'The fewest installments cannot be more than the most.',
    );
  if (method === 'CREDIT_CARD') return;
  const ofCards = Object.entries({ minInstallments, maxInstallments, cardBrands }).find(
    ([, value]) => value !== undefined,
  );
  if (ofCards)
    throw wrong(
      field(ofCards[0]),
      'Só o cartão tem parcelas e bandeiras: remova esta condição.',
      'Only cards have installments and brands: remove this condition.',
    );
}

function checkConnections(routes: readonly NewRoute[], known: ReadonlyMap<string, ConnectionFacts>): void {
  const index = routes.findIndex(({ connectionId }) => !known.has(connectionId));
  if (index >= 0) throw new AppError('CONNECTION_NOT_FOUND', { fields: [`routes.${index}.connectionId`] });
}

/** Throws if the change touches a route that CONNECTIONS_FILE manages. */
function checkManaged(
  before: readonly RouteRow[],
  routes: readonly NewRoute[],
  known: ReadonlyMap<string, ConnectionFacts>,
): void {
  const isManaged = ({ connectionId }: NewRoute) => known.get(connectionId)?.isManaged === true;
  const missing = before.filter(isManaged).map(inFile);
  routes.forEach((route, index) => {
    if (!isManaged(route)) return;
    const place = missing.findIndex((row) => isDeepStrictEqual(row, inFile(route)));
    if (place < 0) throw new AppError('CONNECTION_MANAGED', { fields: [`routes.${index}`] });
    missing.splice(place, 1);
  });
  if (missing.length > 0) throw new AppError('CONNECTION_MANAGED', { fields: ['routes'] });
}

async function checkOffers(transaction: Transaction, platformId: string, routes: readonly NewRoute[]): Promise<void> {
  const named = [...new Set(routes.flatMap(({ conditions }) => conditions.offerIds ?? []))];
  if (named.length === 0) return;
  const rows = await transaction.list(selectKnownOffers(platformId, named));
  const known = new Set(rows.map(({ id }) => id));
  const index = routes.findIndex(({ conditions }) => conditions.offerIds?.some((id) => !known.has(id)));
  if (index >= 0)
    throw wrong(
      `routes.${index}.conditions.offerIds`,
      'Uma destas ofertas não existe nesta plataforma.',
      'One of these offers does not exist on this platform.',
    );
}
