/** Lists the events of the last weeks on the demo platform, in no order: each entry says when. */
import { seededRandom } from '@feira/plugin-kit/simulation';
import { generateTestCpf } from '@feira/schemas/rules/cpf';
import { CONNECTIONS, ORDER_BUMPS } from './data.ts';
import { arrangePartners, type Partners } from './partners.ts';
import { listPayouts } from './payouts.ts';
import { listReturns } from './returns.ts';
import { ADDRESS, type Buy, DEMO_SALES, type Entry } from './sales.ts';
import type { DemoSession } from './session.ts';
import { listSubscriptions } from './subscriptions.ts';

const GOOD_CARD = '5555555555554444';

export function createHistory(demo: DemoSession): Entry[] {
  let partners: Partners | undefined;
  const random = seededRandom(2026);
  const buy: Buy = async ({ offer, method, buyer, installments, isBrokered, withBump }, card = GOOD_CARD) => {
    const [connection] = CONNECTIONS;
    if (!connection) throw new Error('The demo has no connection.');
    const offerId = demo.ids.offers.find(offer);
    const cpf = generateTestCpf(random);
    return demo.buy({
      offerId,
      paymentMethod: method,
      ...buyer,
      cpf,
      phone: '11987654321',
      ...(offer === 'coffee' && { ...ADDRESS, deliveryOptionId: demo.ids.deliveryOptions.find('Correios PAC') }),
      ...(method === 'CREDIT_CARD' && {
        creditCard: {
          ...(await demo.giveCard(connection, card, { offerId, isKept: offer === 'club', ...buyer, cpf })),
          installments: installments ?? 1,
        },
      }),
      ...(isBrokered && partners && { affiliateId: partners.affiliationId }),
      ...(withBump && { orderBumpsIds: ORDER_BUMPS.map(({ title }) => demo.ids.orderBumps.find(title)) }),
    });
  };
  const buyAndPay: Buy = async (sale, card) => {
    const sold = await buy(sale, card);
    if (sale.method !== 'CREDIT_CARD') await demo.pay(sold);
    return sold;
  };
  return [
    {
      moment: { daysAgo: 46, hour: 9 },
      happen: async () => {
        partners = await arrangePartners(demo);
      },
    },
    ...DEMO_SALES.map(({ daysAgo, hour, ...sale }) => ({
      moment: { daysAgo, hour },
      happen: () => buyAndPay(sale),
    })),
    ...listReturns(demo, { buy, buyAndPay }),
    ...listPayouts(demo),
    ...listSubscriptions(demo, buyAndPay),
  ];
}
