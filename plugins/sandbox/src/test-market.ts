/** Wires a provider and its simulator together, in process or over real HTTP, with a clock the test moves. */
import { type Fault, mapStatus, type SimulatorStore } from '@feira/plugin-kit';
import { authenticateWebhook, checkedProvider, validateManifest } from '@feira/plugin-kit/broker';
import { createSimulatorHost } from '@feira/plugin-kit/simulation';
import { sampleTransaction, startSimulator, testContext } from '@feira/plugin-kit/testing';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Manifest } from '@feira/schemas/manifest';
import type { Provider, TransactionRequest, WebhookResult } from '@feira/schemas/provider';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulatorModule from './simulator.ts';

const validated = validateManifest(json);
if ('problems' in validated) throw new Error(validated.problems.join('\n'));
export const manifest: Manifest = validated.manifest;
export const credentials = {
  secretKey: 'sk_sandbox_0123456789abcdef',
  publicKey: 'pk_sandbox_0123456789',
  webhookSecret: 'whsec_0123456789abcdef',
};

export type Way = 'in process' | 'over HTTP';
export const WAYS: Way[] = ['in process', 'over HTTP'];
const START_MS = Date.parse('2026-11-20T12:00:00.000Z');

export interface MarketOptions {
  settings?: { autoPaySeconds?: number; refundOutcome?: string };
  store?: SimulatorStore;
  /** Delivers the events, in process only; without it they are collected. */
  sendWebhook?: () => Promise<void>;
}

export async function openMarket(way: Way, options: MarketOptions = {}) {
  let nowMs = START_MS;
  const clock = { now: () => new Date(nowMs) };
  const { store, sendWebhook } = options;
  const common = { credentials, clock, store, webhook: 'collect' as const, sendWebhook };
  const started = way === 'over HTTP' ? await startSimulator(simulatorModule, common) : undefined;
  const host =
    started ?? createSimulatorHost(simulatorModule, { ...common, publicUrl: 'https://demo.feira.test/sandbox' });
  const openContext = (manifest: Manifest) =>
    testContext(manifest, {
      credentials,
      settings: options.settings,
      baseUrl: started?.url,
      inProcess: 'handleHttp' in host ? host.handleHttp : undefined,
    });
  const context = openContext(manifest);
  const adapter = module.createProvider(context);
  const provider = checkedProvider(adapter, manifest);
  let chargeCount = 0;

  return {
    /** Without the host's check of requests: what the acquirer itself refuses. */
    adapter,
    provider,
    /** The same account, asked with another deadline than the manifest's. */
    withDeadline: (timeoutMs: number) => module.createProvider(openContext({ ...manifest, timeoutMs })),
    context,
    simulator: host.simulator,
    deliveries: host.deliveries,
    addFault: (fault: Fault) => host.addFault(fault),
    wait: (seconds: number) => {
      nowMs += seconds * 1000;
    },
    close: () => host.close(),
    /** A charge with a reference of its own, due tomorrow. */
    charge(method: PaymentMethod, changes: Partial<TransactionRequest> = {}, by: Provider = provider) {
      chargeCount += 1;
      const expiresAt = new Date(nowMs + 86_400_000).toISOString();
      return by.createTransaction!(
        sampleTransaction(method, { reference: `attempt-${chargeCount}`, expiresAt, ...changes }),
      );
    },
    /** Makes a token the way the card frame does. */
    async tokenize(cardNumber: string): Promise<string> {
      const card = { number: cardNumber, holder_name: 'MARIA SILVA', exp_month: 12, exp_year: 2034, cvv: '123' };
      const answer = await context.http.request<{ id: string }>({ method: 'POST', path: '/tokens', json: { card } });
      return answer.body.id;
    },
    /** Reads every collected event as the core would: signature first. */
    readEvents(): Promise<WebhookResult[]> {
      return Promise.all(
        host.deliveries.map(({ headers, body }) => {
          const proof = authenticateWebhook({ manifest, secrets: context.secrets, headers, rawBody: body });
          if (!proof.ok || !proof.isSigned) throw new Error('A webhook of the sandbox has no valid signature.');
          return provider.processWebhook({ headers, query: {}, body: JSON.parse(body), rawBody: body });
        }),
      );
    },
  };
}

export type Market = Awaited<ReturnType<typeof openMarket>>;

export const statusOf = (result: { providerStatus?: string } | null) =>
  mapStatus(manifest.status.payment, result?.providerStatus ?? '').status;
