/** Proves that a charge of each method is made, paid, expired and found again, to the cent. */
import { CURRENCIES, type PaymentMethod } from '@feira/schemas/common';
import type { TransactionResult } from '@feira/schemas/provider';
import { mostInstallments } from '@feira/schemas/rules/charge-currency';
import { takesAmount } from '@feira/schemas/rules/charge-limits';
import { idempotencyOf, sentUnit } from '@feira/schemas/rules/operation-rules';
import { addDays, fromSaoPaulo, toSaoPauloDate } from '../../dates.ts';
import { mapStatus } from '../../define.ts';
import { isProviderError } from '../../errors.ts';
import { seededRandom } from '../../simulation/random.ts';
import { randomWord } from '../garbage.ts';
import { carriesAmount, listAmounts, listFewAmounts, listWritten } from './amounts.ts';
import {
  buy,
  buyPaid,
  describeStatus,
  listMethods,
  type Market,
  newReference,
  readCharge,
  statusOf,
  toCardFields,
  toPurchase,
} from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';
import { carriesReference, isNamedIn, isReference, listFields, listSent, normalize, writeReference } from './sent.ts';
import { replaceWords } from './wire-words.ts';

export async function proveCharges(run: Run): Promise<void> {
  for (const [index, method] of listMethods(run.subject).entries()) {
    await prove(run, method, 'works', (market, check) => proveLife(market, method, check));
    await prove(run, method, 'works', (market, check) => proveExpiry(market, method, check));
    await prove(run, method, 'works', (market, check) => proveExpiryKind(market, method, check));
    await prove(run, method, 'works', (market, check) => proveCurrencies(market, method, check));
    if (run.subject.manifest.capabilities.methods?.[method]?.pdf)
      await prove(run, method, 'works', (market, check) => provePdf(market, method, check));
    await prove(run, method, 'works', (market, check) => proveBuyer(market, method, check));
    await prove(run, method, 'works', (market, check) => proveItems(market, method, check));
    await prove(run, method, 'amounts', (market, check) =>
      proveAmounts(
        run,
        market,
        method,
        index === 0 && run.scale.amounts > 0 ? listAmounts(run.seed, run.scale.amounts) : listFewAmounts(),
        check,
      ),
    );
    await prove(run, method, 'amounts', (market, check) => proveToldAmount(market, method, check));
    await prove(run, method, 'statuses', (market, check) => proveWireWords(run, market, method, check));
    await prove(run, method, 'references', (market, check) => proveReferences(market, method, check));
    await prove(run, method, 'references', (market, check) => proveNeighbour(market, method, check));
  }
}

async function proveLife(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { request, result, read } = await buy(market, method);
  const made = await market.simulator.getCharge(result.transactionId);
  check(made !== undefined, `transactionId ${result.transactionId} is not that of the charge at the provider.`);
  const first = statusOf(market, result);
  const isCard = method === 'CREDIT_CARD';
  check(first === 'PENDING' || (isCard && first === 'APPROVED'), `A new charge is ${describeStatus(market, result)}.`);
  check(
    (made?.paidAmount === 0) === (first === 'PENDING'),
    `A charge counts as ${describeStatus(market, result)}, but ${made?.paidAmount} cents came in.`,
  );
  // Some providers show how to pay only when the charge is asked for later.
  const instructionsOf = (told: TransactionResult | null) =>
    method === 'PIX' ? told?.pixCode : (told?.billetCode ?? told?.billetBarcode);
  const hasCode = isCard || Boolean(instructionsOf(result) ?? instructionsOf(await read()));
  check(method !== 'PIX' || hasCode, 'Neither a new PIX charge nor a later read has a pixCode.');
  check(method !== 'BILLET' || hasCode, 'Neither a new boleto nor a later read has a billetCode.');
  if (first === 'PENDING') {
    check(statusOf(market, await read()) === 'PENDING', 'A charge that nobody paid is not PENDING when asked for.');
    await market.simulator.pay(result.transactionId);
  }
  const paid = await read();
  check(statusOf(market, paid) === 'APPROVED', `A paid charge is ${describeStatus(market, paid)}.`);
  check(
    (paid?.paidAmount ?? request.amount) === request.amount,
    `paidAmount is ${paid?.paidAmount}, not ${request.amount}.`,
  );
  check((paid?.paymentMethod ?? method) === method, `paymentMethod is ${paid?.paymentMethod}, not ${method}.`);
  if (method === 'BILLET' || market.subject.manifest.capabilities.chargeback === 'none') return;
  await market.simulator.chargeback(result.transactionId);
  const disputed = await read();
  check(
    ['CHARGEBACK', 'RETURNED'].includes(statusOf(market, disputed)),
    `After a chargeback the charge is ${describeStatus(market, disputed)}.`,
  );
}

const BUYER = { name: 'Joana Prado', email: 'joana.prado@example.com', document: '11144477735', phone: '21998765432' };
const ADDRESS = {
  zipCode: '20040020',
  street: 'Praça Pio X',
  number: '54',
  district: 'Centro',
  city: 'Rio de Janeiro',
  state: 'RJ',
};

/** Proves that the adapter sends every field of the buyer that the manifest requires, because the provider wants it. */
async function proveBuyer(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { requiredBuyerFields = [] } = market.subject.manifest.capabilities.methods?.[method] ?? {};
  const before = market.wire.calls.length;
  await buy(market, method, { customer: BUYER, address: ADDRESS });
  const sent = listSent(market.wire.calls.slice(before));
  const wanted = {
    document: { name: BUYER.name, document: BUYER.document },
    phone: { phone: BUYER.phone },
    address: { 'zip code': ADDRESS.zipCode },
  };
  for (const field of requiredBuyerFields) {
    for (const [name, value] of Object.entries(wanted[field])) {
      const isSplit =
        (name === 'phone' && sent.has(normalize(value).slice(2))) ||
        (name === 'name' && value.split(' ').every((part) => sent.has(normalize(part))));
      const isSent = sent.has(normalize(value)) || isSplit;
      check(isSent, `requiredBuyerFields says ${field}, but no request carries the buyer's ${name}.`);
    }
  }
}

const QUANTITY = 3;
const UNIT_PRICE = 4_115;

/** The price and the number of pieces make the same sum in the place of each other, and what is sold would be told wrong. */
async function proveItems(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const item = { id: 'offer-1', title: 'Curso de violão', unitPrice: UNIT_PRICE, quantity: QUANTITY, tangible: false };
  const before = market.wire.calls.length;
  await buy(market, method, { amount: QUANTITY * UNIT_PRICE, items: [item] });
  const calls = market.wire.calls.slice(before);
  const counted = listFields(calls.map(({ body }) => body)).filter(
    ([name, value]) => /quant|qty|qtd(?!install|parc)/i.test(name) && typeof value !== 'object',
  );
  const wrong = counted.find(([, value]) => Number(value) !== QUANTITY);
  const isPriced = carriesAmount(market.subject.manifest, 'createTransaction', calls, UNIT_PRICE);
  check(counted.length === 0 || isPriced, 'The pieces of a sale are sent, and no request carries the price of one.');
  check(!wrong, `Of ${QUANTITY} pieces the field ${wrong?.[0]} says ${wrong?.[1]}.`);
}

/** A currency that is not declared is never asked for; one that is declared reaches the provider by its code, unless it is the only one. */
async function proveCurrencies(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const declared = market.subject.manifest.capabilities.methods?.[method] ?? {};
  for (const currency of CURRENCIES) {
    const before = market.wire.calls.length;
    if (mostInstallments(method, declared, currency) === 0) {
      const request = { ...(await toPurchase(market, method)), currency };
      const asked = market.wire.calls.length;
      const outcome = await outcomeOf(() => market.provider.createTransaction(request));
      const isRefused = 'error' in outcome && isProviderError(outcome.error) && outcome.error.outcome === 'NOT_SENT';
      check(isRefused, `A charge in ${currency}, which is not declared, gave ${describeOutcome(outcome)}.`);
      check(market.wire.calls.length === asked, `The provider was asked for a charge in ${currency}.`);
    } else if (currency !== 'BRL') {
      await buy(market, method, { currency });
      const isSent = listWritten(market.wire.calls.slice(before)).some(
        (leaf) => String(leaf).toUpperCase() === currency,
      );
      check(isSent, `No request says that a charge is in ${currency}.`);
    }
  }
}

/** Proves that a PIX code or slip ends at the time the host names, and that its end is no payment. */
async function proveExpiry(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  if (method === 'CREDIT_CARD') return;
  const { result, read } = await buy(market, method);
  await market.simulator.expire(result.transactionId);
  const expired = statusOf(market, await read());
  check(expired === 'PENDING' || expired === 'REJECTED', `An expired charge that nobody paid is ${expired}.`);
  const {
    expiry = 'set',
    expiresInSeconds,
    minExpiresInSeconds = 0,
    maxExpiresInSeconds = Number.POSITIVE_INFINITY,
  } = market.subject.manifest.capabilities.methods?.[method] ?? {};
  if (!expiresInSeconds && expiry === 'set') return;
  const shortest = Math.ceil(minExpiresInSeconds / 86_400);
  const send = async (days: number[]) => {
    const [soon, late] = [await sendExpiry(market, method, days[0]!), await sendExpiry(market, method, days[1]!)];
    return soon !== late;
  };
  // A provider that takes no time so long may cut both down to the same: then parts of it differ.
  const longest = maxExpiresInSeconds / 86_400;
  const differs =
    (await send([shortest + 2, shortest + 4])) ||
    (longest < shortest + 4 && expiry === 'set' && (await send([longest / 4, longest / 2])));
  if (expiry === 'set' || expiry === 'days')
    check(differs, 'expiresAt changes nothing in what is sent: the provider cannot know when the charge ends.');
  else check(!differs, `plugin.json says that the expiry is ${expiry}, but what is sent changes with expiresAt.`);
}

/** Proves that a time within a day makes no difference to a provider of whole days, and that a fixed end is told as it is declared. */
async function proveExpiryKind(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const {
    expiry = 'set',
    expiresInSeconds = 0,
    minExpiresInSeconds,
  } = market.subject.manifest.capabilities.methods?.[method] ?? {};
  if (minExpiresInSeconds !== undefined) {
    const expiresAt = new Date(Date.now() + minExpiresInSeconds * 1_000).toISOString();
    const told = (await buy(market, method, { expiresAt })).result.expiresAt;
    const isKept = told === undefined || Date.parse(told) - Date.parse(expiresAt) < HOUR_MS;
    check(
      isKept,
      `The shortest expiry is declared as ${minExpiresInSeconds} seconds, but such a charge ends at ${told}.`,
    );
  }
  if (expiry === 'fixed') {
    const { result } = await buy(market, method);
    const told = result.expiresAt ?? null;
    const after = told === null ? expiresInSeconds * 1_000 : Date.parse(told) - Date.now();
    const slack = method === 'BILLET' ? 86_400_000 : HOUR_MS;
    const isTrue = Math.abs(after - expiresInSeconds * 1_000) <= slack;
    check(isTrue, `The expiry is declared as ${expiresInSeconds} seconds, but a new charge ends at ${told}.`);
  }
  if (expiry !== 'days') return;
  // A first purchase may ask for an access token as well.
  await buy(market, method);
  const day = addDays(toSaoPauloDate(new Date()), 3);
  const sent = [
    await sendExpiryAt(market, method, fromSaoPaulo(`${day} 23:00:00`)),
    await sendExpiryAt(market, method, fromSaoPaulo(day)),
  ];
  check(
    sent[0] === sent[1],
    'plugin.json says that the expiry is counted in days, but two times of one day are sent as two ends.',
  );
}
const HOUR_MS = 3_600_000;

/** Proves that the document of an open boleto is a PDF, and is fetched for the buyer who opens it alone. */
async function provePdf(market: Market, paymentMethod: PaymentMethod, check: Check): Promise<void> {
  const { request, result } = await buy(market, paymentMethod);
  const { transactionId, memo } = result;
  const lookup = { transactionId, reference: request.reference, paymentMethod, ...(memo && { memo }) };
  const plain = await market.provider.getTransaction(lookup);
  check(plain?.billetPdf === undefined, 'A lookup fetches the document of a boleto that nobody opens.');
  const opened = await market.provider.getTransaction({ ...lookup, wantsBilletPdf: true });
  const content = Buffer.from(opened?.billetPdf ?? '', 'base64');
  check(content.subarray(0, 5).toString() === '%PDF-', 'plugin.json says pdf, but the document of a boleto is no PDF.');
  check(opened?.transactionId === transactionId, 'The document of a boleto comes with another charge.');
}

/** Returns the writes of a purchase that ends in `days` days, without what differs in every purchase. */
const sendExpiry = (market: Market, method: PaymentMethod, days: number): Promise<string> =>
  sendExpiryAt(market, method, new Date(Date.now() + days * 86_400_000).toISOString());

async function sendExpiryAt(market: Market, method: PaymentMethod, expiresAt: string): Promise<string> {
  const before = market.wire.calls.length;
  const reference = newReference();
  await buy(market, method, { reference, expiresAt });
  const writes = market.wire.calls
    .slice(before)
    .filter(({ path, method: verb }) => verb !== 'GET' && !/customer/.test(path));
  const text = JSON.stringify(writes.map(({ body }) => body));
  const written = writeReference(market.subject.manifest, reference);
  return [reference, reference.replaceAll('-', ''), written].reduce((rest, one) => rest.replaceAll(one, ''), text);
}

async function proveAmounts(
  run: Run,
  market: Market,
  method: PaymentMethod,
  amounts: number[],
  check: Check,
): Promise<void> {
  const { manifest } = run.subject;
  for (const amount of amounts) {
    const note = `amount ${amount} (seed ${run.seed})`;
    // Its token is made before the purchase, whatever that is for.
    const card = method === 'CREDIT_CARD' ? await toCardFields(market) : {};
    const before = market.wire.calls.length;
    const outcome = await outcomeOf(() => buyPaid(market, method, { amount, ...card }));
    if (!takesAmount(manifest.capabilities.methods![method]!, amount, 1)) {
      const isAsked = market.wire.calls.length > before;
      check(
        'error' in outcome && !isAsked,
        `${note}: plugin.json says that it is not taken, but the provider was asked.`,
      );
      continue;
    }
    if ('error' in outcome) return check(false, `${note}: ${describeOutcome(outcome)}.`);
    const { result, read } = outcome.result;
    const sent = market.wire.calls.slice(before);
    check(
      carriesAmount(manifest, 'createTransaction', sent, amount),
      `${note}: no request carries it in ${sentUnit(manifest, 'createTransaction')}.`,
    );
    const made = await market.simulator.getCharge(result.transactionId);
    check(made?.amount === amount, `${note}: the charge at the provider is for ${made?.amount} cents.`);
    check((result.amount ?? amount) === amount, `${note}: the result says ${result.amount}.`);
    const paid = await read();
    check((paid?.amount ?? amount) === amount, `${note}: getTransaction says ${paid?.amount}.`);
    check((paid?.paidAmount ?? amount) === amount, `${note}: getTransaction says that ${paid?.paidAmount} were paid.`);
  }
}

/** Proves that the result reports the provider's amount instead of the requested one. */
async function proveToldAmount(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const request = await toPurchase(market, method);
  const target = await findMoneyCall(market, method);
  market.wire.answer(async (call, index, handle) => {
    // By its place: the address may hold the reference of the charge.
    if (index === target)
      market.host.addFault({ kind: 'wrong-amount', times: 1, match: `${call.method} ${call.path}` });
    return handle();
  });
  const result = await market.provider.createTransaction(request);
  market.wire.play(undefined);
  const reported = [result.amount, (await readCharge(market, request, result))?.amount].filter(
    (one) => one !== undefined,
  );
  const isHonest = reported.some((amount) => amount !== request.amount);
  check(
    reported.length === 0 || isHonest,
    'The provider said another amount than was asked for; the result hides that.',
  );
  if (method === 'CREDIT_CARD') return;
  const other = await buy(market, method);
  const sum = other.request.amount - 345;
  // A provider that takes exactly the price refuses another sum.
  await outcomeOf(() => market.simulator.pay(other.result.transactionId, { amount: sum }));
  const paid = await other.read();
  const received = (await market.simulator.getCharge(other.result.transactionId))?.paidAmount;
  check((paid?.paidAmount ?? received) === received, `${received} cents came in; paidAmount is ${paid?.paidAmount}.`);
}

/** The place of the call that makes the charge among the calls of a purchase: its last write. */
async function findMoneyCall(market: Market, method: PaymentMethod): Promise<number> {
  // The loss is planted in a later purchase, because the first may also make what later ones find, such as a customer.
  await buy(market, method);
  const request = await toPurchase(market, method);
  const before = market.wire.calls.length;
  await market.provider.createTransaction(request);
  return market.wire.listCounted(before).findLastIndex((call) => call.method !== 'GET');
}

/** Proves that a status word the manifest does not declare, wherever the provider shows it, is never money. */
async function proveWireWords(run: Run, market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { payment } = run.subject.manifest.status;
  const known = new Set(Object.keys(payment.map).map((word) => word.toLowerCase()));
  const open = await buy(market, method);
  const paid = await buyPaid(market, method);
  // Some providers are asked by POST.
  const before = market.wire.calls.length;
  await open.read();
  const asked = market.wire.listCounted(before)[0]!;
  market.host.addFault({ kind: 'unknown-status', times: 1, match: `${asked.method} ${asked.path}` });
  const strange = await outcomeOf(open.read);
  if ('result' in strange) {
    const word = strange.result?.providerStatus ?? '';
    const mapped = mapStatus(payment, word);
    check(!mapped.isRecognised, `The provider said a word nobody declared; the adapter made "${word}" of it.`);
  }
  const random = seededRandom(run.seed);
  for (let count = 0; count < run.scale.wireWords; count += 1) {
    const word = randomWord(random);
    if (known.has(word.toLowerCase())) continue;
    market.wire.play(async (_call, _index, handle) => replaceWords(await handle(), known, word));
    for (const charge of [open, paid]) {
      const outcome = await outcomeOf(charge.read);
      const status = 'result' in outcome ? statusOf(market, outcome.result) : undefined;
      check(status !== 'APPROVED', `The unknown word "${word}" counts as APPROVED (seed ${run.seed}).`);
    }
  }
}

async function proveReferences(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { provider } = market;
  const { manifest } = market.subject;
  const request = await toPurchase(market, method);
  const before = market.wire.calls.length;
  const result = await market.provider.createTransaction(request);
  const sent = market.wire.calls.slice(before);
  check(
    carriesReference(sent, manifest, request.reference),
    `No request carries the reference${manifest.reference ? ' in the declared form' : ''}: a lost charge could never be found again.`,
  );
  const made = await market.simulator.getCharge(result.transactionId);
  check(
    !manifest.lookup.byReference || isReference(made?.reference, manifest, request.reference),
    `The charge at the provider has the reference "${made?.reference}".`,
  );
  const { transactionId } = result;
  for (const told of [
    result,
    await provider
      .getTransaction({ transactionId, reference: request.reference, paymentMethod: method })
      .catch(() => null),
  ])
    check(
      told?.reference === undefined || normalize(told.reference) === normalize(request.reference),
      `A charge of ours is told with the reference "${told?.reference}": it would count as somebody else's.`,
    );
  const { supported, header } = idempotencyOf(manifest, 'createTransaction');
  if (supported) {
    const isKeyed =
      header === undefined ||
      sent.some(({ headers }) =>
        normalize(headers[header]).includes(normalize(writeReference(manifest, request.reference))),
      );
    check(isKeyed, `idempotency.header is declared, but no call carries the reference in "${header}".`);
    const again = await market.provider.createTransaction(request);
    check(again.transactionId === result.transactionId, 'The same purchase sent twice became two charges.');
  }
  await proveLookups(market, request, result.transactionId, check);
}

/** Proves that an answer about another charge, which was paid, is not taken for one about the charge that was asked for. */
async function proveNeighbour(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const asked = await buy(market, method);
  const other = await buyPaid(market, method);
  const before = market.wire.calls.length;
  await other.read();
  const answers = market.wire.listCounted(before).map(({ answer }) => answer);
  if (
    !isNamedIn(answers, [other.result.transactionId, writeReference(market.subject.manifest, other.request.reference)])
  )
    return;
  market.wire.answer(async (_call, index, handle) => answers[index] ?? handle());
  const outcome = await outcomeOf(asked.read);
  market.wire.play(undefined);
  const result = 'result' in outcome ? outcome.result : null;
  const isFooled = result?.transactionId === asked.result.transactionId && statusOf(market, result) === 'APPROVED';
  check(!isFooled, 'An answer about another charge, which was paid, counts as the payment of this one.');
}

async function proveLookups(
  market: Market,
  { reference, paymentMethod }: { reference: string; paymentMethod: PaymentMethod },
  transactionId: string,
  check: Check,
): Promise<void> {
  const { provider, subject } = market;
  if (subject.manifest.lookup.byReference) {
    const found = await provider.getTransaction({ reference, paymentMethod });
    check(
      found?.transactionId === transactionId,
      `By its reference the charge is ${found?.transactionId ?? 'not found'}.`,
    );
    const none = await outcomeOf(() => provider.getTransaction({ reference: newReference(), paymentMethod }));
    check(
      'result' in none && none.result === null,
      `A reference nobody used answers ${describeOutcome(none)}, not null.`,
    );
  }
  // The id has the shape of real ids, so that the adapter asks the provider.
  const unknownId = transactionId.slice(0, -1) + (transactionId.endsWith('0') ? '1' : '0');
  const unknown = await outcomeOf(() =>
    provider.getTransaction({ transactionId: unknownId, reference: newReference(), paymentMethod }),
  );
  const isNothing = 'error' in unknown ? isProviderError(unknown.error) : unknown.result === null;
  check(isNothing, `An id nobody has answers ${describeOutcome(unknown)}: that charge was made up.`);
}
