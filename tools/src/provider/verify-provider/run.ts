/** Charges, refunds and withdraws at the real provider, with its owner's credentials, and tells of each operation what was seen. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isProviderError, mapStatus, redactNumbers } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import { readExamples } from '@feira/plugin-kit/description';
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { Examples } from '@feira/schemas/examples';
import type {
  Operation,
  TransactionRequest,
  TransactionResult,
  WebhookRequest,
  WebhookResult,
  WithdrawResult,
} from '@feira/schemas/provider';
import { compareBodies, findCallExamples, findEventExample } from './compare.ts';
import type { VerifyInputs } from './inputs.ts';
import { type Listener, listen } from './listener.ts';
import { type NotedCall, type OpenedPackage, openPackage } from './open.ts';
import {
  createMask,
  maskReport,
  type ReportedBody,
  type ReportedOperation,
  type VerificationReport,
} from './report.ts';

/** The person at the terminal. */
export interface VerifyTalk {
  say(text: string): void;
  /** Resolves to false where nobody is there to answer. */
  ask(question: string): Promise<boolean>;
}

export interface VerifyOptions {
  folder: string;
  environment: 'sandbox' | 'production';
  inputs: VerifyInputs;
  talk: VerifyTalk;
  method?: PaymentMethod;
  /** Seconds to wait for each change. */
  waitSeconds?: number;
  /** Listens for events on a port behind this public address. */
  listen?: { port: number; publicUrl?: string };
  /** The address of a simulator of this machine, in place of the provider's. */
  simulatorUrl?: string;
  now?: Date;
  pause?(milliseconds: number): Promise<unknown>;
}

const REAL = 100;
const POLL_MS = 3_000;
/** Leads nowhere: without a public address the provider has nobody to tell. */
const NOWHERE = 'https://verify.invalid/webhooks/none';

interface Run extends VerifyOptions {
  opened: OpenedPackage;
  /** Prints what must stay whole, such as the code of a PIX. */
  show(text: string): void;
  examples: Examples[];
  listener: Listener | null;
  webhookUrl: string;
  operations: ReportedOperation[];
  leftOpen: string[];
  withdrawReference: string;
}

export async function verifyProvider(options: VerifyOptions): Promise<VerificationReport> {
  const { folder, environment, inputs, now = new Date() } = options;
  const opened = await openPackage(folder, { ...options, credentials: inputs.credentials });
  const { manifest, version } = opened;
  // The secrets may become more while it runs.
  const mask = (text: string) => createMask(listPrivate(inputs, opened))(text);
  const run: Run = {
    ...options,
    talk: { ...options.talk, say: (text) => options.talk.say(mask(text)) },
    show: options.talk.say,
    opened,
    examples: await readExamples(folder),
    listener: null,
    webhookUrl: NOWHERE,
    operations: [],
    leftOpen: [],
    withdrawReference: randomUUID(),
  };
  try {
    if (!manifest.environments[environment])
      throw new Error(
        `${manifest.name} has no ${environment}: use --environment ${Object.keys(manifest.environments).join(' or ')}.`,
      );
    if (options.listen) await openListener(run, options.listen);
    const method = chooseMethod(run);
    const amount = Math.max(REAL, (method && manifest.capabilities.methods?.[method]?.minAmount) ?? 0);
    if (method) await verifyCharge(run, method, amount);
    await verifyWithdrawal(run);
    if (run.listener) await verifyEvents(run);
    for (const operation of manifest.operations)
      if (!run.operations.some((one) => one.operation === operation))
        skip(run, operation, 'This run does not call it.');
    const order = (one: ReportedOperation) => manifest.operations.indexOf(one.operation);
    return maskReport(
      {
        format: 1,
        provider: manifest.id,
        version,
        environment,
        date: now.toISOString().slice(0, 10),
        method: method ?? null,
        amount,
        events: run.listener ? 'listened' : 'polled',
        operations: run.operations.sort((one, other) => order(one) - order(other)),
        leftOpen: run.leftOpen,
      },
      mask,
    );
  } finally {
    await run.listener?.close();
    await opened.close();
  }
}

/** Lists everything that the owner typed, and the secrets that the provider told. */
function listPrivate({ credentials, ...inputs }: VerifyInputs, { secrets }: OpenedPackage): string[] {
  const texts = Object.values(inputs).flatMap((part) => Object.values(part ?? {}).map(String));
  return [...Object.values(credentials), ...secrets.values(), ...texts].flatMap((text) => [
    text,
    encodeURIComponent(text),
  ]);
}

async function openListener(run: Run, { port, publicUrl }: NonNullable<VerifyOptions['listen']>): Promise<void> {
  const { opened, talk } = run;
  run.listener = await listen({ port, publicUrl, answer: (question) => answerQuestion(run, question) });
  run.webhookUrl = run.listener.webhookUrl;
  talk.say(`Listening on port ${run.listener.port}. The provider's events go to ${run.webhookUrl}`);
  const isWanted = await talk.ask(
    'Register this address at the provider, in place of one that the account may have there? Without it, type the address into the provider’s panel first.',
  );
  if (!isWanted) return;
  try {
    const told = await opened.provider.ensureWebhook({ webhookUrl: run.webhookUrl });
    for (const [name, reference] of Object.entries(told?.secrets ?? {}))
      opened.secrets.set(name, opened.openSecret(reference) ?? '');
    talk.say('The address is registered.');
    run.leftOpen.push('The webhook address of this run is registered at the provider: remove it in its panel.');
  } catch (error) {
    const isByHand = isProviderError(error) && error.code === 'UNSUPPORTED';
    talk.say(
      isByHand ? 'This package registers no address: type it into the panel.' : `Not registered: ${tell(error)}`,
    );
  } finally {
    opened.takeCalls();
  }
}

/** Approves the run's own withdrawal, and no other. */
async function answerQuestion(run: Run, request: WebhookRequest): Promise<Record<string, unknown>> {
  const { provider } = run.opened;
  const { approve, refuse, reference, amount } = await provider.authorizeWithdraw(request);
  const isOurs =
    isProven(run, request) && reference === run.withdrawReference && (amount === undefined || amount === REAL);
  if (!run.operations.some(({ operation }) => operation === 'authorizeWithdraw'))
    run.operations.push({
      operation: 'authorizeWithdraw',
      verdict: isOurs ? 'VERIFIED' : 'FAILED',
      note: isOurs
        ? 'The provider asked about the withdrawal and was told to pay it.'
        : 'A question was about no withdrawal of this run, or unproven.',
      bodies: [compareEvent(run, request.body)],
    });
  return isOurs ? approve : refuse;
}

function isProven({ opened: { manifest, secrets } }: Run, { headers, query, rawBody }: WebhookRequest): boolean {
  return authenticateWebhook({ manifest, secrets, headers, query, rawBody }).ok;
}

function chooseMethod({ opened: { manifest }, inputs, method }: Run): PaymentMethod | undefined {
  const offered = PAYMENT_METHODS.filter((one) => manifest.capabilities.methods?.[one]);
  if (method && !offered.includes(method))
    throw new Error(`${manifest.name} has no ${method}: use --method ${offered.join(' or ')}.`);
  const usable = offered.filter((one) => one !== 'CREDIT_CARD' || inputs.card);
  const order: PaymentMethod[] = ['PIX', 'CREDIT_CARD', 'BILLET'];
  return method ?? order.find((one) => usable.includes(one));
}

async function verifyCharge(run: Run, method: PaymentMethod, amount: number): Promise<void> {
  const { opened, inputs, talk } = run;
  const { manifest, provider } = opened;
  const reference = randomUUID();
  const cardPart = method === 'CREDIT_CARD' ? await findCard(run) : {};
  if (!cardPart) return;
  const request: TransactionRequest = {
    reference,
    orderId: reference,
    amount,
    currency: 'BRL',
    paymentMethod: method,
    customer: inputs.buyer,
    items: [{ id: 'verify', title: 'Verificação', unitPrice: amount, quantity: 1, tangible: false }],
    description: 'Verificação',
    installments: 1,
    webhookUrl: run.webhookUrl,
    ...(inputs.address && { address: inputs.address }),
    ...cardPart,
    expiresAt: new Date(Date.now() + 24 * 3_600_000).toISOString(),
  };
  const made = await step(run, 'createTransaction', async () => {
    const result = await provider.createTransaction(request);
    requireWord(run, result.providerStatus, 'payment');
    requireSame('amount', result.amount, amount);
    requireSame('reference', result.reference, reference);
    return [result, `A charge of ${cents(amount)} by ${method} was made.`];
  });
  if (!made) {
    run.leftOpen.push('A charge may have been made although its answer was no success: look for it in the panel.');
    skip(run, 'getTransaction', 'There is no charge to ask about.');
    skip(run, 'refund', 'There is no charge to refund.');
    return;
  }
  const { transactionId, memo } = made;
  const lookup = { transactionId, reference, paymentMethod: method, ...(memo && { memo }) };
  const look = () => provider.getTransaction(lookup);
  const isPaid = ({ providerStatus }: TransactionResult) =>
    mapStatus(manifest.status.payment, providerStatus).status === 'APPROVED';
  if (!isPaid(made)) {
    if (made.pixCode) run.show(`PIX code: ${made.pixCode}`);
    if (made.billetCode ?? made.billetUrl) run.show(`Boleto: ${made.billetCode ?? made.billetUrl}`);
    await talk.ask(`Pay ${cents(amount)}, in the bank's app or in the provider's panel, and press Enter.`);
  }
  const isAsked = manifest.operations.includes('getTransaction');
  let paid: TransactionResult | null = isPaid(made) ? made : null;
  if (isAsked) {
    await step(run, 'getTransaction', async () => {
      let found = await look();
      for (let left = countPolls(run); left > 0 && !(found && isPaid(found)); left--) {
        await pause(run);
        found = await look();
      }
      if (!found) throw new Error('The look-up did not find the charge.');
      requireWord(run, found.providerStatus, 'payment');
      requireSame('transactionId', found.transactionId, transactionId);
      requireSame('amount', found.amount, amount);
      if (!isPaid(found)) return [found, `The look-up found the charge, which was not paid within the time.`];
      requireSame('paidAmount', found.paidAmount, amount);
      paid = found;
      return [found, 'The look-up found the charge, and saw it paid.'];
    });
    if (manifest.lookup.byReference && paid) await verifyByReference(run, lookup);
  }
  await verifyRefund(run, { method, amount, transactionId, isPaid: paid !== null, look, memo: paid?.memo ?? memo });
}

/** Our reference alone has to find the charge, as after a lost answer. */
async function verifyByReference(
  run: Run,
  {
    transactionId,
    reference,
    paymentMethod,
  }: { transactionId: string; reference: string; paymentMethod: PaymentMethod },
): Promise<void> {
  const { provider } = run.opened;
  const before = run.operations.find(({ operation }) => operation === 'getTransaction')!;
  run.operations = run.operations.filter((one) => one !== before);
  await step(run, 'getTransaction', async () => {
    const found = await provider.getTransaction({ reference, paymentMethod });
    if (!found) throw new Error('Our reference alone did not find the charge.');
    requireSame('transactionId', found.transactionId, transactionId);
    return [found, `${before.note} Our reference alone found it, too.`];
  });
  const after = run.operations.at(-1)!;
  after.bodies.unshift(...before.bodies);
  if (before.verdict === 'FAILED') Object.assign(after, { verdict: before.verdict, note: before.note });
}

async function findCard(run: Run): Promise<Partial<TransactionRequest> | null> {
  const { inputs, opened } = run;
  const { manifest, provider } = opened;
  const { card, buyer, address } = inputs;
  if (!card) throw new Error('A card is charged only with the "card" part of the file: a test card of the provider.');
  if (manifest.operations.includes('createCardToken')) {
    const token = await step(run, 'createCardToken', async () => {
      const result = await provider.createCardToken({ card, customer: buyer, ...(address && { address }) });
      return [result, 'The card was exchanged for a token.'];
    });
    return token && { cardToken: token.token };
  }
  if (manifest.capabilities.methods?.CREDIT_CARD?.tokenization === 'server') return { card };
  skip(
    run,
    'createTransaction',
    'Cards of this package are exchanged for tokens in the browser, which this run has not.',
  );
  return null;
}

interface RefundCase {
  method: PaymentMethod;
  amount: number;
  transactionId: string;
  isPaid: boolean;
  memo: TransactionResult['memo'];
  look(): Promise<TransactionResult | null>;
}

async function verifyRefund(
  run: Run,
  { method, amount, transactionId, isPaid, memo, look }: RefundCase,
): Promise<void> {
  const { manifest, provider } = run.opened;
  if (!isPaid) {
    run.leftOpen.push(`The charge of ${cents(amount)} can still be paid: let it expire, or refund it in the panel.`);
    return skip(run, 'refund', 'The charge was not paid within the time.');
  }
  const open = `The ${cents(amount)} that were charged did not come back: refund them in the provider's panel.`;
  if (!manifest.operations.includes('refund') || manifest.capabilities.methods?.[method]?.refund === 'none') {
    run.leftOpen.push(open);
    return skip(run, 'refund', `Charges by ${method} are not refunded through this package.`);
  }
  const done = await step(run, 'refund', async () => {
    const result = await provider.refund({
      reference: randomUUID(),
      transactionId,
      amount,
      isFull: true,
      paymentMethod: method,
      description: 'Verificação',
      webhookUrl: run.webhookUrl,
      ...(memo && { memo }),
    });
    if (result.status === 'REFUSED' || result.status === 'DENIED')
      throw new Error(`The refund was refused. ${result.reason ?? ''}`.trim());
    const isSeen = await seesRefund(run, amount, look);
    if (isSeen) return [result, `${cents(amount)} were given back, and the look-up says so.`];
    if (result.status !== 'DONE') throw new Error('The refund was taken, and not done within the time.');
    return [result, `${cents(amount)} were given back; the look-up does not tell it.`];
  });
  if (!done) run.leftOpen.push(open);
}

async function seesRefund(run: Run, amount: number, look: RefundCase['look']): Promise<boolean> {
  const { manifest } = run.opened;
  if (!manifest.operations.includes('getTransaction')) return false;
  for (let left = countPolls(run); left >= 0; left--) {
    const found = await look();
    const { status } = found ? mapStatus(manifest.status.payment, found.providerStatus) : { status: null };
    if (status === 'REFUNDED' || found?.refundedAmount === amount) return true;
    if (left > 0) await pause(run);
  }
  return false;
}

async function verifyWithdrawal(run: Run): Promise<void> {
  const { opened, inputs, talk, withdrawReference } = run;
  const { manifest, provider } = opened;
  if (!manifest.operations.includes('withdraw')) return;
  const why = !manifest.capabilities.withdraw?.includes('PIX')
    ? 'This package does not pay to PIX keys.'
    : !inputs.withdraw
      ? 'The file has no "withdraw" part with a key of the owner.'
      : (await talk.ask(`Withdraw ${cents(REAL)} from the account to the PIX key of the file?`))
        ? null
        : 'The owner did not agree to it.';
  if (why) return skip(run, 'withdraw', why);
  const { pixKey, pixType, document, name } = inputs.withdraw!;
  const done = await step(run, 'withdraw', async () => {
    const result = await provider.withdraw({
      withdrawReference,
      paymentMethod: 'PIX',
      amount: REAL,
      webhookUrl: run.webhookUrl,
      pixKey,
      pixType,
      document,
      documentType: document.length > 11 ? 'CNPJ' : 'CPF',
      name,
      email: inputs.buyer.email,
      description: 'Verificação',
    });
    requireWord(run, result.providerStatus, 'withdraw');
    requireSame('amount', result.amount, REAL);
    const { status } = mapStatus(manifest.status.withdraw!, result.providerStatus);
    if (status === 'REJECTED' || status === 'CANCELED')
      throw new Error(`The withdrawal was refused. ${result.reason ?? ''}`.trim());
    return [result, `A withdrawal of ${cents(REAL)} was taken.`];
  });
  if (!done) {
    run.leftOpen.push('A withdrawal may have been made although its answer was no success: look for it in the panel.');
    return skip(run, 'getWithdraw', 'There is no withdrawal to ask about.');
  }
  if (manifest.operations.includes('getWithdraw')) await verifyWithdrawLookup(run, done);
}

async function verifyWithdrawLookup(run: Run, { withdrawId, memo }: WithdrawResult): Promise<void> {
  const { manifest, provider } = run.opened;
  const { withdrawReference } = run;
  const stateOf = ({ providerStatus }: WithdrawResult) => mapStatus(manifest.status.withdraw!, providerStatus).status;
  await step(run, 'getWithdraw', async () => {
    const look = () => provider.getWithdraw({ withdrawId, withdrawReference, ...(memo && { memo }) });
    let found = await look();
    for (let left = countPolls(run); left > 0 && (!found || stateOf(found) === 'PENDING'); left--) {
      await pause(run);
      found = await look();
    }
    if (!found) throw new Error('The look-up did not find the withdrawal.');
    requireWord(run, found.providerStatus, 'withdraw');
    requireSame('amount', found.amount, REAL);
    const state = stateOf(found);
    if (state === 'PENDING') run.leftOpen.push('The withdrawal was still open when the run ended.');
    return [found, `The look-up found the withdrawal as ${state}.`];
  });
}

async function verifyEvents(run: Run): Promise<void> {
  const { opened, listener } = run;
  const { manifest, provider } = opened;
  if (!manifest.operations.includes('processWebhook')) return;
  for (let left = countPolls(run); left > 0 && listener!.received.length === 0; left--) await pause(run);
  const { received } = listener!;
  if (received.length === 0)
    return skip(run, 'processWebhook', 'No event came within the time: is the address the one in the panel?');
  const notes: string[] = [];
  const bodies: ReportedBody[] = [];
  let read = 0;
  for (const request of received) {
    if (!isProven(run, request)) notes.push('An event did not prove its sender.');
    else {
      const result = await provider.processWebhook(request).catch((error: unknown) => tell(error));
      if (typeof result === 'string') notes.push(`An event could not be read: ${result}`);
      else {
        const problem = findUnknownWord(run, result);
        if (problem) notes.push(problem);
        else read++;
      }
    }
    bodies.push(compareEvent(run, request.body));
  }
  run.operations.push({
    operation: 'processWebhook',
    verdict: read > 0 && notes.length === 0 && !bodies.some(hasOtherType) ? 'VERIFIED' : 'FAILED',
    note: [`${read} of ${received.length} events proved their sender and were read.`, ...new Set(notes)].join(' '),
    bodies: mergeBodies(bodies),
  });
}

function findUnknownWord(run: Run, { subject, providerStatus, events }: WebhookResult): string | undefined {
  const { status } = run.opened.manifest;
  for (const event of events ?? [{ subject, providerStatus }]) {
    const table =
      event.subject === 'payment' ? status.payment : event.subject === 'withdraw' ? status.withdraw : undefined;
    if (table && event.providerStatus && !mapStatus(table, event.providerStatus).isRecognised)
      return `The word "${redactNumbers(event.providerStatus)}" of an event is in no table of plugin.json.`;
  }
  return undefined;
}

/** Runs one operation, and reports its outcome and the bodies that it read. Returns null where it failed. */
async function step<T>(run: Run, operation: Operation, call: () => Promise<[T, string]>): Promise<T | null> {
  run.opened.takeCalls();
  const [result, note, isDone] = await call().then(
    ([value, seen]): [T, string, boolean] => [value, seen, true],
    (error: unknown): [null, string, boolean] => [null, tell(error), false],
  );
  const bodies = mergeBodies(run.opened.takeCalls().map((one) => compareCall(run, operation, one)));
  const differs = bodies.some(hasOtherType);
  run.operations.push({
    operation,
    verdict: isDone && !differs ? 'VERIFIED' : 'FAILED',
    note: isDone && differs ? `${note} Its body has other types than the examples.` : note,
    bodies,
  });
  run.talk.say(`${operation}: ${note}`);
  return result;
}

const hasOtherType = ({ differences }: ReportedBody): boolean => differences.some(({ kind }) => kind === 'type');

function skip(run: Run, operation: Operation, note: string): void {
  if (run.opened.manifest.operations.includes(operation))
    run.operations.push({ operation, verdict: 'SKIPPED', note, bodies: [] });
}

function compareCall({ examples }: Run, operation: Operation, { method, path, status, body }: NotedCall): ReportedBody {
  const found = findCallExamples(examples, { operation, method, path, status }).flatMap(({ answer }) =>
    answer === undefined ? [] : [answer],
  );
  return {
    request: `${method} ${withoutIds(path)}`,
    status,
    examples: found.length,
    differences: found.length === 0 ? [] : compareBodies(body, found),
  };
}

function compareEvent({ examples }: Run, body: unknown): ReportedBody {
  const example = findEventExample(examples, body);
  return {
    request: 'event',
    examples: example ? 1 : 0,
    differences: example ? compareBodies(body, [example.body]) : [],
  };
}

/** Segments with a digit are ids, but for the version of an API. */
const withoutIds = (address: string): string =>
  address
    .split('?', 1)[0]!
    .split('/')
    .map((segment) => (/\d/.test(segment) && !/^v\d+$/.test(segment) ? '{id}' : segment))
    .join('/');

/** A call that was made again and again is reported once, with all differences that it ever had. */
function mergeBodies(bodies: readonly ReportedBody[]): ReportedBody[] {
  const groups = Map.groupBy(bodies, ({ request, status }) => `${request} ${status}`);
  return [...groups.values()].map((same) => ({
    ...same[0]!,
    differences: [
      ...new Map(same.flatMap(({ differences }) => differences).map((one) => [`${one.at} ${one.kind}`, one])).values(),
    ],
  }));
}

function requireWord({ opened: { manifest } }: Run, word: string, table: 'payment' | 'withdraw'): void {
  const known = manifest.status[table];
  if (known && !mapStatus(known, word).isRecognised)
    throw new Error(`The word "${redactNumbers(word)}" is in no table of plugin.json: add it to status.${table}.`);
}

function requireSame(field: string, told: string | number | undefined, wanted: string | number): void {
  if (told === undefined || told === wanted) return;
  const isSum = typeof told === 'number';
  throw new Error(
    isSum
      ? `${field} was told as ${told} cents, and is ${wanted}.`
      : `${field} was told as another than the one asked for.`,
  );
}

const tell = (error: unknown): string => {
  const { message } = error as Error;
  const status = isProviderError(error) && error.status !== undefined ? ` (HTTP ${error.status})` : '';
  const reason = isProviderError(error) && error.reason ? ` ${error.reason}` : '';
  return redactNumbers(`${message}${status}${reason}`);
};

const cents = (amount: number): string => `R$ ${(amount / 100).toFixed(2)}`;
const countPolls = ({ waitSeconds = 300 }: Run): number => Math.ceil((waitSeconds * 1000) / POLL_MS);
const pause = ({ pause: wait = setTimeout }: Run): Promise<unknown> => wait(POLL_MS);
