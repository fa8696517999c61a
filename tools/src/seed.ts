/** Seeds the demo's platforms, and completes what an earlier version seeded. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HOST_PATHS, SIGN_IN_PATHS } from '@feira/schemas/addresses';
import type { Role } from '@feira/schemas/procedure';
import type { FastifyInstance } from 'fastify';
import type { Knex } from 'knex';
import { listConnections } from '../../core/src/modules/connections/service.ts';
import { createConnection } from '../../core/src/modules/connections/store.ts';
import { hashPassword } from '../../core/src/modules/session/passwords.ts';
import { readConfig } from '../../core/src/plugins/config.ts';
import { buildServer } from '../../core/src/server.ts';
import type { DemoPerson } from './demo-people.ts';
import { DEMO_PLATFORMS, type DemoPlatform } from './demo-platforms.ts';

export interface DemoSummary {
  checkouts: { title: string; url: string; note: string }[];
  dashboards: { platform: string; title: string; url: string; login: string }[];
  password: string;
  /** Empty where mails are sent, or shown nowhere. */
  mailboxes: { platform: string; url: string }[];
  isFactorRequired: boolean;
}

const PICTURES = path.resolve(import.meta.dirname, '../demo');

export interface DemoPassword {
  /** The password of every person of the demo. */
  password: string;
  /** Whether people who have another one get this one. */
  isNew?: boolean;
}

/** Throws where the database holds platforms and none of them is the demo's. */
export async function seed(
  env: Record<string, string | undefined>,
  { password, isNew = false }: DemoPassword,
): Promise<DemoSummary> {
  // On a first start the screens are not built yet; a warning about that would be noise.
  const config = readConfig({ ...env, LOG_LEVEL: 'error' });
  const app = await buildServer({ config });
  try {
    await checkPlatforms(app);
    const hash = createOnce(() => hashPassword(password));
    const summary: DemoSummary = {
      checkouts: [],
      dashboards: [],
      password,
      mailboxes: [],
      isFactorRequired: config.isFactorRequired,
    };
    for (const platform of DEMO_PLATFORMS) {
      if (!(await isOurs(app, platform))) continue;
      await seedPlatform(app, platform);
      await seedPeople(app, platform, hash, isNew);
      await seedMarket(app, platform, await copyPictures(config.mediaDirectory, platform));
      addToSummary(summary, platform, await app.findPlatformUrl(platform.id), config.isMailboxEnabled);
    }
    return summary;
  } finally {
    await app.close();
  }
}

/** Refuses a database in use: the demo's people would sign in to it. */
async function checkPlatforms(app: FastifyInstance): Promise<void> {
  const [first] = await app.database.jobs.list<{ name: string; isDemo: boolean }>({
    text: 'SELECT name, is_demo AS "isDemo" FROM platform ORDER BY is_demo DESC LIMIT 1',
    values: [],
  });
  if (first && !first.isDemo)
    throw new Error(
      `DATABASE_URL holds the platform "${first.name}", and npm start adds demo people: use an empty database, or run node core/src/server.ts (see docs/production.md).`,
    );
}

/** False where another platform has the host: the demo leaves it alone. */
async function isOurs(app: FastifyInstance, { id, host }: DemoPlatform): Promise<boolean> {
  const owners = await app.database.query<{ platform_id: string }>({
    text: 'SELECT platform_id FROM platform_domain WHERE host = $1 OR platform_id = $2',
    values: [host, id],
  });
  return owners.length === 0 || owners.some(({ platform_id }) => platform_id === id);
}

const LOGIN_PATHS = {
  manager: SIGN_IN_PATHS.manager,
  admin: SIGN_IN_PATHS.admin,
  master: SIGN_IN_PATHS.master,
  customer: HOST_PATHS.customerLogin,
} as const satisfies Partial<Record<Role, string>>;

function addToSummary(summary: DemoSummary, platform: DemoPlatform, url: string, isMailboxShown: boolean): void {
  for (const { id, title, note = '', isShown } of platform.offers) {
    if (isShown) summary.checkouts.push({ title, url: `${url}/checkout/${id}`, note });
  }
  const paths: Partial<Record<Role, string>> = LOGIN_PATHS;
  for (const { title, email, role } of platform.people) {
    const path = paths[role] ?? SIGN_IN_PATHS.platform;
    summary.dashboards.push({ platform: platform.name, title, url: `${url}${path}`, login: email });
  }
  if (isMailboxShown) summary.mailboxes.push({ platform: platform.name, url: `${url}/mailbox` });
}

function createOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

async function seedPlatform(app: FastifyInstance, { id, name, operatorId, settings }: DemoPlatform): Promise<void> {
  await app.database.transaction(id, (transaction) =>
    transaction('platform')
      .insert({ platform_id: id, name, operator_id: operatorId, settings: JSON.stringify(settings), is_demo: true })
      .onConflict()
      .ignore(),
  );
}

/** People who exist already stay as they are; sellers from before there were passwords get one. */
async function seedPeople(
  app: FastifyInstance,
  platform: DemoPlatform,
  hash: () => Promise<string>,
  isNewPassword: boolean,
): Promise<void> {
  const platform_id = platform.id;
  const added = new Set<string>();
  await app.database.transaction(platform_id, async (transaction) => {
    for (const person of platform.people) {
      const { id, role, permissions = [] } = person;
      if (await insertPerson(transaction, platform_id, person)) added.add(id);
      const hasNoPassword = await transaction('person').where({ platform_id, id, password_hash: null }).first('id');
      // Customers come by a link in a mail.
      const isWaiting = (hasNoPassword || isNewPassword) && role !== 'customer';
      if (isWaiting)
        await transaction('person')
          .where({ platform_id, id })
          .update({ password_hash: await hash() });
      if (isWaiting || added.has(id)) await grantRole(transaction, platform_id, id, role, permissions);
    }
    for (const { id, managerId } of platform.people) {
      if (!managerId || !added.has(managerId)) continue;
      await transaction('person').where({ platform_id, id, manager_id: null }).update({ manager_id: managerId });
    }
  });
}

/** False where the person exists, or another person has the e-mail. */
async function insertPerson(
  transaction: Knex.Transaction,
  platform_id: string,
  { id, name, email }: DemoPerson,
): Promise<boolean> {
  const added = await transaction('person')
    .insert({ platform_id, id, name, email, email_verified_at: transaction.fn.now() })
    .onConflict()
    .ignore()
    .returning('id');
  return added.length > 0;
}

const grantRole = (
  transaction: Knex.Transaction,
  platform_id: string,
  person_id: string,
  role: Role,
  permissions: readonly string[],
) =>
  transaction('role_grant')
    .insert({ platform_id, person_id, role, permissions: [...permissions] })
    .onConflict(['platform_id', 'person_id', 'role'])
    .ignore();

/** Files are named by their content, as every public picture is. */
async function copyPictures(directory: string, { products }: DemoPlatform): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  if (!directory) return urls;
  await mkdir(directory, { recursive: true });
  for (const name of new Set(products.map((product) => product.picture))) {
    const content = await readFile(path.join(PICTURES, `${name}.svg`));
    const file = `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}.svg`;
    await writeFile(path.join(directory, file), content);
    urls.set(name, `/media/${file}`);
  }
  return urls;
}

/** A platform that has a host is complete, and its owner may have changed it since: it is left alone. */
async function seedMarket(app: FastifyInstance, platform: DemoPlatform, pictures: Map<string, string>): Promise<void> {
  const platform_id = platform.id;
  const [known] = await app.database.query({
    text: 'SELECT 1 FROM platform_domain WHERE platform_id = $1',
    values: [platform_id],
  });
  if (known) return;
  await app.database.transaction(platform_id, async (transaction) => {
    const products = platform.products.map(({ sellerId, picture, typeProduct, ...product }) => ({
      platform_id,
      ...product,
      seller_id: sellerId,
      image: pictures.get(picture) ?? null,
      type_product: typeProduct,
    }));
    await transaction('product').insert(products).onConflict().ignore();
  });
  await seedConnections(app, platform);
  await app.database.transaction(platform_id, async (transaction) => {
    await seedOffers(transaction, platform);
    // The host comes last, because it says that everything else is there.
    await transaction('platform_domain').insert({ host: platform.host, platform_id });
  });
}

async function seedConnections(app: FastifyInstance, platform: DemoPlatform): Promise<void> {
  const known = await listConnections(app, platform.id);
  for (const { id, provider, ...connection } of platform.connections) {
    if (known.has(id)) continue;
    const found = app.providers.list().find((item) => item.id === provider);
    if (!found)
      throw new Error(`The demo needs the provider ${provider}, which could not be loaded; the log above says why.`);
    await createConnection(app, platform.id, {
      ...connection,
      id,
      provider,
      version: found.version,
      name: found.manifest.name,
      environment: 'simulator',
    });
  }
}

async function seedOffers(transaction: Knex.Transaction, platform: DemoPlatform): Promise<void> {
  const platform_id = platform.id;
  const offers = platform.offers.map((offer) => ({
    platform_id,
    id: offer.id,
    product_id: offer.productId,
    title: offer.title,
    price: offer.price,
    fake_price: offer.fakePrice ?? null,
    type: offer.recurrence ? 'SUBSCRIPTION' : 'ONE_TIME',
    billet_enabled: !offer.recurrence,
    recurrence_price: offer.recurrence?.price ?? null,
    frequency_in_days: offer.recurrence?.days ?? null,
    required_document_and_phone: offer.isIdentified ?? false,
    abandoned_cart_enabled: offer.abandonedCart ?? false,
    connection_id: offer.connectionId ?? null,
    checkout_builder_config: JSON.stringify(offer.config),
  }));
  const bumps = platform.orderBumps.map(({ id, productId, offerId, title }) => ({
    platform_id,
    id,
    product_id: productId,
    offer_id: offerId,
    title,
  }));
  const deliveryOptions = platform.deliveryOptions.map(
    ({ offerId, deliveryTime, fareAmount, preSelected, ...option }, position) => ({
      platform_id,
      ...option,
      offer_id: offerId,
      delivery_time: deliveryTime,
      fare_amount: fareAmount,
      pre_selected: preSelected,
      position,
    }),
  );
  await transaction('offer').insert(offers);
  if (bumps.length > 0) await transaction('order_bump').insert(bumps);
  if (deliveryOptions.length > 0) await transaction('delivery_option').insert(deliveryOptions);
}
