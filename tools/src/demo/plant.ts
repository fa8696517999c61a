/** Makes the demo's platforms as people would make them: invited, registered, with the calls that the screens make. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { updateProfile } from '@feira/schemas/procedures/account';
import { publishDraft, saveDraft } from '@feira/schemas/procedures/checkout-builder';
import { createConnection, testConnection, updateConnection } from '@feira/schemas/procedures/connections';
import { createDeliverable } from '@feira/schemas/procedures/deliverables';
import { decideProposal } from '@feira/schemas/procedures/money-rules';
import { createOffer } from '@feira/schemas/procedures/offers';
import {
  assignManager,
  inviteFunctionary,
  inviteManager,
  setUserRoles,
  type USER_ROLES,
} from '@feira/schemas/procedures/people';
import { createPlatform, listPlatforms, updatePlatform } from '@feira/schemas/procedures/platforms';
import { createOrderBump, createProduct, publishProduct } from '@feira/schemas/procedures/products';
import { getSession, signOut } from '@feira/schemas/procedures/session';
import type { FastifyInstance } from 'fastify';
import { createMaster } from '../../../core/src/modules/people/service.ts';
import { type Site, waitForLink } from '../newcomer/mailbox.ts';
import { acceptInvitation, registerSeller, uploadPicture, type Visitor } from '../newcomer/visitor.ts';
import type { DemoOffer, DemoProduct } from './data.ts';
import type { DemoPerson } from './people.ts';
import { type DemoPlatform, FEIRA, SERRA } from './platforms.ts';

const PICTURES = path.resolve(import.meta.dirname, '../../demo');

interface Market {
  app: FastifyInstance;
  site: Site;
  platform: DemoPlatform;
  platformId: string;
  password: string;
  master: Visitor;
  admin: Visitor;
  /** The e-mails of those who opened the platform. */
  opened: string[];
}

/** Visitors by e-mail. */
type People = Map<string, Visitor>;

/** Fills an empty database. Every person gets the password. */
export async function plantDemo(app: FastifyInstance, password: string): Promise<void> {
  const site = createSite(app, FEIRA.host);
  const [{ name, email }, administrator] = FEIRA.people as [DemoPerson, DemoPerson];
  const { link } = await createMaster(app, { name, email, host: FEIRA.host, platform: FEIRA.name });
  const master = await acceptInvitation(site, link, password);
  const { platforms } = await master.call(listPlatforms, {});
  const admin = await invite({ site, password }, administrator, (person) =>
    master.call(inviteFunctionary, { ...person, permissions: [...ADMIN_PERMISSIONS] }),
  );
  await plantPlatform({
    app,
    site,
    platform: FEIRA,
    platformId: platforms[0]!.id,
    password,
    master,
    admin,
    opened: [email, administrator.email],
  });
  await plantSecond(app, { password, master });
  const { platforms: made } = await master.call(listPlatforms, {});
  await master.call(signOut, {});
  // Only what is complete is the demo. A node at a public address refuses to serve it.
  for (const { id } of made)
    await app.database.write(id, [{ text: 'UPDATE platform SET is_demo = true WHERE platform_id = $1', values: [id] }]);
}

async function plantSecond(app: FastifyInstance, { password, master }: Pick<Market, 'password' | 'master'>) {
  const site = createSite(app, SERRA.host);
  const { name, host } = SERRA;
  const [administrator] = SERRA.people as [DemoPerson];
  let platformId = '';
  const admin = await invite({ site, password }, administrator, async (person) => {
    const wanted = { name, host, currency: 'BRL', adminName: person.name, adminEmail: person.email } as const;
    ({ platformId } = await master.call(createPlatform, wanted));
  });
  await plantPlatform({
    app,
    site,
    platform: SERRA,
    platformId,
    password,
    master,
    admin,
    opened: [administrator.email],
  });
}

/** Requests are answered inside this process. */
export function createSite(app: FastifyInstance, host: string): Site {
  return {
    url: host === '*' ? app.config.publicUrl : app.toHostUrl(host),
    async fetch(address, init) {
      const { host: name, pathname, search } = new URL(String(address));
      const answer = await app.inject({
        method: (init?.method ?? 'GET') as 'GET',
        url: pathname + search,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), host: name },
        ...(init?.body && { payload: init.body as string | Buffer }),
      });
      const headers = Object.entries(answer.headers).flatMap(([field, values]) =>
        [values].flat().map((value): [string, string] => [field, String(value)]),
      );
      return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers });
    },
  };
}

/** Sends an invitation and follows the link of its mail. */
async function invite(
  { site, password }: Pick<Market, 'site' | 'password'>,
  { name, email }: DemoPerson,
  send: (person: Pick<DemoPerson, 'name' | 'email'>) => Promise<unknown>,
): Promise<Visitor> {
  await send({ name, email });
  return acceptInvitation(site, await waitForLink(site, email), password);
}

async function plantPlatform(market: Market): Promise<void> {
  const { app, master, admin, platform, platformId } = market;
  const people = await addPeople(market);
  const connections = new Map<string, string>();
  for (const { provider, ...connection } of platform.connections) {
    const found = app.providers.list().find(({ id }) => id === provider);
    if (!found)
      throw new Error(`The demo needs the provider ${provider}, which could not be loaded; the log above says why.`);
    const { connectionId } = await master.call(createConnection, {
      ...connection,
      platformId,
      provider,
      version: found.version,
      name: found.manifest.name,
      environment: 'simulator',
    });
    await master.call(testConnection, { platformId, connectionId });
    await master.call(updateConnection, { platformId, connectionId, status: 'ENABLED' });
    connections.set(provider, connectionId);
  }
  await addMarket(market, { people, connections });
  // At the end, because a platform may not let people register.
  const { proposalId, status } = await master.call(updatePlatform, { platformId, settings: platform.settings });
  if (proposalId && status === 'WAITING') {
    // The team of the demo has worked together for weeks: who was let in today approves nothing that needs a second person.
    const text = `UPDATE role_grant SET created_at = now() - interval '30 days', permission_grants = '{}' WHERE platform_id = $1 AND role = 'admin'`;
    await app.database.write(platformId, [{ text, values: [platformId] }]);
    await admin.call(decideProposal, { proposalId, decision: 'APPROVE' });
  }
  for (const visitor of [admin, ...people.values()]) await visitor.call(signOut, {});
}

/** Returns the people who came after those who opened the platform. */
async function addPeople(market: Market): Promise<People> {
  const { admin, platform, opened } = market;
  const people: People = new Map();
  for (const person of platform.people.filter(({ email }) => !opened.includes(email))) {
    const visitor = await addPerson(market, person);
    people.set(person.email, visitor);
    if (person.document) await visitor.call(updateProfile, { document: person.document });
  }
  for (const { email, manager } of platform.people) {
    if (!manager) continue;
    const [personId, managerId] = await Promise.all([email, manager].map((key) => readPersonId(people.get(key)!)));
    await admin.call(assignManager, { personId: personId!, managerId: managerId! });
  }
  return people;
}

async function addPerson(market: Market, person: DemoPerson): Promise<Visitor> {
  const { site, platformId, password, master, admin } = market;
  const { name, email, role, permissions = [] } = person;
  if (role === 'manager') return invite(market, person, (invited) => admin.call(inviteManager, invited));
  if (role === 'admin')
    return invite(market, person, (invited) =>
      master.call(inviteFunctionary, { ...invited, platformId, permissions: [...permissions] }),
    );
  const visitor = await registerSeller(site, { name, email, password });
  if (role !== 'seller') {
    const personId = await readPersonId(visitor);
    await admin.call(setUserRoles, { personId, roles: [role as (typeof USER_ROLES)[number]] });
  }
  return visitor;
}

const readPersonId = async (visitor: Visitor): Promise<string> => (await visitor.call(getSession, {})).person.id;

interface Found {
  people: People;
  /** By provider. */
  connections: Map<string, string>;
}

async function addMarket({ app, platform }: Market, { people, connections }: Found): Promise<void> {
  const offerIds = new Map<string, string>();
  const productIds = new Map<string, string>();
  const findSeller = (name: string) => people.get(platform.products.find((product) => product.name === name)!.seller)!;
  for (const product of platform.products) {
    const seller = people.get(product.seller)!;
    const { productId, version } = await addProduct(app, seller, product);
    productIds.set(product.name, productId);
    for (const offer of platform.offers.filter((candidate) => candidate.product === product.name)) {
      const connectionId = offer.connection ? connections.get(offer.connection)! : null;
      const { offerId } = await seller.call(createOffer, { productId, connectionId, ...toOffer(offer) });
      offerIds.set(offer.key, offerId);
    }
    await seller.call(publishProduct, { productId, version });
  }
  for (const { product, offer, title } of platform.orderBumps) {
    const bump = { productId: productIds.get(product)!, offerId: offerIds.get(offer)!, title };
    await findSeller(product).call(createOrderBump, bump);
  }
  for (const { key, product, config } of platform.offers) {
    if (Object.keys(config).length === 0) continue;
    const seller = findSeller(product);
    const offerId = offerIds.get(key)!;
    const { version } = await seller.call(saveDraft, { offerId, version: 0, config });
    await seller.call(publishDraft, { offerId, version });
  }
}

async function addProduct(
  app: FastifyInstance,
  seller: Visitor,
  { seller: _, picture, opens, ...product }: DemoProduct,
) {
  const image = app.config.mediaDirectory
    ? await uploadPicture(seller, 'PRODUCT_COVER', await readFile(path.join(PICTURES, `${picture}.webp`)))
    : null;
  const created = await seller.call(createProduct, { ...product, image });
  if (opens) await seller.call(createDeliverable, { productId: created.productId, kind: 'ADDRESS', ...opens });
  return created;
}

const toOffer = ({
  title,
  price,
  fakePrice,
  recurrence,
  isIdentified,
  maxQuantity,
  abandonedCart,
  deliveryOptions,
}: DemoOffer) => ({
  title,
  price,
  fakePrice: fakePrice ?? null,
  type: recurrence ? ('SUBSCRIPTION' as const) : ('ONE_TIME' as const),
  billetEnabled: !recurrence,
  recurrencePrice: recurrence?.price ?? null,
  frequencyInDays: recurrence?.days ?? null,
  period: recurrence?.period ?? 'DAYS',
  requiredDocumentAndPhone: isIdentified ?? false,
  maxQuantity: maxQuantity ?? 1,
  abandonedCartEnabled: abandonedCart ?? false,
  deliveryOptions: deliveryOptions ?? [],
});
