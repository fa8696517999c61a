/** Lists what happens to the subscriptions of the demo: one that a card renews, and one whose bank is about to pay the next cycle. */
import type { Buy, DemoBuyer, Entry } from './sales.ts';
import type { DemoSession, Sold } from './session.ts';

const CLUB = 'club';
const MARCOS: DemoBuyer = { name: 'Marcos Vinícius Reis', email: 'marcos.vinicius.reis@mail.example' };
const ELISA: DemoBuyer = { name: 'Elisa Prado', email: 'elisa.prado@mail.example' };

export const listSubscriptions = (demo: DemoSession, buyAndPay: Buy): Entry[] => [
  // The longest month is over then.
  ...subscribe(demo, {
    sell: () => buyAndPay({ offer: CLUB, method: 'CREDIT_CARD', buyer: MARCOS }),
    begunAt: { daysAgo: 40, hour: 15 },
    dueAt: { daysAgo: 9, hour: 16 },
  }),
  // Whatever the length of the month, the next debit is two to five days away: the bank knows of it, and has not paid it.
  ...subscribe(demo, {
    sell: () => buyAndPay({ offer: CLUB, method: 'PIX', buyer: ELISA }),
    begunAt: { daysAgo: 26, hour: 3 },
    dueAt: { minutesAgo: 20 },
  }),
];

interface Subscribed {
  sell: () => Promise<Sold>;
  begunAt: Entry['moment'];
  /** When the node looks at the subscription and charges it. */
  dueAt: Entry['moment'];
}

function subscribe(demo: DemoSession, { sell, begunAt, dueAt }: Subscribed): Entry[] {
  let sold: Sold | undefined;
  const begin = async () => {
    sold = await sell();
  };
  return [
    { moment: begunAt, happen: begin },
    { moment: dueAt, happen: () => demo.renew(sold as Sold) },
  ];
}
