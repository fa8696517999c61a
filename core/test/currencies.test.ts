/** Offers in another currency are sold only by who declares it, and never as the same number of centavos. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from './build.ts';
import { writeVariants } from './provider-variants.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

let node: TestNode;
let variants: Awaited<ReturnType<typeof writeVariants>>;
const world = {} as Record<'reais' | 'dollars', World>;
const hosts = { reais: 'reais.example.com', dollars: 'dollars.example.com' };

beforeAll(async () => {
  variants = await writeVariants({
    domestic: () => {},
    abroad: ({ capabilities }) =>
      Object.assign(capabilities.methods?.CREDIT_CARD ?? {}, { currencies: ['BRL', 'USD'] }),
  });
  node = await buildNode({ env: { PROVIDER_DIRECTORIES: variants.directory } });
  for (const [name, provider] of [
    ['reais', 'domestic'],
    ['dollars', 'abroad'],
  ] as const) {
    world[name] = await createWorld(node.app, { host: hosts[name], offer: { coin: 'USD' } });
    await connect(node.app, world[name], { provider });
  }
});
afterAll(async () => {
  await node?.close();
  await variants?.remove();
});

const read = async (name: keyof typeof world, call: string) => {
  const url = `/api/checkout.${call}?checkoutId=${world[name].offerId}`;
  return (await node.app.inject({ url, headers: { host: hosts[name] } })).json();
};

describe('an offer in dollars', () => {
  it('has no method where no connection declares dollars', async () => {
    const checkout = await read('reais', 'getCheckout');

    expect(checkout).toMatchObject({ coin: 'USD', pixEnabled: false, creditCardEnabled: false, billetEnabled: false });
    for (const paymentMethod of ['PIX', 'BILLET', 'CREDIT_CARD']) {
      const answer = await buy(
        node.app,
        pixPurchase(world.reais, {
          paymentMethod,
          ...(paymentMethod === 'CREDIT_CARD' && { creditCard: { token: 'tok' } }),
        }),
        undefined,
        { host: hosts.reais },
      );
      expect(answer.json().code).toBe('METHOD_NOT_ENABLED');
    }
  });

  it('takes cards alone where one does, at once and not in installments', async () => {
    expect(await read('dollars', 'getCheckout')).toMatchObject({
      pixEnabled: false,
      creditCardEnabled: true,
      billetEnabled: false,
    });
    const { options } = await read('dollars', 'getInstallments');
    expect(options).toMatchObject([{ installmentNumber: 1, total: 9_990 }]);
  });
});
