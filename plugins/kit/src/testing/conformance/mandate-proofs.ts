/** Proves mandates: a buyer agrees or not, their bank pays each charge once or not, and the platform is told of every end. */
import type { MandateJourney, MandateRequest, MandateResult } from '@feira/schemas/mandate';
import type { WebhookResult } from '@feira/schemas/provider';
import { periodOfRecurrence } from '@feira/schemas/rules/mandate';
import { idempotencyOf } from '@feira/schemas/rules/operation-rules';
import { mapStatus } from '../../define.ts';
import { isProviderError } from '../../errors.ts';
import { sampleMandateRefund } from '../samples.ts';
import { carriesAmount, listFewAmounts, replaceAmounts } from './amounts.ts';
import {
  actsOf,
  charge,
  chargeStatusOf,
  DUE_DATE,
  lookUp,
  MANDATES,
  mandateStatusOf,
  mandatesOf,
  openActive,
  openMandate,
  RETRY_DATE,
  receivedOf,
  toMandate,
  toMandateCharge,
} from './mandates.ts';
import { type Market, newReference, WEBHOOK_URL } from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';
import { carriesReference, isReference, listSent, normalize } from './sent.ts';
import { eventsOf, readEvent } from './webhook-proofs.ts';

const RECURRENCES = [7, 30, 90, 180, 365];
const OTHER = { name: 'Joana Prado', email: 'joana.prado@example.com', document: '11144477735' };
/** The numbers of an amount that no other field of a mandate has. */
const TOLD = 43_217;

export async function proveMandates(run: Run): Promise<void> {
  const { capabilities, operations } = run.subject.manifest;
  if (!capabilities.mandates) return;
  for (const journey of capabilities.mandates.journeys) {
    await prove(run, MANDATES, 'works', (market, check) => proveAgreement(market, journey, check));
    await prove(run, MANDATES, 'works', (market, check) => proveNoAgreement(market, journey, check));
  }
  await prove(run, MANDATES, 'works', proveTerms);
  await prove(run, MANDATES, 'works', proveEnds);
  await prove(run, MANDATES, 'works', proveCharges);
  await prove(run, MANDATES, 'works', proveUncharged);
  if (operations.includes('retryMandateCharge')) await prove(run, MANDATES, 'works', proveRetries);
  if (operations.includes('cancelMandateCharge')) await prove(run, MANDATES, 'works', proveChargeCancelled);
  if (operations.includes('refundMandateCharge')) await prove(run, MANDATES, 'works', proveRefunds);
  await prove(run, MANDATES, 'amounts', proveAmounts);
  await prove(run, MANDATES, 'amounts', proveToldAmount);
  await prove(run, MANDATES, 'amounts', provePaidOnce);
  await prove(run, MANDATES, 'statuses', proveUnknownWords);
  await prove(run, MANDATES, 'references', proveReferences);
  if (operations.includes('processWebhook')) await prove(run, MANDATES, 'webhooks', proveEvents);
}

/** The word of a result has to stand in the table: what an author has to mend is named. */
function checkWord(market: Market, kind: 'mandate' | 'mandateCharge', word: string | undefined, check: Check): void {
  const { isRecognised } = mapStatus<string>(market.subject.manifest.status[kind]!, word ?? '');
  check(isRecognised, `status.${kind} has no word "${word}".`);
}

async function proveAgreement(market: Market, journey: MandateJourney, check: Check): Promise<void> {
  const mandate = await openMandate(market, { journey });
  const name = `A mandate of journey ${journey}`;
  checkWord(market, 'mandate', mandate.result.providerStatus, check);
  const first = mandateStatusOf(market, mandate.result);
  check(first === 'PENDING', `${name} to which nobody has agreed is ${first} ("${mandate.result.providerStatus}").`);
  const found = await mandate.read();
  check(found?.mandateId === mandate.mandateId, `getMandate answers ${found?.mandateId}, not ${mandate.mandateId}.`);
  check(
    mandateStatusOf(market, found) === 'PENDING',
    `${name} is ${mandateStatusOf(market, found)} before anybody agreed.`,
  );
  const code = mandate.result.pixCode ?? found?.pixCode;
  check(journey === 1 || Boolean(code), `${name} has no pixCode, neither at once nor in a later read.`);
  await mandate.agree();
  const agreed = await mandate.read();
  checkWord(market, 'mandate', agreed?.providerStatus, check);
  const after = mandateStatusOf(market, agreed);
  check(after === 'ACTIVE', `${name} to which the buyer has agreed is ${after} ("${agreed?.providerStatus}").`);
  if (journey < 3) return;
  const { transactionId, reference } = mandate.request as MandateRequest & { transactionId: string };
  const told = agreed?.transactionId ?? transactionId;
  check(told === transactionId, `${name} names the charge ${told}, not ${transactionId}.`);
  if (journey !== 3) return;
  const lookup = { transactionId, reference, paymentMethod: 'PIX' } as const;
  const paid = await market.provider.getTransaction(lookup);
  const { status } = mapStatus(market.subject.manifest.status.payment, paid?.providerStatus ?? '');
  check(status === 'APPROVED', `The charge that was paid with the agreement is ${status}.`);
}

/** A buyer who refuses, or does not answer, has not agreed. */
async function proveNoAgreement(market: Market, journey: MandateJourney, check: Check): Promise<void> {
  for (const [end, expected] of [
    ['reject', 'REJECTED'],
    ['expire', 'EXPIRED'],
  ] as const) {
    const mandate = await openMandate(market, { journey });
    await actsOf(market)[end](mandate.mandateId);
    const found = await mandate.read();
    checkWord(market, 'mandate', found?.providerStatus, check);
    const status = mandateStatusOf(market, found);
    check(
      status === expected,
      `A mandate that the buyer ${end === 'reject' ? 'has refused' : 'left open'} is ${status}.`,
    );
  }
}

/** The provider was told whose agreement it is, to how much, how often and from when on. */
async function proveTerms(market: Market, check: Check): Promise<void> {
  const { periods, retries, amounts } = mandatesOf(market.subject);
  const own = RECURRENCES.filter((days) => periods.includes(periodOfRecurrence(days)!));
  const wanted: Partial<MandateRequest>[] = [
    ...own.map((recurrenceDays) => ({ recurrenceDays })),
    ...retries.map((policy) => ({ retries: policy })),
    ...(amounts.includes('FIXED') ? [{ amount: 7_531 }] : []),
    ...(amounts.includes('VARIABLE') ? [{ amount: undefined, maxAmount: 7_531 }] : []),
    { firstChargeDate: '2035-03-10' },
    { endDate: '2036-02-10' },
    { customer: OTHER },
  ];
  for (const changes of wanted) {
    const request = await toMandate(market, changes);
    const before = market.wire.calls.length;
    const { mandateId } = await market.provider.createMandate(request);
    const sent = listSent(market.wire.calls.slice(before));
    const { document = '' } = request.customer;
    check(sent.has(normalize(document)), 'No request of a mandate carries the document of the buyer.');
    const made = await actsOf(market).get(mandateId);
    check(made !== undefined, `mandateId ${mandateId} is not that of the mandate at the provider.`);
    const expected = {
      journey: request.journey,
      period: periodOfRecurrence(request.recurrenceDays),
      retries: request.retries,
      amount: request.amount ?? null,
      maxAmount: request.maxAmount ?? null,
      firstChargeDate: request.firstChargeDate,
      endDate: request.endDate ?? null,
      document,
    };
    for (const [field, value] of Object.entries(expected)) {
      const told = made?.[field as keyof typeof expected];
      check(told === value, `A mandate with ${field} ${value} has ${told} at the provider.`);
    }
  }
}

/** An agreement is over once the buyer, a bank or the platform ends it; asked to end it again, the provider ends nothing. */
async function proveEnds(market: Market, check: Check): Promise<void> {
  for (const by of ['BUYER', 'BUYER_BANK'] as const) {
    const { mandateId, read } = await openActive(market);
    await actsOf(market).cancel(mandateId, by);
    const found = await read();
    checkWord(market, 'mandate', found?.providerStatus, check);
    const status = mandateStatusOf(market, found);
    check(status === 'CANCELED', `A mandate that the ${by} has cancelled is ${status}.`);
    check(
      found?.endedBy === undefined || found.endedBy === by,
      `A mandate that the ${by} has cancelled was ended by ${found?.endedBy}.`,
    );
  }
  const { mandateId, request, read } = await openActive(market);
  for (const time of ['once', 'again']) {
    const outcome = await outcomeOf(() => market.provider.cancelMandate({ mandateId, reference: request.reference }));
    if ('error' in outcome) return check(false, `A mandate that is cancelled ${time}: ${describeOutcome(outcome)}.`);
    const told = mandateStatusOf(market, outcome.result);
    const made = (await actsOf(market).get(mandateId))?.status;
    check(told === 'CANCELED', `A mandate that was cancelled ${time} is ${told}.`);
    check(made === 'CANCELED', `cancelMandate says CANCELED, and the mandate is ${made} at the provider.`);
  }
  const found = await read();
  check(mandateStatusOf(market, found) === 'CANCELED', 'A mandate that was cancelled is not so in a later read.');
}

/** Each end of a charge is told as it is. */
async function proveCharges(market: Market, check: Check): Promise<void> {
  const acts = actsOf(market);
  const ends = [
    ['paid', 'APPROVED', (id: string) => acts.payCharge(id)],
    ['refused', 'REJECTED', (id: string) => acts.refuseCharge(id, { isFinal: true })],
    ['expired', 'EXPIRED', (id: string) => acts.expireCharge(id)],
    ["cancelled by the buyer's bank", 'CANCELED', (id: string) => acts.cancelCharge(id, 'BUYER_BANK')],
  ] as const;
  for (const [name, expected, act] of ends) {
    const { request, result, ids, read } = await charge(market);
    checkWord(market, 'mandateCharge', result.providerStatus, check);
    const first = chargeStatusOf(market, result);
    check(first === 'PENDING', `A charge that nobody has paid is ${first} ("${result.providerStatus}").`);
    check(receivedOf(result) === 0, 'A charge that nobody has paid tells of money.');
    const made = await acts.getCharge(ids.mandateChargeId);
    check(made !== undefined, `mandateChargeId ${ids.mandateChargeId} is not that of the charge at the provider.`);
    check(made?.mandateId === ids.mandateId, 'The charge is one of another mandate at the provider.');
    check(made?.dueDate === DUE_DATE, `A charge due on ${DUE_DATE} is due on ${made?.dueDate} at the provider.`);
    await act(ids.mandateChargeId);
    const found = await read();
    check(found?.mandateChargeId === ids.mandateChargeId, `getMandateCharge answers ${found?.mandateChargeId}.`);
    checkWord(market, 'mandateCharge', found?.providerStatus, check);
    const status = chargeStatusOf(market, found);
    check(status === expected, `A charge that was ${name} is ${status} ("${found?.providerStatus}").`);
    const received = expected === 'APPROVED' ? request.amount : 0;
    const told = found?.movements === undefined && received === 0 ? 0 : receivedOf(found);
    check(told === received, `Of a charge that was ${name} ${received} cents came in; ${told} were told.`);
    const isPaid = found?.attempts?.some((attempt) => attempt.status === 'PAID') ?? expected === 'APPROVED';
    check(isPaid === (expected === 'APPROVED'), `Of a charge that was ${name} the attempts say otherwise.`);
    const isRightEnder = expected !== 'CANCELED' || [undefined, 'BUYER_BANK'].includes(found?.endedBy);
    check(isRightEnder, `A charge that was ${name} was ended by ${found?.endedBy}.`);
  }
}

/** Nobody is charged who has not agreed, or does not agree any more: a refusal, and nothing that could be paid. */
async function proveUncharged(market: Market, check: Check): Promise<void> {
  const acts = actsOf(market);
  const waiting = await openMandate(market);
  const cancelled = await openActive(market);
  await market.provider.cancelMandate({ mandateId: cancelled.mandateId, reference: cancelled.request.reference });
  const left = await openActive(market);
  await acts.cancel(left.mandateId, 'BUYER');
  for (const [name, { mandateId }] of Object.entries({
    'nobody has agreed to': waiting,
    'was cancelled': cancelled,
    'the buyer has left': left,
  })) {
    const before = (await acts.listCharges()).length;
    const outcome = await outcomeOf(() => market.provider.chargeMandate(toMandateCharge(mandateId)));
    const isRefused =
      'error' in outcome
        ? isProviderError(outcome.error) && outcome.error.outcome !== 'UNKNOWN'
        : ['REJECTED', 'CANCELED'].includes(chargeStatusOf(market, outcome.result));
    check(isRefused, `Charging a mandate that ${name} is not refused: ${describeOutcome(outcome)}.`);
    check((await acts.listCharges()).length === before, `A mandate that ${name} was charged.`);
  }
}

async function proveRetries(market: Market, check: Check): Promise<void> {
  const acts = actsOf(market);
  const { ids, read, request } = await charge(market, { retries: '3R_7D' });
  await acts.refuseCharge(ids.mandateChargeId);
  const open = await read();
  const status = chargeStatusOf(market, open);
  check(status === 'PENDING', `A charge that may be tried again is ${status} ("${open?.providerStatus}").`);
  check(
    !open?.attempts || open.attempts.at(-1)?.status === 'REJECTED',
    'The attempt that was refused is not told as REJECTED.',
  );
  for (const time of ['once', 'again for the same day']) {
    const retry = { ...ids, dueDate: DUE_DATE, date: RETRY_DATE };
    const outcome = await outcomeOf(() => market.provider.retryMandateCharge(retry));
    check(!('error' in outcome), `A retry asked for ${time}: ${describeOutcome(outcome)}.`);
    const count = (await acts.getCharge(ids.mandateChargeId))?.attemptCount;
    check(count === 2, `After a retry asked for ${time} there are ${count} attempts.`);
  }
  await acts.payCharge(ids.mandateChargeId);
  const paid = await read();
  check(chargeStatusOf(market, paid) === 'APPROVED', `A charge paid at a retry is ${chargeStatusOf(market, paid)}.`);
  check(receivedOf(paid) === request.amount, `A retry brought ${request.amount} cents; ${receivedOf(paid)} were told.`);
  const days = paid?.attempts?.map(({ date }) => date);
  check(!days || days.includes(RETRY_DATE), `A retry on ${RETRY_DATE} is told as ${days?.join(', ')}.`);
}

/** Proves that money which came in goes back once for each reference, never more of it, and never what nobody paid. */
async function proveRefunds(market: Market, check: Check): Promise<void> {
  const acts = actsOf(market);
  const isPartial = mandatesOf(market.subject).refund === 'partial';
  const { ids, read, request } = await charge(market);
  const { mandateChargeId, mandateId } = ids;
  const refund = (amount: number, reference = newReference()) =>
    market.provider.refundMandateCharge(
      sampleMandateRefund({ mandateChargeId, mandateId, reference, amount, isFull: amount === request.amount }),
    );
  const isRefused = async (amount: number) => {
    const outcome = await outcomeOf(() => refund(amount));
    return 'error' in outcome
      ? isProviderError(outcome.error) && outcome.error.outcome !== 'UNKNOWN'
      : ['REFUSED', 'DENIED'].includes(outcome.result.status);
  };
  const backOf = async () => (await acts.getCharge(mandateChargeId))?.refundedAmount;
  check(await isRefused(request.amount), 'A mandate charge that nobody has paid is given back.');
  await acts.payCharge(mandateChargeId);
  const parts = isPartial ? [1_001, request.amount - 1_001] : [request.amount];
  let gone = 0;
  for (const amount of parts) {
    const reference = newReference();
    for (const time of ['once', 'again']) {
      const { status } = await refund(amount, reference);
      const isTaken = status === 'DONE' || status === 'PENDING';
      check(isTaken, `A refund of a mandate charge that is asked for ${time} is ${status}.`);
    }
    gone += amount;
    const back = await backOf();
    check(back === gone, `Refunds of ${gone} cents of a mandate charge have given back ${back} at the provider.`);
    const found = await read();
    check(
      found?.refundedAmount === gone,
      `Of a mandate charge ${gone} cents went back; ${found?.refundedAmount} are told.`,
    );
    const status = chargeStatusOf(market, found);
    check(status === 'APPROVED', `A mandate charge that was paid and given back is ${status}.`);
  }
  check(await isRefused(request.amount), 'A mandate charge is given back a second time.');
  check((await backOf()) === gone, 'More than came in went back.');
}

async function proveChargeCancelled(market: Market, check: Check): Promise<void> {
  const acts = actsOf(market);
  const { ids, read } = await charge(market);
  const cancelled = await market.provider.cancelMandateCharge(ids);
  const made = (await acts.getCharge(ids.mandateChargeId))?.status;
  check(made === 'CANCELED', `cancelMandateCharge has left the charge ${made} at the provider.`);
  for (const told of [cancelled, await read()])
    check(
      chargeStatusOf(market, told) === 'CANCELED',
      `A charge that was cancelled is ${chargeStatusOf(market, told)}.`,
    );
  const paid = await charge(market);
  await acts.payCharge(paid.ids.mandateChargeId);
  const outcome = await outcomeOf(() => market.provider.cancelMandateCharge(paid.ids));
  const isTold =
    'error' in outcome ? isProviderError(outcome.error) : chargeStatusOf(market, outcome.result) === 'APPROVED';
  check(isTold, `Cancelling a charge that was paid answers ${describeOutcome(outcome)}.`);
}

async function proveAmounts(market: Market, check: Check): Promise<void> {
  const { manifest } = market.subject;
  const isFixed = mandatesOf(market.subject).amounts.includes('FIXED');
  for (const amount of listFewAmounts()) {
    const before = market.wire.calls.length;
    const { mandateId, result } = await openActive(market, isFixed ? { amount } : { maxAmount: amount });
    const asked = market.wire.calls.slice(before);
    check(carriesAmount(manifest, 'createMandate', asked, amount), `No request carries a mandate of ${amount} cents.`);
    const told = isFixed ? result.amount : result.maxAmount;
    check((told ?? amount) === amount, `A mandate of ${amount} cents is told as ${told}.`);
    const after = market.wire.calls.length;
    const charged = await market.provider.chargeMandate(toMandateCharge(mandateId, { amount }));
    const sent = market.wire.calls.slice(after);
    check(
      carriesAmount(manifest, 'chargeMandate', sent, amount),
      `No request carries a mandate charge of ${amount} cents.`,
    );
    const made = await actsOf(market).getCharge(charged.mandateChargeId);
    check(made?.amount === amount, `A mandate charge of ${amount} cents is for ${made?.amount} at the provider.`);
    check((charged.amount ?? amount) === amount, `A mandate charge of ${amount} cents is told as ${charged.amount}.`);
  }
}

/** The result has the provider's amount, not the one that was asked for. */
async function proveToldAmount(market: Market, check: Check): Promise<void> {
  const isFixed = mandatesOf(market.subject).amounts.includes('FIXED');
  const { mandateId } = await openActive(market, isFixed ? { amount: TOLD } : { maxAmount: TOLD });
  market.wire.play(async (_call, _index, handle) =>
    replaceAmounts(market.subject.manifest, 'chargeMandate', await handle(), TOLD, TOLD + 1_000),
  );
  const request = toMandateCharge(mandateId, { amount: TOLD });
  const made = await market.provider.chargeMandate(request);
  const { mandateChargeId } = made;
  const read = await market.provider.getMandateCharge({ mandateChargeId, mandateId, reference: request.reference });
  market.wire.play(undefined);
  for (const [name, told] of Object.entries({ chargeMandate: made.amount, getMandateCharge: read?.amount }))
    check(told !== TOLD, `The provider said another amount than was asked for; the result of ${name} hides that.`);
}

/** One payment is one movement, in answers and in events, however often the provider tells it. */
async function provePaidOnce(market: Market, check: Check): Promise<void> {
  if (market.offered.has('ensureWebhook')) await market.provider.ensureWebhook({ webhookUrl: WEBHOOK_URL });
  const { request, ids, read } = await charge(market);
  await actsOf(market).payCharge(ids.mandateChargeId, { times: 3 });
  const answers = [await read(), await read()];
  const events = (await readMandateEvents(market)).filter(
    ({ mandateChargeId }) => mandateChargeId === ids.mandateChargeId,
  );
  const movements = new Map<string, number>();
  for (const { id, amount } of [...answers, ...events].flatMap((one) => one?.movements ?? []))
    movements.set(id, Math.max(movements.get(id) ?? 0, amount));
  const received = [...movements.values()].reduce((sum, amount) => sum + amount, 0);
  check(
    received === request.amount,
    `One payment of ${request.amount} cents, told several times, makes ${received} of several ids.`,
  );
}

/** A word that no table has is neither an agreement nor money, and ends nothing. */
async function proveUnknownWords(market: Market, check: Check): Promise<void> {
  const active = await openActive(market);
  market.host.addFault({ kind: 'unknown-status', times: 20 });
  const mandate = await outcomeOf(active.read);
  if ('result' in mandate) {
    const status = mandateStatusOf(market, mandate.result);
    check(
      status === 'PENDING',
      `A mandate with a word that no table has is ${status} ("${mandate.result?.providerStatus}").`,
    );
  }
  const charged = await outcomeOf(() => market.provider.chargeMandate(toMandateCharge(active.mandateId)));
  if ('result' in charged) {
    const status = chargeStatusOf(market, charged.result);
    check(status === 'PENDING', `A mandate charge with a word that no table has is ${status}.`);
  }
}

/** A lost answer is found again by our reference, nothing is found by one that nobody used, and a repeat makes no second one. */
async function proveReferences(market: Market, check: Check): Promise<void> {
  const { manifest } = market.subject;
  const { provider } = market;
  const before = market.wire.calls.length;
  const { request, mandateId, result, agree } = await openMandate(market);
  const asked = market.wire.calls.slice(before);
  const form = manifest.reference ? ' in the declared form' : '';
  check(carriesReference(asked, manifest, request.reference), `No request of a mandate carries reference${form}.`);
  check(
    result.reference === undefined || result.reference === request.reference,
    `The mandate has the reference ${result.reference}, not ours.`,
  );
  if (manifest.lookup.mandateByReference) {
    const found = await provider.getMandate(lookUp(request));
    check(found?.mandateId === mandateId, `By our reference getMandate finds ${found?.mandateId}, not ${mandateId}.`);
    const none = await provider.getMandate(lookUp({ ...request, reference: newReference() }));
    check(none === null, `A mandate nobody asked for is ${JSON.stringify(none)}.`);
  }
  if (idempotencyOf(manifest, 'createMandate').supported) {
    const again = await provider.createMandate(request);
    check(again.mandateId === mandateId, 'The same mandate asked for twice became two.');
  }
  await agree();
  const wanted = toMandateCharge(mandateId);
  const start = market.wire.calls.length;
  const charged = await provider.chargeMandate(wanted);
  const sent = market.wire.calls.slice(start);
  check(carriesReference(sent, manifest, wanted.reference), `No request of a mandate charge carries reference${form}.`);
  check(
    isReference(charged.reference ?? wanted.reference, {}, wanted.reference),
    'The mandate charge has another reference than ours.',
  );
  if (manifest.lookup.mandateChargeByReference) {
    const found = await provider.getMandateCharge({ reference: wanted.reference, mandateId });
    check(
      found?.mandateChargeId === charged.mandateChargeId,
      'By our reference getMandateCharge finds another charge.',
    );
    const none = await provider.getMandateCharge({ reference: newReference(), mandateId });
    check(none === null, `A mandate charge nobody asked for is ${JSON.stringify(none)}.`);
  }
  if (idempotencyOf(manifest, 'chargeMandate').supported) {
    const again = await provider.chargeMandate(wanted);
    check(again.mandateChargeId === charged.mandateChargeId, 'The same mandate charge asked for twice became two.');
    check((await actsOf(market).listCharges()).length === 1, 'The same mandate charge asked for twice became two.');
  }
}

/** The adapter's reading of every event about a mandate or a charge of one, in the order in which they came. */
async function readMandateEvents(market: Market): Promise<WebhookResult[]> {
  await market.host.settle();
  const results: WebhookResult[] = [];
  for (const { headers, body } of market.host.deliveries) results.push(await readEvent(market, { headers, body }));
  return results.flatMap(eventsOf).filter(({ subject }) => subject === 'mandate' || subject === 'mandateCharge');
}

/** A life of mandates and charges, whose events the provider has sent. */
export async function playMandates(market: Market): Promise<{ mandates: string[]; charges: string[] }> {
  if (market.offered.has('ensureWebhook')) await market.provider.ensureWebhook({ webhookUrl: WEBHOOK_URL });
  const acts = actsOf(market);
  const refused = await openMandate(market);
  await acts.reject(refused.mandateId);
  const left = await openActive(market);
  await acts.cancel(left.mandateId, 'BUYER');
  const paid = await charge(market);
  await acts.payCharge(paid.ids.mandateChargeId, { times: 2 });
  const lost = await charge(market);
  await acts.refuseCharge(lost.ids.mandateChargeId, { isFinal: true });
  await market.host.settle();
  return {
    mandates: [refused.mandateId, left.mandateId, paid.ids.mandateId, lost.ids.mandateId],
    charges: [paid.ids.mandateChargeId, lost.ids.mandateChargeId],
  };
}

/** Events name what they are about, say what the provider says, and mean the same in any order and number. */
async function proveEvents(market: Market, check: Check): Promise<void> {
  const { mandates, charges } = await playMandates(market);
  const events = await readMandateEvents(market);
  const told = (subject: string, status: string, about: (event: WebhookResult) => boolean) =>
    events.some((event) => {
      if (event.subject !== subject || !about(event)) return false;
      const result = { providerStatus: event.providerStatus } as Partial<MandateResult>;
      return (subject === 'mandate' ? mandateStatusOf(market, result) : chargeStatusOf(market, result)) === status;
    });
  for (const [index, status] of ['REJECTED', 'CANCELED', 'ACTIVE', 'ACTIVE'].entries())
    check(
      told('mandate', status, ({ mandateId }) => mandateId === mandates[index]),
      `No event says that a mandate is ${status}.`,
    );
  for (const [index, status] of ['APPROVED', 'REJECTED'].entries())
    check(
      told('mandateCharge', status, ({ mandateChargeId }) => mandateChargeId === charges[index]),
      `No event says that a mandate charge is ${status}.`,
    );
  const wrong = told('mandateCharge', 'APPROVED', ({ mandateChargeId }) => mandateChargeId === charges[1]);
  check(!wrong, 'An event of a mandate charge that was refused says APPROVED.');
  const toEvidence = (results: WebhookResult[]) =>
    [...new Set(results.map((result) => JSON.stringify(result)))].sort().join();
  const deliveries = [...market.host.deliveries];
  const readAll = async (order: typeof deliveries) => {
    const results: WebhookResult[] = [];
    for (const { headers, body } of order) results.push(await readEvent(market, { headers, body }));
    return toEvidence(results.flatMap(eventsOf));
  };
  const once = await readAll(deliveries);
  for (const [name, order] of [
    ['in reverse', deliveries.toReversed()],
    ['twice each', deliveries.flatMap((one) => [one, one])],
  ] as const)
    check((await readAll(order)) === once, `Events of mandates read ${name} say something else.`);
}
