/** Proves that the adapter reports the sums that the provider holds, after all payments and refunds of a charge. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { TransactionResult, WebhookResult } from '@feira/schemas/provider';
import { sampleRefund } from '../samples.ts';
import { buy, describeStatus, listMethods, type Market, newReference, statusOf, WEBHOOK_URL } from './market.ts';
import type { Check } from './recorder.ts';
import { outcomeOf, prove, type Run } from './run.ts';
import { readEvents } from './webhook-proofs.ts';

const TOTAL = 12_345;
const PART = 4_999;
const IN_PANEL = 1_000;

export async function proveSums(run: Run): Promise<void> {
  for (const method of listMethods(run.subject).filter((one) => one !== 'CREDIT_CARD')) {
    await prove(run, method, 'amounts', (market, check) => proveRepeated(market, method, check));
    await prove(run, method, 'amounts', (market, check) => proveUnderpaid(market, method, check));
    if (run.subject.manifest.capabilities.methods?.[method]?.refund !== 'partial') continue;
    for (const isPanelFirst of [true, false]) {
      await prove(run, `${method}.refund`, 'amounts', (market, check) =>
        provePanel(market, method, isPanelFirst, check),
      );
    }
  }
}

type Reported = Pick<TransactionResult | WebhookResult, 'paidAmount' | 'movements' | 'amount' | 'providerStatus'>;
/** Cents that one report says came in; undefined where it does not say. */
const receivedOf = ({ paidAmount, movements }: Reported): number | undefined =>
  paidAmount ?? movements?.reduce((sum, { amount }) => sum + amount, 0);

async function open(market: Market, method: PaymentMethod) {
  if (market.offered.has('ensureWebhook')) await market.provider.ensureWebhook({ webhookUrl: WEBHOOK_URL });
  const { result, read } = await buy(market, method, { amount: TOTAL });
  const id = result.transactionId;
  const paidAmount = async () => (await market.simulator.getCharge(id))?.paidAmount ?? 0;
  return { id, read, paidAmount };
}

/**
 * Adds reports up as the core does: to the highest total, or to the sum of all movements whose amounts were told. "Paid" without any
 * sum is the price once.
 */
function sumUp(market: Market, reports: readonly Reported[]): number {
  const prices = reports.map((report) =>
    receivedOf(report) === undefined && statusOf(market, report) === 'APPROVED' ? (report.amount ?? TOTAL) : 0,
  );
  const movements = new Map<string, number>();
  for (const { id, amount } of reports.flatMap((report) => report.movements ?? []))
    movements.set(id, Math.max(movements.get(id) ?? 0, amount));
  const single = [...movements.values()].reduce((sum, amount) => sum + amount, 0);
  return Math.max(single, ...prices, ...reports.map(({ paidAmount = 0 }) => paidAmount));
}

/** Paid, seen, and paid again: the answers alone name all of it, because events may be lost, and events make no more of it. */
async function proveRepeated(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { id, read, paidAmount } = await open(market, method);
  const answers: Reported[] = [];
  for (const times of [1, 2, 3]) {
    // A charge that can be paid once only takes no later payment.
    await outcomeOf(() => market.simulator.pay(id, { amount: TOTAL }));
    const found = await read();
    if (found) answers.push(found);
    const received = await paidAmount();
    for (const sum of [sumUp(market, answers), sumUp(market, [...answers, ...(await readEvents(market))])])
      check(sum === received, `Paid ${times} times, ${received} cents came in; ${sum} were reported.`);
    const status = statusOf(market, found);
    check(status === 'APPROVED', `Paid ${times} times, the charge is ${describeStatus(market, found)}.`);
  }
}

/** Too little paid is money, also once the charge can no longer be paid. */
async function proveUnderpaid(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { id, read, paidAmount } = await open(market, method);
  const taken = await outcomeOf(() => market.simulator.pay(id, { amount: PART }));
  if ('error' in taken || (await paidAmount()) === 0) return;
  const verify = async (when: string) => {
    const found = await read();
    const told = found && receivedOf(found);
    check(told === PART, `${when}, ${PART} of ${TOTAL} cents came in; ${told ?? 'nothing'} was reported.`);
  };
  await verify('Paid too little');
  await outcomeOf(() => market.simulator.expire(id));
  await verify('Paid too little, then expired');
  for (const event of await readEvents(market)) {
    const told = receivedOf(event);
    const isSafe = told === undefined ? statusOf(market, event) !== 'APPROVED' : told <= PART;
    check(isSafe, `Of ${PART} cents that came in an event makes ${told ?? 'a whole payment'}.`);
  }
}

/** A surplus that goes back and a part that the panel gives back add up, whichever comes first. */
async function provePanel(market: Market, method: PaymentMethod, isPanelFirst: boolean, check: Check): Promise<void> {
  const { id, read, paidAmount } = await open(market, method);
  const { simulator } = market;
  await simulator.pay(id, { amount: TOTAL });
  await outcomeOf(() => simulator.pay(id, { amount: TOTAL }));
  if (!simulator.refund) return;
  const received = await paidAmount();
  const surplus = received > TOTAL ? received - TOTAL : PART;
  const inPanel = () => simulator.refund?.(id, { amount: IN_PANEL });
  if (isPanelFirst) await inPanel();
  const { status, reason } = await market.provider.refund(
    sampleRefund({
      reference: newReference(),
      transactionId: id,
      paymentMethod: method,
      amount: surplus,
      isFull: false,
    }),
  );
  check(status !== 'REFUSED', `A surplus of ${surplus} cents was refused: ${reason}`);
  if (!isPanelFirst) await inPanel();
  if (status === 'PENDING') return;
  const found = await read();
  const returned = found?.refundedAmount;
  check(
    returned === surplus + IN_PANEL,
    `${surplus} cents went back and ${IN_PANEL} in the panel; refundedAmount is ${returned}.`,
  );
  const told = found && receivedOf(found);
  check(told === received, `${received} cents came in; after refunds ${told} were reported.`);
}
