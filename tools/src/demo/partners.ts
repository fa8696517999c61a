/** Makes the agreements of the demo's people before the first sale. */
import { CONNECTIONS, PRODUCTS } from './data.ts';
import { AFFILIATE, CAFE, CO_PRODUCER, MARIA, MASTER } from './people.ts';
import type { DemoSession } from './session.ts';

const [COURSE, EBOOK, COFFEE] = PRODUCTS.map(({ name }) => name) as [string, string, string];

export interface Partners {
  affiliationId: string;
}

export async function arrangePartners(demo: DemoSession): Promise<Partners> {
  const { call, ids } = demo;
  await setCosts(demo);
  const open = (product: string, seller: string, basisPoints: number, isAutomatic: boolean) =>
    call(seller, 'partners.setProductTerms', {
      productId: ids.products.find(product),
      version: 1,
      isOpen: true,
      basisPoints,
      isAutomatic,
      windowDays: 60,
    });
  await open(COURSE, MARIA, 3_000, false);
  await open(EBOOK, MARIA, 5_000, true);
  await open(COFFEE, CAFE, 1_500, false);
  const productId = ids.products.find(COURSE);
  const { affiliationId } = await call<Partners>(AFFILIATE, 'partners.requestAffiliation', { productId });
  await call(MARIA, 'partners.decideAffiliation', { affiliationId, decision: 'APPROVE' });
  const { contractId } = await offerShare(demo, COURSE, 1_500);
  await call(CO_PRODUCER, 'partners.decideContract', { contractId, decision: 'ACCEPT' });
  return { affiliationId };
}

/** Makes the requests and offers that wait for an answer today. */
export async function askPartners(demo: DemoSession): Promise<void> {
  await demo.call(CAFE, 'partners.requestAffiliation', { productId: demo.ids.products.find(COURSE) });
  await offerShare(demo, EBOOK, 1_000);
}

const offerShare = ({ call, ids }: DemoSession, product: string, basisPoints: number) =>
  call<{ contractId: string }>(MARIA, 'partners.offerContract', {
    productId: ids.products.find(product),
    email: CO_PRODUCER,
    basisPoints,
    endsOn: null,
  });

async function setCosts({ call, ids }: DemoSession): Promise<void> {
  // The first visit to an offer starts the simulator of its provider.
  await call(null, 'checkout.getCheckout', { checkoutId: ids.offers.find('course') }, true);
  const connectionId = ids.connections.find(CONNECTIONS[0]!.provider);
  const costs = {
    PIX: { basisPoints: 99, fixed: 0 },
    CREDIT_CARD: { basisPoints: 319, fixed: 30 },
    BILLET: { basisPoints: 0, fixed: 249 },
  };
  await call(MASTER, 'fees.setConnectionCosts', { connectionId, costs });
}
