/** Creates the smallest market: one platform, one seller, one offer, one connection for each provider. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { PlatformSettings } from '@feira/schemas/platform';
import type { FastifyInstance } from 'fastify';
import { createConnection, type NewConnection } from '../src/modules/connections/store.ts';
import { newId } from '../src/shared/ids.ts';
import { insertRows } from './rows.ts';

export interface World {
  platformId: string;
  sellerId: string;
  productId: string;
  offerId: string;
  bumpId: string;
}

/** Tests share one buyer and a few test cards: what limits how often they are tried is tested in card-testing.test.ts alone. */
export const MANY_CARDS: PlatformSettings['cardLimits'] = {
  refusalsPerCard: 1_000,
  codeRefusalsPerCard: 1_000,
  cardsPerBuyer: 1_000,
  refusalsBeforeChallenge: 100_000,
  refusalsPerOffer: 1_000_000,
};

export async function createWorld(
  app: FastifyInstance,
  options: { host?: string; settings?: Partial<PlatformSettings>; offer?: Record<string, unknown> } = {},
): Promise<World> {
  const world = { platformId: newId(), sellerId: newId(), productId: newId(), offerId: newId(), bumpId: newId() };
  const bump = { productId: newId(), offerId: newId() };
  const { platformId } = world;
  await app.database.transaction(platformId, async (transaction) => {
    await transaction.run(
      insertRows('platform', {
        platform_id: platformId,
        name: 'Feira de teste',
        settings: JSON.stringify({ cardLimits: MANY_CARDS, ...options.settings }),
      }),
    );
    await transaction.run(insertRows('platform_domain', { host: options.host ?? '*', platform_id: platformId }));
    await transaction.run(
      insertRows('person', {
        platform_id: platformId,
        id: world.sellerId,
        name: 'Maria Vendedora',
        email: 'maria@example.com',
      }),
    );
    await transaction.run(
      insertRows('product', [
        {
          platform_id: platformId,
          id: world.productId,
          seller_id: world.sellerId,
          name: 'Curso de Pão',
          type_product: 'DIGITAL',
        },
        {
          platform_id: platformId,
          id: bump.productId,
          seller_id: world.sellerId,
          name: 'E-book',
          type_product: 'DIGITAL',
        },
      ]),
    );
    await transaction.run(
      insertRows('offer', [
        {
          platform_id: platformId,
          id: world.offerId,
          product_id: world.productId,
          title: 'Curso de Pão',
          price: 9_990,
          ...options.offer,
        },
        {
          platform_id: platformId,
          id: bump.offerId,
          product_id: bump.productId,
          title: 'E-book',
          price: 1_990,
          fake_price: 3_990,
        },
      ]),
    );
    await transaction.run(
      insertRows('order_bump', {
        platform_id: platformId,
        id: world.bumpId,
        product_id: world.productId,
        offer_id: bump.offerId,
        title: 'Leve também o e-book',
      }),
    );
  });
  return world;
}

export const SANDBOX_SECRETS = { secretKey: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef0123' };

/** Creates a sandbox connection that is simulated in process by default. */
export function connect(app: FastifyInstance, world: World, input: Partial<NewConnection> = {}) {
  const provider = input.provider ?? 'sandbox';
  const found = app.providers.list().find((item) => item.id === provider);
  if (!found) throw new Error(`The provider ${provider} is not installed.`);
  const methods = Object.keys(found.manifest.capabilities.methods ?? {}) as PaymentMethod[];
  return createConnection(app, world.platformId, {
    provider,
    version: found.version,
    environment: 'simulator',
    name: provider,
    methods,
    settings: { publicKey: 'pk_test_0123456789' },
    secrets: SANDBOX_SECRETS,
    ...input,
  });
}

export const CPF = '52998224725';

/** The address of a buyer, which some providers need of every one. */
export const BUYER_ADDRESS = {
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

export const pixPurchase = (world: World, extra: Record<string, unknown> = {}) => ({
  offerId: world.offerId,
  name: 'João Comprador',
  email: 'joao@example.com',
  cpf: CPF,
  phone: '11987654321',
  paymentMethod: 'PIX',
  ...extra,
});

export const buy = (
  app: FastifyInstance,
  body: Record<string, unknown>,
  key: string = newId(),
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url: '/api/checkout.purchase',
    headers: { 'idempotency-key': key, ...headers },
    payload: body,
  });
