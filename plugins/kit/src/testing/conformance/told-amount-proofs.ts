/** Proves that the sums of look-ups, withdrawals and events are those that the provider tells then, not those that were asked for before. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { TransactionResult, WebhookResult, WithdrawRequest } from '@feira/schemas/provider';
import type { SimulatorAnswer } from '../../simulator.ts';
import { buyPaid, listMethods, type Market, WEBHOOK_URL } from './market.ts';
import { toWithdraw } from './payouts.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';
import { changeEvent, eventsOf, readEvent } from './webhook-proofs.ts';

/** A sum that nothing else in an answer is likely to be. */
const AMOUNT = 54_321;
const OTHER = 55_321;
/** Both in every unit in which a provider may tell them: events and answers need not have the same. */
const FORMS = new Map(
  [1, 1 / 100, 100].flatMap((factor) => {
    const [from, to] = [AMOUNT * factor, OTHER * factor].map((sum) => Math.round(sum * 100) / 100);
    return [
      [from!, to!],
      [String(from), String(to)],
      [String(from).replace('.', ','), String(to).replace('.', ',')],
    ] as [string | number, string | number][];
  }),
);
function withOther(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return FORMS.get(value) ?? value;
  if (Array.isArray(value)) return value.map(withOther);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withOther(inner)]));
}

export async function proveToldAmounts(run: Run): Promise<void> {
  const { operations, capabilities } = run.subject.manifest;
  for (const method of listMethods(run.subject)) {
    if (operations.includes('getTransaction'))
      await prove(run, method, 'amounts', (market, check) => proveLookup(market, method, check));
    if (operations.includes('processWebhook'))
      await prove(run, method, 'amounts', (market, check) => proveEvents(market, method, check));
  }
  for (const kind of capabilities.withdraw ?? [])
    await prove(run, `withdraw.${kind}`, 'amounts', (market, check) => proveWithdrawal(market, kind, check));
}

/** Answers with another sum, and returns whether any answer had the sum in it. */
function tellOther(market: Market): () => boolean {
  let hasTold = false;
  market.wire.answer(async (_call, _index, handle) => {
    const answer = await handle();
    const changed = withOther(answer) as SimulatorAnswer;
    hasTold ||= JSON.stringify(changed) !== JSON.stringify(answer);
    return changed;
  });
  return () => hasTold;
}

type Told = Partial<Pick<TransactionResult & WebhookResult, 'amount' | 'paidAmount' | 'movements'>>;
const sumsOf = ({ amount, paidAmount, movements }: Told): number[] =>
  [amount, paidAmount, ...(movements ?? []).map((movement) => movement.amount)].filter((sum) => sum !== undefined);

function judge(what: string, told: Told, check: Check): void {
  const sums = sumsOf(told);
  check(!sums.includes(AMOUNT), `The provider tells another amount than was asked for; ${what} hides that.`);
  check(sums.includes(OTHER), `The provider tells the amount; ${what} says nothing of it.`);
}

async function proveLookup(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { read } = await buyPaid(market, method, { amount: AMOUNT });
  const hasTold = tellOther(market);
  const outcome = await outcomeOf(read);
  market.wire.play(undefined);
  if (!hasTold() || 'error' in outcome) return;
  check(outcome.result !== null, `A paid charge is gone: ${describeOutcome(outcome)}.`);
  judge('getTransaction', outcome.result ?? {}, check);
}

async function proveWithdrawal(market: Market, kind: WithdrawRequest['paymentMethod'], check: Check): Promise<void> {
  const request = await toWithdraw(market, kind, AMOUNT);
  const { withdrawReference, receiverId } = request;
  const isMadeTold = tellOther(market);
  const made = await market.provider.withdraw(request);
  market.wire.play(undefined);
  if (isMadeTold()) judge('withdraw', made, check);
  if (!market.subject.manifest.operations.includes('getWithdraw')) return;
  const isReadTold = tellOther(market);
  const lookup = { withdrawId: made.withdrawId, withdrawReference, receiverId };
  const outcome = await outcomeOf(() => market.provider.getWithdraw(lookup));
  market.wire.play(undefined);
  if (isReadTold() && 'result' in outcome) judge('getWithdraw', outcome.result ?? {}, check);
}

/** An event that says how much came in is believed about that, or its sum is left out: nothing else is told in its place. */
async function proveEvents(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  if (market.offered.has('ensureWebhook')) await market.provider.ensureWebhook({ webhookUrl: WEBHOOK_URL });
  await buyPaid(market, method, { amount: AMOUNT });
  await market.host.settle();
  for (const { headers, body } of market.host.deliveries) {
    const outcome = await outcomeOf(() => readEvent(market, changeEvent({ headers, body }, withOther)));
    if ('error' in outcome) continue;
    for (const told of eventsOf(outcome.result))
      check(!sumsOf(told).includes(AMOUNT), 'An event tells another amount than was asked for; its result hides that.');
  }
}
