/** Opens one adapter and one simulator, fresh for every proof, and notes every text that a person could see. */
import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Manifest } from '@feira/schemas/manifest';
import {
  type Memo,
  OPERATIONS,
  type Provider,
  type TransactionRequest,
  type TransactionResult,
  type WebhookResult,
} from '@feira/schemas/provider';
import { toTokenPath } from '../../broker/authorizer.ts';
import { type CheckedProvider, checkedProvider } from '../../broker/checked-provider.ts';
import { mapStatus, type ProviderModule } from '../../define.ts';
import type { Http } from '../../host.ts';
import type { IsolatedModule } from '../../isolation/index.ts';
import { createSimulatorHost, type SimulatorHost } from '../../simulation/host.ts';
import type { Simulator, SimulatorModule } from '../../simulator.ts';
import { type TestContext, testContext } from '../context.ts';
import { sampleTransaction } from '../samples.ts';
import { notePlace } from './failed-calls.ts';
import { openWire, type Wire, type WireCall } from './wire.ts';

export interface Subject {
  manifest: Manifest;
  /** In a process of its own, as the host runs packages with code; or in this one, as it runs descriptions. */
  module: ProviderModule | IsolatedModule;
  simulator: SimulatorModule;
  /** Collects the names of the secrets that the adapter or the host reads. */
  usedSecrets?: Set<string>;
  /** Receives the calls of each market when it closes. */
  noteCalls?(calls: readonly WireCall[]): void;
}

/** Four digits, so that it does not turn up by chance as three digits would. */
export const CVV = '9173';
export const DOCUMENT = '52998224725';
export const WEBHOOK_URL = 'https://pay.example.com/webhooks/conformance';
/** Receives every text that humans or logs could see, and the place where it stands. */
export type Watch = (place: string, text: string) => void;

export interface Market {
  subject: Subject;
  provider: CheckedProvider;
  adapter: Provider;
  /** The names of the operations that the adapter has, whatever its manifest declares. */
  offered: ReadonlySet<string>;
  /** Returns the number of requests that the adapter has asked of the host. */
  countRequests(): number;
  context: TestContext;
  wire: Wire;
  host: SimulatorHost;
  simulator: Simulator;
  /** Gives up one call at its own deadline; its index counts as the wire counts. */
  hang(call: HangingCall | undefined): void;
  close(): Promise<void>;
}

export interface HangingCall {
  index: number;
  timeoutMs: number;
}

export interface MarketOptions {
  seed: number;
  watch: Watch;
  /** The base URL in place of the simulator's, for an address where no server listens. */
  baseUrl?: string;
  /** The time it is for the adapter and the simulator, in ISO 8601; the real one unless told. */
  now?: string;
  /** Every call goes over real HTTP; otherwise only those that a plan of the wire may spoil. */
  isOverNetwork?: boolean;
}

export async function openMarket(
  subject: Subject,
  { seed, watch, baseUrl, isOverNetwork, now }: MarketOptions,
): Promise<Market> {
  const { manifest, module, simulator: simulatorModule } = subject;
  const credentials = simulatorModule.samples?.credentials ?? {};
  let host: SimulatorHost | undefined;
  const auths = [manifest.auth, ...Object.values(manifest.bases ?? {}).map(({ auth }) => auth)];
  const tokenPaths = auths.flatMap((auth) =>
    auth?.type === 'oauth2' ? toTokenPath(auth.tokenPath, credentials).split('?', 1) : [],
  );
  const wire = await openWire(() => host!.handleHttp, tokenPaths);
  const simulatorOptions = { credentials, publicUrl: wire.url, webhook: 'collect', webhookUrl: WEBHOOK_URL } as const;
  const clock = now === undefined ? undefined : { now: () => new Date(now) };
  host = createSimulatorHost(simulatorModule, { ...simulatorOptions, seed, clock });
  const context = testContext(manifest, {
    credentials,
    baseUrl: baseUrl ?? wire.url,
    now,
    onSecretRead: (name) => subject.usedSecrets?.add(name),
  });
  let hanging: HangingCall | undefined;
  let index = 0;
  let requestCount = 0;
  const inProcess = context.openHttp(wire.handleHttp);
  const http: Http = {
    request(wanted) {
      requestCount += 1;
      const way = isOverNetwork || baseUrl !== undefined || wire.isSpoilt() ? context.http : inProcess;
      return way.request(hanging?.index === index++ ? { ...wanted, timeoutMs: hanging.timeoutMs } : wanted);
    },
  };
  const adapterContext = { ...context, http };
  const adapter = module.createProvider(adapterContext);
  const offered = new Set<string>(
    'listOperations' in module
      ? await module.listOperations(adapterContext)
      : [...OPERATIONS, 'ensureWebhook' as const].filter((name) => typeof adapter[name] === 'function'),
  );
  return {
    subject,
    provider: watchProvider(handMemosBack(checkedProvider(adapter, manifest, { pagesUrl: wire.url })), watch, wire),
    adapter,
    offered,
    countRequests: () => requestCount,
    context,
    wire,
    host,
    simulator: host.simulator,
    hang(call) {
      hanging = call;
      index = 0;
    },
    async close() {
      for (const { path, host: name, errorCode } of context.exchanges)
        watch('an exchange', `${name}${path} ${errorCode}`);
      for (const { data, message } of context.logs) watch('a log line', `${message} ${JSON.stringify(data)}`);
      for (const { path, query } of wire.calls) watch('an address', `${path} ${JSON.stringify(query)}`);
      subject.noteCalls?.(wire.calls);
      await host.close();
      await wire.close();
    },
  };
}

/** Keeps what the adapter tells to remember, and hands it back with the id of its charge or withdrawal, as the core does. */
function handMemosBack(provider: CheckedProvider): CheckedProvider {
  const memos = new Map<string, Memo>();
  const kept = Object.entries(provider).map(([name, call]) => [
    name,
    async (input: { transactionId?: string; withdrawId?: string }) => {
      const asked = input.transactionId ?? input.withdrawId;
      const memo = asked === undefined ? undefined : memos.get(asked);
      const result = await (call as (input: object) => Promise<Partial<WebhookResult> | null>)(
        memo ? { ...input, memo } : input,
      );
      const id = result?.transactionId ?? result?.withdrawId;
      if (id !== undefined && result?.memo) memos.set(id, { ...memos.get(id), ...result.memo });
      return result;
    },
  ]);
  return Object.fromEntries(kept) as CheckedProvider;
}

function watchProvider(provider: CheckedProvider, watch: Watch, wire: Wire): CheckedProvider {
  const watched = Object.entries(provider).map(([name, call]) => [
    name,
    async (input: never) => {
      const before = wire.calls.length;
      try {
        const result = await (call as (input: never) => Promise<unknown>)(input);
        watch('a result', JSON.stringify(result) ?? '');
        return result;
      } catch (error) {
        if (error instanceof Error) {
          watch('an error', error.message);
          notePlace(error, name, wire.calls.slice(before).at(-1));
        }
        throw error;
      }
    },
  ]);
  return Object.fromEntries(watched) as CheckedProvider;
}

export const newReference = () => randomUUID();

type Fate = 'approved' | 'refused' | 'challenged';
export const sampleCard = (subject: Subject, fate: Fate = 'approved') => ({
  cardNumber: subject.simulator.samples?.cards?.[fate] ?? '',
  holderName: 'MARIA DA SILVA',
  holderDocument: DOCUMENT,
  expMonth: 12,
  expYear: 2034,
  cvv: CVV,
});

/** Returns the latest time until which a charge of this method may stay open, at most a day from now. */
function toExpiry({ manifest }: Subject, method: PaymentMethod): string {
  const { maxExpiresInSeconds = 86_400, minExpiresInSeconds = 0 } = manifest.capabilities.methods?.[method] ?? {};
  return new Date(
    Date.now() + Math.max(Math.min(maxExpiresInSeconds, 86_400), minExpiresInSeconds) * 1000,
  ).toISOString();
}

/** A purchase as the core would send it, with a card in the way the manifest declares. */
export async function toPurchase(
  market: Market,
  method: PaymentMethod,
  changes: Partial<TransactionRequest> = {},
): Promise<TransactionRequest> {
  const { subject } = market;
  const amount = changes.amount ?? 12_345;
  return sampleTransaction(method, {
    reference: newReference(),
    amount,
    items: [{ id: 'offer-1', title: 'Curso de violão', unitPrice: amount, quantity: 1, tangible: false }],
    webhookUrl: WEBHOOK_URL,
    expiresAt: toExpiry(subject, method),
    cardToken: undefined,
    ...(method === 'CREDIT_CARD' && !changes.cardId && !changes.card && !changes.cardToken
      ? await toCardFields(market)
      : {}),
    ...changes,
  });
}

export async function toCardFields(
  market: Market,
  fate: Fate = 'approved',
): Promise<Pick<TransactionRequest, 'card' | 'cardToken'>> {
  const { manifest, simulator } = market.subject;
  const card = sampleCard(market.subject, fate);
  if (manifest.capabilities.methods?.CREDIT_CARD?.tokenization !== 'browser') return { card };
  if (simulator.samples?.tokenize) return { cardToken: await simulator.samples.tokenize(card, market.wire.url) };
  const { customer, address } = sampleTransaction('CREDIT_CARD');
  const { token } = await market.provider.createCardToken({ card, customer, address, customerIp: '203.0.113.7' });
  return { cardToken: token };
}

export async function buy(market: Market, method: PaymentMethod, changes: Partial<TransactionRequest> = {}) {
  const request = await toPurchase(market, method, changes);
  const result = await market.provider.createTransaction(request);
  return { request, result, read: () => readCharge(market, request, result) };
}

export const readCharge = (market: Market, request: TransactionRequest, result: TransactionResult) =>
  market.provider.getTransaction({
    transactionId: result.transactionId,
    reference: request.reference,
    paymentMethod: request.paymentMethod,
  });

/** A charge whose money has come in. */
export async function buyPaid(market: Market, method: PaymentMethod, changes: Partial<TransactionRequest> = {}) {
  const bought = await buy(market, method, changes);
  // A card that the bank has charged is not paid again, also where its status counts as PENDING by mistake.
  const isPaid = ((await market.simulator.getCharge(bought.result.transactionId))?.paidAmount ?? 0) > 0;
  if (!isPaid && statusOf(market, bought.result) === 'PENDING') await market.simulator.pay(bought.result.transactionId);
  return bought;
}

export const statusOf = ({ subject }: Market, result: { providerStatus?: string } | null) =>
  mapStatus(subject.manifest.status.payment, result?.providerStatus ?? '').status;

/** The status with the word it was made of; when the table does not have the word, that is what an author has to mend. */
export function describeStatus({ subject }: Market, result: { providerStatus?: string } | null): string {
  const word = result?.providerStatus ?? '';
  const { status, isRecognised } = mapStatus(subject.manifest.status.payment, word);
  return isRecognised ? `${status} ("${word}")` : `${status}: status.payment.map has no word "${word}"`;
}

export const listMethods = ({ manifest }: Subject) =>
  Object.keys(manifest.capabilities.methods ?? {}) as PaymentMethod[];
