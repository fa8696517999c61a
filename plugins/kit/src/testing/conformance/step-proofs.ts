/** Proves charges whose buyer has to confirm them on a page of the bank: confirmed, refused, and left alone. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { TransactionResult } from '@feira/schemas/provider';
import { buy, describeStatus, listMethods, type Market, statusOf, toCardFields } from './market.ts';
import type { Check } from './recorder.ts';
import { prove, type Run } from './run.ts';
import { listSent, normalize } from './sent.ts';

const RETURN_URL = 'https://pay.example.com/checkout/payment/conformance/return/pt-BR';

export async function proveSteps(run: Run): Promise<void> {
  for (const method of listMethods(run.subject)) {
    if (!run.subject.manifest.capabilities.methods?.[method]?.redirect) continue;
    for (const work of [proveConfirmed, proveDeclined, proveAbandoned])
      await prove(run, `${method}.redirect`, 'works', (market, check) => work(market, method, check));
    if (run.subject.manifest.capabilities.methods?.[method]?.authenticates)
      await prove(run, `${method}.redirect`, 'works', (market, check) => proveAsked(market, method, check));
  }
}

const stepOf = (told: TransactionResult | null) => told?.nextStep?.url;

/** A charge that waits for its buyer at the bank. */
async function buyChallenged(market: Market, method: PaymentMethod, check: Check) {
  const { cards } = market.subject.simulator.samples ?? {};
  const isCard = method === 'CREDIT_CARD';
  check(
    !isCard || Boolean(cards?.challenged),
    'samples.cards.challenged is missing: name a card whose bank asks its owner.',
  );
  const card = isCard ? await toCardFields(market, 'challenged') : {};
  const before = market.wire.calls.length;
  const bought = await buy(market, method, { ...card, returnUrl: RETURN_URL });
  const { leadsBack } = market.subject.manifest.capabilities.methods?.[method]?.redirect ?? {};
  const isSent = leadsBack === false || listSent(market.wire.calls.slice(before)).has(normalize(RETURN_URL));
  check(isSent, 'No request carries returnUrl, where the bank leads the buyer back.');
  check(
    statusOf(market, bought.result) === 'PENDING',
    `A charge that its buyer has not confirmed is ${describeStatus(market, bought.result)}.`,
  );
  check(
    stepOf(bought.result) !== undefined,
    'A charge that its buyer has to confirm has no nextStep, or one that leads to none of redirect.hosts.',
  );
  return bought;
}

async function proveConfirmed(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { result, read } = await buyChallenged(market, method, check);
  const waiting = await read();
  check(
    statusOf(market, waiting) === 'PENDING',
    `Asked for, an unconfirmed charge is ${describeStatus(market, waiting)}.`,
  );
  check(stepOf(waiting) !== undefined, 'Asked for, a charge that its buyer has to confirm has no nextStep any more.');
  await market.simulator.pay(result.transactionId);
  const paid = await read();
  check(statusOf(market, paid) === 'APPROVED', `A confirmed charge is ${describeStatus(market, paid)}.`);
  check(stepOf(paid) === undefined, 'A confirmed charge still sends its buyer to the bank.');
}

/** A card that its bank would approve at once is confirmed first where the charge asks for it. */
async function proveAsked(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { result, read } = await buy(market, method, { authenticate: true, returnUrl: RETURN_URL });
  check(
    statusOf(market, result) === 'PENDING' && stepOf(result) !== undefined,
    `A charge that asks for its buyer's confirmation is ${describeStatus(market, result)} without a nextStep.`,
  );
  await market.simulator.pay(result.transactionId);
  const paid = await read();
  check(statusOf(market, paid) === 'APPROVED', `A confirmed charge is ${describeStatus(market, paid)}.`);
}

async function proveDeclined(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { decline } = market.simulator;
  if (method !== 'CREDIT_CARD') return;
  check(decline !== undefined, 'The simulator has no "decline": it must play a bank whose owner refuses.');
  const { result, read } = await buyChallenged(market, method, check);
  await decline!(result.transactionId);
  await checkOver(market, await read(), 'refused', check);
}

async function proveAbandoned(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { result, read } = await buyChallenged(market, method, check);
  await market.simulator.expire(result.transactionId);
  await checkOver(market, await read(), 'never confirmed', check);
  if (method !== 'CREDIT_CARD') return;
  const again = await buy(market, method);
  check(statusOf(market, again.result) !== 'REJECTED', 'After a charge that was never confirmed no other is taken.');
}

async function checkOver(market: Market, told: TransactionResult | null, what: string, check: Check): Promise<void> {
  const isOver = ['REJECTED', 'CANCELED'].includes(statusOf(market, told));
  check(isOver, `A charge that its buyer has ${what} is ${describeStatus(market, told)}.`);
  check(stepOf(told) === undefined, `A charge that its buyer has ${what} still sends the buyer to the bank.`);
}
