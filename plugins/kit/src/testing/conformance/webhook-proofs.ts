/** Proves the sender and the content of events, and that neither order nor repetition changes their result. */
import { createHmac } from 'node:crypto';
import type { WebhookResult } from '@feira/schemas/provider';
import { authenticateWebhook, signsBody } from '../../broker/webhook-authentication.ts';
import { readBodyValue, replaceBodyValue } from '../../broker/webhook-text.ts';
import { mapStatus } from '../../define.ts';
import { isProviderError } from '../../errors.ts';
import { ADAPTER_FAILED } from '../../isolation/index.ts';
import { seededRandom } from '../../simulation/random.ts';
import { listGarbage } from '../garbage.ts';
import { sampleRefund } from '../samples.ts';
import { buy, buyPaid, listMethods, type Market, newReference, WEBHOOK_URL } from './market.ts';
import { listSecretNames } from './package-proofs.ts';
import type { Check } from './recorder.ts';
import { outcomeOf, prove, type Run } from './run.ts';

export interface Event {
  /** The address with its query, which may hold a proof. */
  url?: string;
  headers: Record<string, string>;
  body: string;
}
const GARBAGE_COUNT = 40;
const CAPABILITY = 'webhooks';

export async function proveWebhooks(run: Run): Promise<void> {
  if (!run.subject.manifest.operations.includes('processWebhook') || listMethods(run.subject).length === 0) return;
  await prove(run, CAPABILITY, 'works', proveNews);
  await prove(run, CAPABILITY, 'webhooks', (market, check) => proveOrder(run, market, check));
  await prove(run, CAPABILITY, 'webhooks', proveSender);
  await prove(run, CAPABILITY, 'webhooks', proveRawBody);
  await prove(run, CAPABILITY, 'answers', (market, check) => proveGarbage(run, market, check));
}

const isForm = ({ headers }: Event) => headers['content-type']?.includes('x-www-form-urlencoded') === true;
/** The fields of an event, which comes as JSON or as a form. */
export const parseEvent = (event: Event): unknown =>
  isForm(event) ? Object.fromEntries(new URLSearchParams(event.body)) : JSON.parse(event.body);
const toRequest = (event: Event) => ({
  headers: event.headers,
  query: {},
  body: parseEvent(event),
  rawBody: event.body,
});
/** The same event with other fields, in the form in which it came. */
export function changeEvent(event: Event, change: (fields: unknown) => unknown): Event {
  const fields = change(parseEvent(event));
  if (!isForm(event)) return { headers: event.headers, body: JSON.stringify(fields) };
  const texts = Object.entries(fields as object).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'object' ? '' : String(value)]],
  );
  return { headers: event.headers, body: new URLSearchParams(texts).toString() };
}
export const readEvent = (market: Market, event: Event) => market.provider.processWebhook(toRequest(event));

/** The single events of a request, which may hold several. */
export const eventsOf = (result: WebhookResult): WebhookResult[] =>
  result.subject === 'several' ? (result.events ?? []) : [result];

/** Returns the adapter's results for the events about payments, or withdrawals, sent so far, in their order. */
export async function readEvents(
  market: Market,
  subject: WebhookResult['subject'] = 'payment',
): Promise<WebhookResult[]> {
  if (!market.subject.manifest.operations.includes('processWebhook')) return [];
  await market.host.settle();
  const results: WebhookResult[] = [];
  for (const { headers, body } of market.host.deliveries) results.push(await readEvent(market, { headers, body }));
  return results.flatMap(eventsOf).filter((result) => result.subject === subject || result.subject === 'either');
}

/** A charge whose money came in. */
interface Paid {
  transactionId: string;
  reference: string;
}

/** Two charges with a history, and every event the provider sent about them: `toPay` of these until one was paid. */
export async function collectEvents(
  market: Market,
): Promise<{ events: Event[]; toPay: number; paid: Paid[]; amount: number }> {
  const { provider, subject, simulator, host } = market;
  if (market.offered.has('ensureWebhook')) {
    await provider.ensureWebhook({ webhookUrl: WEBHOOK_URL });
    await provider.ensureWebhook({ webhookUrl: WEBHOOK_URL });
  }
  const method = listMethods(subject).find((one) => one !== 'CREDIT_CARD') ?? listMethods(subject)[0]!;
  const { result, request, read: readPaid } = await buyPaid(market, method);
  const { transactionId } = result;
  await host.settle();
  const toPay = host.deliveries.length;
  if (subject.manifest.capabilities.methods?.[method]?.refund === 'partial') {
    const refund = { reference: newReference(), amount: 345, isFull: false, paymentMethod: method, transactionId };
    await provider.refund(sampleRefund(refund));
  }
  const other = await buy(market, method);
  // A card charge does not wait for a payment; it can only be charged back.
  if (method !== 'CREDIT_CARD') await simulator.expire(other.result.transactionId);
  else if (subject.manifest.capabilities.chargeback !== 'none') await simulator.chargeback(other.result.transactionId);
  await readPaid();
  await host.settle();
  return {
    events: host.deliveries.map(({ url, headers, body }) => ({ url, headers, body })),
    toPay,
    // A card is charged at once: the other charge was paid before its bank took the money back.
    paid: [
      { transactionId, reference: request.reference },
      ...(method === 'CREDIT_CARD'
        ? [{ transactionId: other.result.transactionId, reference: other.request.reference }]
        : []),
    ],
    amount: request.amount,
  };
}

async function proveNews(market: Market, check: Check): Promise<void> {
  const { events, toPay, paid, amount } = await collectEvents(market);
  // Some providers' events know charges by our reference alone.
  const isOwn = ({ transactionId, reference }: WebhookResult) =>
    paid.some((one) =>
      transactionId === undefined ? reference === one.reference : transactionId === one.transactionId,
    );
  check(events.length > 0, 'The provider sent no event about a payment: is ensureWebhook missing?');
  // An event that holds no more than an id and a word says of a part that went back what it said of the payment.
  const isEachOnce = [events.slice(0, toPay), events.slice(toPay)].every(
    (some) => new Set(some.map(({ body }) => body)).size === some.length,
  );
  check(isEachOnce, 'Registered twice, webhooks arrive twice.');
  const requests = await Promise.all(events.map((event) => readEvent(market, event)));
  const results = requests.flatMap(eventsOf).filter(({ subject }) => subject === 'payment' || subject === 'either');
  const own = results.filter(isOwn);
  check(own.length > 0, 'No event names the charge that was paid by its transactionId or our reference.');
  const { payment } = market.subject.manifest.status;
  const isTold = own.some(
    ({ providerStatus }) => providerStatus === undefined || mapStatus(payment, providerStatus).status === 'APPROVED',
  );
  check(isTold, 'No event says that the charge was paid.');
  for (const result of results) {
    const { providerStatus, paidAmount, amount: reported } = result;
    const status = providerStatus === undefined ? undefined : mapStatus(payment, providerStatus).status;
    check(isOwn(result) || status !== 'APPROVED', 'An event of a charge nobody paid says APPROVED.');
    check((reported ?? amount) === amount, `An event says that the charge is for ${reported} cents, not ${amount}.`);
    check(
      [undefined, 0, amount].includes(paidAmount),
      `An event says that ${paidAmount} cents were paid, not ${amount}.`,
    );
  }
}

const toEvidence = (results: WebhookResult[]) =>
  [...new Set(results.map((result) => JSON.stringify(Object.entries(result).sort())))].sort().join('\n');

async function proveOrder(run: Run, market: Market, check: Check): Promise<void> {
  const { events } = await collectEvents(market);
  const readAll = async (order: Event[]) => {
    const results: WebhookResult[] = [];
    for (const event of order) results.push(await readEvent(market, event));
    return toEvidence(results);
  };
  const evidence = await readAll(events);
  const random = seededRandom(run.seed);
  const shuffled = [...events, ...events].map((event) => ({ event, at: random() })).sort((one, two) => one.at - two.at);
  const orders: [string, Event[]][] = [
    ['again', events],
    ['in reverse', [...events].reverse()],
    ['twice each', events.flatMap((event) => [event, event])],
    ['shuffled', shuffled.map(({ event }) => event)],
  ];
  for (const [name, order] of orders) {
    check((await readAll(order)) === evidence, `Events read ${name} say something else (seed ${run.seed}).`);
  }
}

async function proveSender(market: Market, check: Check): Promise<void> {
  const { manifest } = market.subject;
  const { events } = await collectEvents(market);
  const { secrets } = market.context;
  const { authentication } = manifest.webhook;
  const accepts = ({ url = WEBHOOK_URL, headers, body }: Event) =>
    authenticateWebhook({
      manifest,
      secrets,
      headers,
      query: Object.fromEntries(new URL(url).searchParams),
      rawBody: body,
    });
  for (const event of events) {
    check(accepts(event).ok, 'An event of the provider does not pass the declared authentication.');
    if (authentication.type === 'none' && manifest.webhook.alternatives) {
      check(accepts(event).isSigned, 'An event of the provider passes none of webhook.alternatives.');
      const body = event.body.replace(/\d/, (digit) => (digit === '1' ? '2' : '1'));
      check(!accepts({ ...event, body }).isSigned, 'An event whose body was changed counts as signed.');
      continue;
    }
    if (authentication.type === 'none') {
      const proof = findProof(market, event);
      check(
        proof === undefined,
        `Events carry proof in "${proof}", but webhook.authentication is none: anybody could send one.`,
      );
      continue;
    }
    if (authentication.type === 'bodyHash') {
      check(!accepts({ ...event, body: '{}' }).ok, `An event without "${authentication.field}" is accepted.`);
      const changed = changeLastDigit(readBodyValue(event.body, authentication.field)?.value ?? '');
      const body = replaceBodyValue(event.body, authentication.field, () => changed);
      check(!accepts({ ...event, body }).ok, `A wrong "${authentication.field}" is accepted.`);
      continue;
    }
    if (authentication.type === 'field') {
      check(
        !accepts({ headers: event.headers, body: '{}' }).ok,
        `An event without "${authentication.field}" is accepted.`,
      );
      continue;
    }
    const header = authentication.type === 'basic' ? 'authorization' : authentication.header;
    const { [header]: value = '', ...without } = event.headers;
    check(!accepts({ ...event, headers: without }).ok, `An event without "${header}" is accepted.`);
    for (const wrong of ['', `${value}0`, value.slice(0, -1), changeLastDigit(value)]) {
      check(!accepts({ ...event, headers: { ...without, [header]: wrong } }).ok, `A wrong "${header}" is accepted.`);
    }
    if (!signsBody(authentication)) {
      check(
        !findSignature(market, event),
        'Events are signed over their body, but webhook.authentication is not hmac.',
      );
      continue;
    }
    for (const body of [`${event.body} `, event.body.replace(/\d/, (digit) => (digit === '1' ? '2' : '1'))]) {
      check(!accepts({ ...event, body }).ok, 'An event whose body was changed is accepted.');
    }
  }
}

const changeLastDigit = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');

/** A signature is over the bytes received: the same event, written and signed another way, says the same. */
async function proveRawBody(market: Market, check: Check): Promise<void> {
  const { webhook } = market.subject.manifest;
  const { events } = await collectEvents(market);
  for (const event of events) {
    const body = isForm(event) ? escapeAll(event.body) : JSON.stringify(JSON.parse(event.body), null, 2);
    const headers = { ...event.headers };
    if (webhook.authentication.type === 'hmac' && !webhook.authentication.over) {
      const { algorithm, credential, encoding, header, prefix = '' } = webhook.authentication;
      const secret = market.context.secrets.get(credential) ?? '';
      headers[header] = prefix + createHmac(algorithm, secret).update(body).digest(encoding);
    }
    const expected = toEvidence([await readEvent(market, event)]);
    const outcome = await outcomeOf(() => readEvent(market, { headers, body }));
    const isSame = 'result' in outcome && toEvidence([outcome.result]) === expected;
    check(isSame, 'The same event with other white space, rightly signed, is read otherwise: check rawBody, not body.');
  }
}

/** The same form with every character of its values escaped. */
const escapeAll = (form: string) =>
  [...new URLSearchParams(form)]
    .map(([name, value]) => `${name}=${Buffer.from(value).toString('hex').replace(/../g, '%$&')}`)
    .join('&');

/** Returns the name of the header that only a sender with the connection's secrets could write. */
function findProof(market: Market, event: Event): string | undefined {
  const secrets = listSecretNames(market.subject.manifest).flatMap((name) => market.context.secrets.get(name) ?? []);
  const shared = Object.entries(event.headers).find(([, value]) => {
    const [, pair = ''] = /^Basic (.+)$/.exec(value) ?? [];
    const open = Buffer.from(pair, 'base64').toString();
    return secrets.some((secret) => value.includes(secret) || open.includes(secret));
  });
  return shared?.[0] ?? findSignature(market, event);
}

function findSignature(market: Market, { headers, body }: Event): string | undefined {
  const secrets = listSecretNames(market.subject.manifest).flatMap((name) => market.context.secrets.get(name) ?? []);
  const signatures = secrets.flatMap((secret) =>
    ['sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
      (['hex', 'base64'] as const).map((encoding) => createHmac(algorithm, secret).update(body).digest(encoding)),
    ),
  );
  return Object.entries(headers).find(([, value]) => signatures.some((signature) => value.includes(signature)))?.[0];
}

async function proveGarbage(run: Run, market: Market, check: Check): Promise<void> {
  const { events } = await collectEvents(market);
  const samples = events.map(parseEvent);
  for (const body of listGarbage(run.seed, GARBAGE_COUNT, samples)) {
    const rawBody = body === undefined ? '' : JSON.stringify(body);
    const outcome = await outcomeOf(() => market.adapter.processWebhook!({ headers: {}, query: {}, body, rawBody }));
    const isFair = 'result' in outcome || (isProviderError(outcome.error) && outcome.error.message !== ADAPTER_FAILED);
    check(isFair, `processWebhook fails on ${rawBody.slice(0, 200)} (seed ${run.seed}): throw a ProviderError.`);
  }
}
