/** Connects, changes and removes the connections of sellers and platforms with an audit event each, and has deliveries sent again. */
import { isIP } from 'node:net';
import { isPublicAddress } from '@feira/plugin-kit/broker';
import { type CompiledIntegration, showRequests } from '@feira/plugin-kit/integration';
import type { IntegrationConnectionFields } from '@feira/schemas/entities/integration-connection';
import type { Integration, IntegrationEvent } from '@feira/schemas/integration';
import { ISSUE_TIME_FIELD, ISSUE_TIMES, type IssueTime } from '@feira/schemas/integration-invoice';
import type { ManifestForm } from '@feira/schemas/manifest';
import { type IntegrationOwner, MOST_CONNECTIONS } from '@feira/schemas/procedures/integrations';
import type { FastifyInstance } from 'fastify';
import { isAllowed } from '../../plugins/access.ts';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findChange, queryIn, writeVersion } from '../../shared/edited-model.ts';
import { newId } from '../../shared/ids.ts';
import { findFormProblems, type Problems, tidyValues } from '../../shared/manifest-form.ts';
import { type AuditEntry, recordEvent } from '../audit/service.ts';
import { checkVersion } from '../products/versioned-model.ts';
import { readCatalogue } from './catalogue.ts';
import { DELIVERIES, selectDelivery } from './delivery-model.ts';
import { readFacts } from './facts.ts';
import {
  type ConnectionRow,
  countConnections,
  countProducts,
  IntegrationConnection,
  lockOwner,
  type Settings,
  selectConnection,
  selectSealed,
  selectSellersConnection,
} from './model.ts';
import { openSecrets, sealSecrets } from './secrets.ts';

type App = Pick<FastifyInstance, 'database' | 'dataKeys' | 'clock' | 'findPlatform' | 'findPlatformUrl'>;
type Reading = Pick<FastifyInstance, 'database'>;

/** Throws ACCESS_DENIED where the caller has no connections of this kind. Returns the seller; null for the platform. */
export function toOwner({ person }: Pick<PersonCall, 'person'>, kind: IntegrationOwner): string | null {
  const access =
    kind === 'SELLER'
      ? ({ kind: 'role', roles: ['seller'] } as const)
      : ({ kind: 'role', roles: ['admin'], permission: 'isConfigAvailable' } as const);
  if (!isAllowed(person, access)) throw new AppError('ACCESS_DENIED');
  return kind === 'SELLER' ? person.id : null;
}

/** Returns whether the caller owns a connection: their own as a seller, the platform's as an administrator who may configure it. */
function isOwnedBy({ person }: Pick<PersonCall, 'person'>, { sellerId }: Pick<ConnectionRow, 'sellerId'>): boolean {
  if (sellerId === null) return isAllowed(person, { kind: 'role', roles: ['admin'], permission: 'isConfigAvailable' });
  return sellerId === person.id;
}

const notFound = () => new AppError('INTEGRATION_CONNECTION_NOT_FOUND', { fields: ['connectionId'] });

async function getIntegration(id: string): Promise<CompiledIntegration> {
  const compiled = (await readCatalogue()).get(id);
  if (!compiled) throw new AppError('INTEGRATION_NOT_FOUND', { fields: ['integration'] });
  return compiled;
}

export const toView = ({
  id,
  version,
  name,
  category,
  description,
  docs,
  evidence,
  hosts,
  events,
  buyer,
  form,
}: Integration) => ({
  id,
  version,
  name,
  category,
  description,
  docs,
  hosts,
  buyer,
  form: form as ManifestForm & Record<string, unknown>,
  evidence: evidence.level,
  events: Object.keys(events) as IntegrationEvent[],
});

/** Lists what an owner can connect: freight and invoices are of sellers alone. */
export async function listCatalogue(kind: IntegrationOwner) {
  const all = [...(await readCatalogue()).values()].map(({ integration }) => integration);
  return all.filter(({ freight, invoice }) => kind === 'SELLER' || !(freight || invoice)).map(toView);
}

/** A connection as it is used by what runs it. */
export interface OpenedConnection {
  compiled: CompiledIntegration;
  settings: Settings;
  secrets: ReadonlyMap<string, string>;
}

/** Opens a connection with its secrets. Returns null for one that is off, or whose integration is not there any more. */
export async function openConnection(
  app: Pick<FastifyInstance, 'database' | 'dataKeys'>,
  platformId: string,
  connectionId: string,
): Promise<OpenedConnection | null> {
  const row = await app.database.find(platformId, selectSealed(platformId, connectionId), true);
  const compiled = row?.isEnabled && (await readCatalogue()).get(row.integration);
  if (!compiled) return null;
  const secrets = await openSecrets(app, platformId, connectionId, row);
  return { compiled, settings: row.settings, secrets: new Map(Object.entries(secrets)) };
}

/** Returns the facts of the sale of a payment; null where the buyer's data is not there any more. */
export const readSaleFacts = (
  app: Pick<FastifyInstance, 'database' | 'findPlatform' | 'findPlatformUrl' | 'clock'>,
  platformId: string,
  { paymentId, sellerId }: { paymentId: string; sellerId: string },
) =>
  readFacts(app, platformId, {
    id: paymentId,
    event: 'sale.approved',
    kind: 'PAYMENT',
    sourceId: paymentId,
    happenedAt: app.clock.now(),
    sellerId,
  });

/** Names that lead into a network of one's own. What others lead to is checked whenever something is sent. */
const LOCAL_NAME = /^[^.]*$|\.(localhost|local|internal|lan|home|intranet|corp|test|invalid)$/;

const ADDRESS_PROBLEM = {
  'pt-BR': 'Digite um endereço público que comece com https://, sem usuário, senha nem #.',
  en: 'Type a public address that starts with https://, without a user name, password or #.',
};

/** Returns a problem where the address that the owner typed could not be reached from the internet, or names a person. */
function findAddressProblem({ base }: Integration, settings: Settings): Problems {
  if (typeof base === 'string') return {};
  const url = URL.parse(String(settings[base.setting] ?? ''));
  const host = url?.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') ?? '';
  const isPublic = isIP(host) ? isPublicAddress(host) : !LOCAL_NAME.test(host);
  const isGood = url?.protocol === 'https:' && !url.username && !url.password && !url.hash && isPublic;
  return isGood ? {} : { [`settings.${base.setting}`]: ADDRESS_PROBLEM };
}

/** Returns where the calls lead by what the owner typed; null where the manifest says it. */
const typedOrigin = ({ base }: Integration, settings: Settings): string | null =>
  typeof base === 'string' ? null : (URL.parse(String(settings[base.setting] ?? ''))?.origin ?? null);

interface Form {
  settings: Settings;
  /** Null removes a secret; those that are left out stay. */
  secrets: Record<string, string | null>;
}

/** Returns the values of the form with the secrets that stay. Throws CREDENTIALS_INVALID, which names each field and how to mend it. */
function readForm({ integration }: CompiledIntegration, given: Form, kept: Record<string, string>) {
  const { form } = integration;
  const settings = tidyValues(form, given.settings);
  const all = Object.entries({ ...kept, ...tidyValues(form, given.secrets) });
  const secrets = Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
  const reasons = { ...findFormProblems(form, { settings, secrets }) };
  if (!reasons.settings) Object.assign(reasons, findAddressProblem(integration, settings));
  if (Object.keys(reasons).length > 0) throw new AppError('CREDENTIALS_INVALID', { reasons });
  return { settings, secrets };
}

async function checkTerms(
  transaction: Transaction,
  platformId: string,
  sellerId: string | null,
  { productIds }: IntegrationConnectionFields,
): Promise<void> {
  const found = await transaction.find(countProducts(platformId, sellerId, productIds));
  if (found?.count !== productIds.length) throw new AppError('PRODUCT_NOT_FOUND', { fields: ['productIds'] });
}

/** Returns when invoices are issued; null for a system that issues none. */
const issueTimeOf = ({ integration }: CompiledIntegration, settings: Settings): IssueTime | null =>
  integration.invoice ? (ISSUE_TIMES.find((time) => time === settings[ISSUE_TIME_FIELD]) ?? 'APPROVAL') : null;

/** Throws INTEGRATION_EVENT_UNKNOWN where the integration hears of no such event, or of none although it hears of events. */
function checkEvents({ integration }: CompiledIntegration, events: readonly IntegrationEvent[]): void {
  if ((events.length === 0) !== (Object.keys(integration.events).length === 0))
    throw new AppError('INTEGRATION_EVENT_UNKNOWN', { fields: ['events'] });
  if (events.some((event) => !integration.events[event]))
    throw new AppError('INTEGRATION_EVENT_UNKNOWN', { fields: ['events'] });
}

const describe = (
  type: Extract<AuditEntry['type'], `integration.${string}`>,
  { id, name }: { id: string; name: string },
  details: AuditEntry['details'] = {},
): AuditEntry => ({ type, subject: { type: 'integration', id, name }, details });

interface NewConnection extends Form {
  kind: IntegrationOwner;
  integration: string;
}

export async function createConnection(
  app: App,
  call: PersonCall,
  { kind, integration: wanted, ...given }: NewConnection,
  terms: IntegrationConnectionFields,
) {
  const { platform, request } = call;
  const sellerId = toOwner(call, kind);
  const compiled = await getIntegration(wanted);
  if (sellerId === null && compiled.integration.freight)
    throw new AppError('INTEGRATION_NOT_FOUND', { fields: ['integration'] });
  const { id: integration, version: integrationVersion } = compiled.integration;
  // A platform sells nothing by itself: sellers issue the invoices of their sales.
  if (compiled.integration.invoice && sellerId === null)
    throw new AppError('INTEGRATION_NOT_FOUND', { fields: ['integration'] });
  checkEvents(compiled, terms.events);
  const { settings, secrets } = readForm(compiled, given, {});
  const id = newId();
  // Before the transaction, which would wait for a second connection to read the key.
  const stored = await sealSecrets(app, platform.id, id, secrets);
  const now = app.clock.now().toISOString();
  return app.database.transaction(platform.id, async (transaction) => {
    await transaction.run(lockOwner(sellerId ?? platform.id));
    const found = await transaction.find(countConnections(platform.id, sellerId));
    if (found && found.count >= MOST_CONNECTIONS) throw new AppError('INTEGRATION_LIMIT');
    await checkTerms(transaction, platform.id, sellerId, terms);
    await queryIn(transaction, IntegrationConnection).insert({
      platformId: platform.id,
      id,
      sellerId,
      integration,
      integrationVersion,
      settings,
      ...stored,
      ...terms,
      secrets: Object.fromEntries(Object.keys(secrets).map((name) => [name, now])),
      offReason: terms.isEnabled ? null : 'OWNER',
      invoiceWhen: issueTimeOf(compiled, settings),
    });
    const details = { integration: compiled.integration.name, after: terms };
    await transaction.run(
      recordEvent(platform.id, request, describe('integration.connected', { id, name: terms.name }, details)),
    );
    return { connectionId: id };
  });
}

interface Edited {
  connectionId: string;
  version: number;
}

/** Throws EDIT_CONFLICT with the terms that changed since the connection was read. */
export async function updateConnection(
  app: App,
  call: PersonCall,
  { connectionId: id, version }: Edited,
  given: Form,
  terms: IntegrationConnectionFields,
) {
  const { platform, request } = call;
  const former = await getConnection(app, call, id);
  const compiled = await getIntegration(former.integration);
  checkEvents(compiled, terms.events);
  // Reads the key of the platform before the transaction, which would wait for a second connection.
  await app.dataKeys.list(platform.id);
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await IntegrationConnection.lock(transaction, id);
    if (!row || !isOwnedBy(call, row)) throw notFound();
    checkVersion(row, version);
    // Secrets that cannot be opened any more are typed anew, and so are those of another system: whoever changes the address learns none.
    const { integration } = compiled;
    const isSameSystem = typedOrigin(integration, row.settings) === typedOrigin(integration, given.settings);
    const kept = isSameSystem ? await openSecrets(app, platform.id, id, row).catch(() => ({})) : {};
    const { settings, secrets } = readForm(compiled, given, kept);
    await checkTerms(transaction, platform.id, row.sellerId, terms);
    const now = app.clock.now().toISOString();
    const times = Object.keys(secrets).map((name) => [name, given.secrets[name] ? now : (row.secrets[name] ?? now)]);
    const before: IntegrationConnectionFields = row.values();
    const changed = Object.keys(findChange(before, terms)?.after ?? {});
    // One that is switched on, or set up anew, begins anew to count what fails.
    const isSame = terms.isEnabled && row.isEnabled && findChange(row.settings, settings) === null;
    const hasNewSecret = Object.keys(given.secrets).length > 0;
    const next = await writeVersion(
      transaction,
      row,
      {
        ...terms,
        settings,
        secrets: Object.fromEntries(times),
        ...(await sealSecrets(app, platform.id, id, secrets)),
        integrationVersion: compiled.integration.version,
        invoiceWhen: issueTimeOf(compiled, settings),
        offReason: terms.isEnabled ? null : (row.offReason ?? 'OWNER'),
        failingSince: isSame && !hasNewSecret ? row.failingSince : null,
      },
      changed,
    );
    if (!terms.isEnabled) await transaction.run(DELIVERIES.giveUpWaiting(platform.id, id));
    await transaction.run(
      recordEvent(platform.id, request, describe('integration.changed', row, { before, after: terms })),
    );
    return { version: next };
  });
}

export function removeConnection(app: Reading, call: PersonCall, { connectionId: id, version }: Edited) {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await IntegrationConnection.lock(transaction, id);
    if (!row || !isOwnedBy(call, row)) throw notFound();
    checkVersion(row, version);
    await queryIn(transaction, IntegrationConnection).deleteById(id);
    await transaction.run(
      recordEvent(platform.id, request, describe('integration.removed', row, { before: row.values() })),
    );
  });
}

/** Throws INTEGRATION_CONNECTION_NOT_FOUND where the connection is not the caller's. */
export async function getConnection(app: Reading, call: Pick<PersonCall, 'platform' | 'person'>, id: string) {
  const row = await app.database.find(call.platform.id, selectConnection(call.platform.id, id), true);
  if (!row || !isOwnedBy(call, row)) throw notFound();
  return row;
}

export async function readConnection(app: Reading, call: PersonCall, id: string) {
  const { sellerId: _, secrets, ...row } = await getConnection(app, call, id);
  const compiled = (await readCatalogue()).get(row.integration);
  return {
    ...row,
    secrets: Object.entries(secrets).map(([name, updatedAt]) => ({ name, updatedAt })),
    manifest: compiled ? toView(compiled.integration) : null,
  };
}

/** Opens a seller's connection that quotes freight, with its secrets. Returns null for one that is off, removed or somebody else's. */
export async function openFreightConnection(
  app: Pick<FastifyInstance, 'database' | 'dataKeys'>,
  platformId: string,
  sellerId: string,
  id: string,
) {
  const row = await app.database.find(platformId, selectSellersConnection(platformId, sellerId, id));
  const compiled = row && (await readCatalogue()).get(row.integration);
  if (!row || !compiled?.integration.freight) return null;
  const secrets = new Map(Object.entries(await openSecrets(app, platformId, id, row)));
  return { compiled, settings: row.settings, secrets };
}

export async function sendTest(
  app: Reading,
  call: PersonCall,
  { connectionId, event }: { connectionId: string; event: IntegrationEvent },
) {
  const { integration } = await getConnection(app, call, connectionId);
  checkEvents(await getIntegration(integration), [event]);
  const deliveryId = newId();
  await app.database.write(call.platform.id, [DELIVERIES.queueTest(call.platform.id, deliveryId, connectionId, event)]);
  return { deliveryId };
}

async function getDelivery(app: Reading, call: PersonCall, id: string) {
  const delivery = await app.database.find(call.platform.id, selectDelivery(call.platform.id, id), true);
  if (!delivery || !isOwnedBy(call, delivery))
    throw new AppError('INTEGRATION_DELIVERY_NOT_FOUND', { fields: ['deliveryId'] });
  return delivery;
}

export async function readDelivery(app: App, call: PersonCall, id: string) {
  const found = await getDelivery(app, call, id);
  const {
    kind,
    sourceId,
    happenedAt,
    isEnabled: _,
    connectionId: _id,
    sellerId,
    integration,
    settings,
    ...delivery
  } = found;
  const compiled = (await readCatalogue()).get(integration);
  const told = { id, event: delivery.event, kind, sourceId, happenedAt, sellerId };
  const facts = compiled && (await readFacts(app, call.platform.id, told));
  return { ...delivery, requests: facts ? showRequests(compiled, facts, settings, app.clock.now()) : [] };
}

/** A delivery that waits already stays as it is. */
export async function resendDelivery(app: Reading, call: PersonCall, id: string): Promise<void> {
  const { isEnabled, isTest } = await getDelivery(app, call, id);
  if (!isEnabled && !isTest) throw new AppError('INTEGRATION_OFF', { fields: ['deliveryId'] });
  await app.database.write(call.platform.id, [DELIVERIES.repeat(call.platform.id, id)]);
}
