/** Lists the demo's sales that did not end with their payment: unpaid, refunded and disputed ones. */
import { ADMIN, CUSTOMER, MARIA } from './people.ts';
import { type Buy, CLARA, type DemoBuyer, type DemoSale, type Entry, type Moment } from './sales.ts';
import type { DemoSession, Sold } from './session.ts';

interface Shop {
  buy: Buy;
  buyAndPay: Buy;
}

type Wanted = Omit<DemoSale, 'daysAgo' | 'hour' | 'buyer'>;
const COURSE: Wanted = { offer: 'course', method: 'PIX' };
const BY_CARD: Wanted = { ...COURSE, method: 'CREDIT_CARD' };

const at = (daysAgo: number, hour: number): Moment => ({ daysAgo, hour });
const buyer = (name: string, mailbox: string): DemoBuyer => ({ name, email: `${mailbox}@mail.example` });

/** A sale, and what came of it later. */
function sellAndFollow(
  moment: Moment,
  sell: () => Promise<Sold>,
  later: [Moment, (sold: Sold) => Promise<unknown>][],
): Entry[] {
  let sold: Sold | undefined;
  const happen = async () => {
    sold = await sell();
  };
  return [{ moment, happen }, ...later.map(([when, follow]) => ({ moment: when, happen: () => follow(sold as Sold) }))];
}

export const listReturns = (demo: DemoSession, shop: Shop): Entry[] => [
  ...listToday(shop),
  ...listUnpaid(demo, shop),
  ...listRefunds(demo, shop),
  ...listDisputes(demo, shop),
];

function listToday({ buyAndPay }: Shop): Entry[] {
  const [yara, zeca] = [buyer('Yara Monteiro', 'yara.monteiro'), buyer('Zeca Furtado', 'zeca.furtado')];
  return [
    // Without a refund or dispute, so that visitors of the demo can try what a customer can do.
    ...sellAndFollow(at(1, 17), () => buyAndPay({ ...COURSE, buyer: CLARA }), []),
    ...sellAndFollow({ minutesAgo: 210 }, () => buyAndPay({ ...COURSE, buyer: yara, isBrokered: true }), []),
    ...sellAndFollow({ minutesAgo: 100 }, () => buyAndPay({ offer: 'coffee', method: 'PIX', buyer: zeca }), []),
    ...sellAndFollow({ minutesAgo: 60 }, () => buyAndPay({ ...BY_CARD, installments: 6, buyer: zeca }), []),
  ];
}

function listUnpaid(demo: DemoSession, { buy }: Shop): Entry[] {
  const [rafael, sofia] = [buyer('Rafael Nogueira', 'rafael.nogueira'), buyer('Sofia Barros', 'sofia.barros')];
  return [
    ...sellAndFollow(at(10, 13), () => buy({ ...COURSE, buyer: rafael }), [
      [at(8, 13), (sold) => demo.pollStatus(sold)],
    ]),
    ...sellAndFollow(at(2, 18), () => buy({ ...BY_CARD, buyer: rafael }, '4000000000000010'), []),
    ...sellAndFollow({ minutesAgo: 900 }, () => buy({ ...COURSE, method: 'BILLET', buyer: sofia }), []),
    ...sellAndFollow({ minutesAgo: 35 }, () => buy({ ...COURSE, buyer: rafael }), []),
  ];
}

function listRefunds(demo: DemoSession, { buyAndPay }: Shop): Entry[] {
  const refund = (sold: Sold, note: string, amount?: number) =>
    demo
      .call(MARIA, 'refunds.refundSale', { paymentId: sold.publicId, note, ...(amount && { amount }) })
      .then(demo.processEvents);
  const ask = async ({ publicId }: Sold, reason: string, note: string) => {
    const { token } = await demo.call<{ token: string }>(CUSTOMER, 'refunds.openRefundPage', {});
    await demo.call(null, 'refunds.requestRefund', { token, paymentId: publicId, reason, note });
    await demo.processEvents();
  };
  const olivia = buyer('Olívia Ferraz', 'olivia.ferraz');
  return [
    ...sellAndFollow(at(9, 12), () => buyAndPay({ ...COURSE, buyer: olivia }), [
      [at(7, 10), (sold) => refund(sold, 'Comprou duas vezes por engano.')],
    ]),
    ...sellAndFollow(
      at(14, 17),
      () => buyAndPay({ ...BY_CARD, installments: 3, buyer: buyer('Paulo Sena', 'paulo.sena') }),
      [[at(11, 9), (sold) => refund(sold, 'Desconto combinado por mensagem.', 5_000)]],
    ),
    ...sellAndFollow(at(5, 15), () => buyAndPay({ offer: 'ebook', method: 'PIX', buyer: CLARA }), [
      [at(3, 11), (sold) => ask(sold, 'REGRET', '')],
    ]),
    ...sellAndFollow(at(16, 20), () => buyAndPay({ ...COURSE, buyer: CLARA }), [
      [{ minutesAgo: 600 }, (sold) => ask(sold, 'NOT_AS_DESCRIBED', 'As aulas não abrem no meu celular.')],
    ]),
  ];
}

function listDisputes(demo: DemoSession, { buyAndPay }: Shop): Entry[] {
  const findOpen = async () => {
    const answer = await demo.call<{ items: { id: string }[] }>(
      MARIA,
      'disputes.listDisputes',
      { state: 'OPEN' },
      true,
    );
    return answer.items[0]?.id;
  };
  const answer = async () => {
    const defence = 'O acesso foi liberado no mesmo dia e as quatro primeiras aulas foram assistidas.';
    await demo.call(MARIA, 'disputes.answerDispute', { disputeId: await findOpen(), defence });
  };
  const win = async () => {
    const input = { state: 'ANSWERED' };
    const { items } = await demo.call<{ items: { id: string }[] }>(ADMIN, 'disputes.listCases', input, true);
    const note = 'O banco aceitou a defesa.';
    await demo.call(ADMIN, 'disputes.closeDispute', { disputeId: items[0]?.id, outcome: 'WON', note });
    await demo.processEvents();
  };
  const asFraud = ({ publicId }: Sold) =>
    demo.call(ADMIN, 'disputes.openDispute', {
      paymentId: publicId,
      kind: 'MED',
      reason: 'O pagador diz ter sido vítima de um golpe.',
      providerReference: 'MED-2026-004512',
    });
  return [
    ...sellAndFollow(at(25, 19), () => buyAndPay({ ...BY_CARD, buyer: buyer('Tiago Meireles', 'tiago.meireles') }), [
      [at(20, 10), (sold) => demo.chargeBack(sold)],
      [at(19, 16), answer],
      [at(12, 11), win],
    ]),
    ...sellAndFollow(at(6, 22), () => buyAndPay({ ...BY_CARD, buyer: buyer('Vera Antunes', 'vera.antunes') }), [
      [{ minutesAgo: 1_100 }, (sold) => demo.chargeBack(sold)],
    ]),
    ...sellAndFollow(at(3, 8), () => buyAndPay({ ...COURSE, buyer: buyer('Wagner Pires', 'wagner.pires') }), [
      [{ minutesAgo: 240 }, asFraud],
    ]),
  ];
}
