/** Puts the demo market into an empty database, and completes one that an earlier version planted. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createConnection } from '../../core/src/modules/connections/service.ts';
import { hashPassword } from '../../core/src/modules/session/passwords.ts';
import { readConfig } from '../../core/src/plugins/config.ts';
import { buildServer } from '../../core/src/server.ts';
import {
  CONNECTIONS,
  DELIVERY_OPTIONS,
  DEMO_PASSWORD,
  OFFERS,
  ORDER_BUMPS,
  PLATFORM,
  PRODUCTS,
  SELLERS,
} from './demo-data.ts';

export interface DemoSummary {
  checkouts: { title: string; url: string; note: string }[];
  dashboards: { title: string; url: string; login: string; password: string }[];
}

const PICTURES = path.resolve(import.meta.dirname, '../demo');

export async function seed(env: Record<string, string | undefined>): Promise<DemoSummary> {
  // The screens may not be built yet, which is no news to whoever starts for the first time.
  const config = readConfig({ ...env, LOG_LEVEL: 'error' });
  const app = await buildServer({ config });
  try {
    const pictures = await copyPictures(config.mediaDirectory);
    const [known] = await app.database.query({
      text: 'SELECT 1 FROM platform_domain WHERE platform_id = $1',
      values: [PLATFORM.id],
    });
    if (!known) await plant(app, pictures);
    await admitSellers(app);
  } finally {
    await app.close();
  }
  const checkouts = OFFERS.filter((offer) => 'isShown' in offer).map((offer) => ({
    title: offer.title,
    url: `${config.publicUrl}/checkout/${offer.id}`,
    note: offer.note,
  }));
  const dashboards = SELLERS.map(({ email }) => ({
    title: 'Painel do vendedor',
    url: `${config.publicUrl}/login`,
    login: email,
    password: DEMO_PASSWORD,
  }));
  return { checkouts, dashboards };
}

/** Role and password for sellers who have none; a password that somebody chose stays. */
async function admitSellers(app: FastifyInstance): Promise<void> {
  const platform_id = PLATFORM.id;
  await app.database.transaction(platform_id, async (transaction) => {
    for (const { id } of SELLERS) {
      const isWaiting = await transaction('person').where({ platform_id, id, password_hash: null }).first('id');
      if (!isWaiting) continue;
      await transaction('person')
        .where({ platform_id, id, password_hash: null })
        .update({ password_hash: await hashPassword(DEMO_PASSWORD) });
      await transaction('role_grant')
        .insert({ platform_id, person_id: id, role: 'seller' })
        .onConflict(['platform_id', 'person_id', 'role'])
        .ignore();
    }
  });
}

/** Named by content, as every public picture is. */
async function copyPictures(directory: string): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  if (!directory) return urls;
  await mkdir(directory, { recursive: true });
  for (const name of new Set(PRODUCTS.map((product) => product.picture))) {
    const content = await readFile(path.join(PICTURES, `${name}.svg`));
    const file = `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}.svg`;
    await writeFile(path.join(directory, file), content);
    urls.set(name, `/media/${file}`);
  }
  return urls;
}

async function plant(app: FastifyInstance, pictures: Map<string, string>): Promise<void> {
  const platform_id = PLATFORM.id;
  await app.database.transaction(platform_id, async (transaction) => {
    await transaction('platform').insert({
      platform_id,
      name: PLATFORM.name,
      settings: JSON.stringify({ softDescriptor: 'FEIRADEMO' }),
    });
    await transaction('person').insert(SELLERS.map((seller) => ({ platform_id, ...seller })));
    await transaction('product').insert(
      PRODUCTS.map(({ sellerId, picture, typeProduct, ...product }) => ({
        platform_id,
        ...product,
        seller_id: sellerId,
        image: pictures.get(picture) ?? null,
        type_product: typeProduct,
      })),
    );
  });
  for (const { id, provider, ...connection } of CONNECTIONS) {
    const found = app.providers.list().find((item) => item.id === provider);
    if (!found)
      throw new Error(`The demo needs the provider ${provider}, which could not be loaded; the log above says why.`);
    await createConnection(app, platform_id, {
      ...connection,
      id,
      provider,
      version: found.version,
      name: found.manifest.name,
      environment: 'simulator',
    });
  }
  await app.database.transaction(platform_id, async (transaction) => {
    for (const offer of OFFERS) {
      const isSubscription = 'recurrence' in offer;
      await transaction('offer').insert({
        platform_id,
        id: offer.id,
        product_id: offer.productId,
        title: offer.title,
        price: offer.price,
        fake_price: 'fakePrice' in offer ? offer.fakePrice : null,
        type: isSubscription ? 'SUBSCRIPTION' : 'ONE_TIME',
        billet_enabled: !isSubscription,
        recurrence_price: isSubscription ? offer.recurrence.price : null,
        frequency_in_days: isSubscription ? offer.recurrence.days : null,
        required_document_and_phone: 'isIdentified' in offer,
        abandoned_cart_enabled: 'abandonedCart' in offer,
        connection_id: 'connectionId' in offer ? offer.connectionId : null,
        checkout_builder_config: JSON.stringify(offer.config),
      });
    }
    await transaction('order_bump').insert(
      ORDER_BUMPS.map(({ id, productId, offerId, title }) => ({
        platform_id,
        id,
        product_id: productId,
        offer_id: offerId,
        title,
      })),
    );
    await transaction('delivery_option').insert(
      DELIVERY_OPTIONS.map(({ offerId, deliveryTime, fareAmount, preSelected, ...option }, position) => ({
        platform_id,
        ...option,
        offer_id: offerId,
        delivery_time: deliveryTime,
        fare_amount: fareAmount,
        pre_selected: preSelected,
        position,
      })),
    );
    // Last: a market that is found is complete.
    await transaction('platform_domain').insert({ host: PLATFORM.host, platform_id });
  });
}
