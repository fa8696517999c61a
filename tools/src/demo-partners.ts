/** What the demo's people agreed on before the first sale. */
import { CONNECTIONS, PRODUCTS } from './demo-data.ts';
import { demoId as id } from './demo-id.ts';
import { MANAGER_ID, SELLERS } from './demo-people.ts';
import type { DemoSession } from './demo-session.ts';

export const [MARIA, CAFE, AFFILIATE, CO_PRODUCER, CUSTOMER, MANAGER, ADMIN, MASTER] = [
  ...SELLERS.map((seller) => seller.id),
  ...[id(13), id(14), id(15), MANAGER_ID, id(17), id(19)],
] as [string, string, string, string, string, string, string, string];

const [COURSE, EBOOK, COFFEE] = PRODUCTS.map((product) => product.id) as [string, string, string];

/** Valid and invented documents; only simulators receive them. */
const DOCUMENTS: Record<string, string> = {
  [MARIA]: '11222333000181',
  [CAFE]: '12ABC34501DE35',
  [AFFILIATE]: '52998224725',
  [CO_PRODUCER]: '11144477735',
  [MANAGER]: '12345678909',
};

const SETTINGS = {
  managerBasisPoints: 100,
  anticipation: { isOffered: true, basisPointsPerDay: 12, automaticUpTo: 0 },
};

export interface Partners {
  affiliationId: string;
}

export async function arrangePartners(demo: DemoSession): Promise<Partners> {
  await agreeOnRules(demo);
  const { call } = demo;
  const open = (productId: string, sellerId: string, basisPoints: number, isAutomatic: boolean) =>
    call(sellerId, 'partners.setProductTerms', { productId, isOpen: true, basisPoints, isAutomatic, windowDays: 60 });
  await open(COURSE, MARIA, 3_000, false);
  await open(EBOOK, MARIA, 5_000, true);
  await open(COFFEE, CAFE, 1_500, false);
  const { affiliationId } = await call<Partners>(AFFILIATE, 'partners.requestAffiliation', { productId: COURSE });
  await call(MARIA, 'partners.decideAffiliation', { affiliationId, decision: 'APPROVE' });
  const { contractId } = await offerShare(demo, COURSE, 1_500);
  await call(CO_PRODUCER, 'partners.decideContract', { contractId, decision: 'ACCEPT' });
  return { affiliationId };
}

/** What waits for an answer today. */
export async function askPartners(demo: DemoSession): Promise<void> {
  await demo.call(CAFE, 'partners.requestAffiliation', { productId: COURSE });
  await offerShare(demo, EBOOK, 1_000);
}

const offerShare = ({ call }: DemoSession, productId: string, basisPoints: number) =>
  call<{ contractId: string }>(MARIA, 'partners.offerContract', {
    productId,
    email: 'coprodutor@demo.example',
    basisPoints,
    endsOn: null,
  });

async function agreeOnRules({ app, platformId, call }: DemoSession): Promise<void> {
  await app.database.transaction(platformId, async (transaction) => {
    await transaction('platform')
      .where({ platform_id: platformId })
      .update({ settings: transaction.raw('?::jsonb || settings', [JSON.stringify(SETTINGS)]) });
    await transaction('product').where({ platform_id: platformId, id: COURSE }).update({ guarantee_days: 30 });
    for (const [person, document] of Object.entries(DOCUMENTS))
      await transaction('person').where({ platform_id: platformId, id: person, document: null }).update({ document });
  });
  app.cache.forgetAll();
  // The first visit to an offer starts the simulator of its provider.
  await call(null, 'checkout.getCheckout', { checkoutId: id(41) }, true);
  const costs = {
    PIX: { basisPoints: 99, fixed: 0 },
    CREDIT_CARD: { basisPoints: 319, fixed: 30 },
    BILLET: { basisPoints: 0, fixed: 249 },
  };
  for (const { id: connectionId } of CONNECTIONS.slice(0, 1))
    await call(MASTER, 'fees.setConnectionCosts', { connectionId, costs });
}
