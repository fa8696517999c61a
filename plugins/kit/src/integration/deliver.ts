/** Makes the calls of an event, and decides what each answer means. */
import { createHmac } from 'node:crypto';
import type { AnswerMeaning, Integration, IntegrationAnswer, IntegrationFacts } from '@feira/schemas/integration';
import { describeRefusal, type Exchange } from '../broker/exchange.ts';
import { type CalledManifest, createHttp } from '../broker/http.ts';
import { createTokenVault } from '../broker/vault.ts';
import { holds } from '../description/sources.ts';
import { isProviderError } from '../errors.ts';
import { Fields } from '../fields.ts';
import type { Clock, Http, HttpRequest, Settings } from '../host.ts';
import {
  type CompiledIntegration,
  createScope,
  type FilledRequest,
  fillAddress,
  fillCall,
  MissingFact,
} from './compile.ts';

export interface DeliveryOptions {
  secrets: ReadonlyMap<string, string>;
  settings: Settings;
  clock: Clock;
  timeoutMs: number;
  /** Only for tests and simulators on this machine: another origin is called, and private addresses are let through. */
  origin?: string;
}

/**
 * DATA_MISSING: the event lacks what the call needs. TOO_OLD: the other side takes no events of sales this old. NOT_SET_UP: the settings make no
 * request of the event.
 */
export type DeliveryFault =
  | 'UNREACHABLE'
  | 'BLOCKED'
  | 'REDIRECTED'
  | 'REFUSED'
  | 'DATA_MISSING'
  | 'TOO_OLD'
  | 'NOT_SET_UP';

export interface Delivered {
  means: AnswerMeaning;
  problem: DeliveryFault | null;
  status: number | null;
  /** The other side's reason, without secrets and personal data; null where it gave none. */
  answer: string | null;
}

/** The address to which an event leads, as it may be shown: without the key that an address may hold. */
export interface ShownRequest {
  method: string;
  host: string;
  path: string;
  body: string | null;
}

/** A host name may hold what a setting says, as long as it stays one label of the name. */
const LABEL = /^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;

function toLabel(text: string): string {
  if (LABEL.test(text)) return text;
  throw new MissingFact('base');
}

/** Returns the base address, and the rest of an address that the owner typed as a whole. */
export function readBase(
  compiled: CompiledIntegration,
  filling: Parameters<typeof createScope>[1],
): { url: URL; path: string | null } {
  const { base } = compiled.integration;
  if (compiled.base)
    return { url: new URL(fillAddress(compiled.base, createScope(compiled, filling), toLabel)), path: null };
  const typed = URL.parse(String(filling.settings[(base as { setting: string }).setting] ?? ''));
  if (!typed) throw new MissingFact('base');
  return { url: new URL(typed.origin), path: typed.pathname + typed.search };
}

/** Returns whether an integration may call the host. */
export const allowsHost = ({ hosts }: Pick<Integration, 'hosts'>, host: string): boolean =>
  hosts.some((known) =>
    known.startsWith('*.') ? host.endsWith(known.slice(1)) && toSingle(known, host) : host === known,
  );
const toSingle = (known: string, host: string) => !host.slice(0, -known.slice(1).length).includes('.');

/** Opens the brokered http of one system: its hosts alone, and its key. */
export function openHttp(
  { integration }: CompiledIntegration,
  url: URL,
  { secrets, settings, clock, timeoutMs, origin }: DeliveryOptions,
  record: (exchange: Exchange) => void,
): Http {
  if (typeof integration.base === 'string' && !allowsHost(integration, url.host))
    throw new Error(`Host ${url.host} of ${integration.id} is not in its manifest's "hosts": add it there.`);
  const address = (origin ? origin + url.pathname : url.href).replace(/\/$/, '');
  const manifest: CalledManifest = {
    id: integration.id,
    environments: { production: { default: address } },
    hosts: [new URL(address).host],
    operations: [],
    auth: integration.auth.type === 'query' ? { type: 'none' } : integration.auth,
    idempotency: { supported: false },
    credentials: integration.form,
    timeoutMs,
  };
  return createHttp({
    manifest,
    baseUrls: { default: address },
    secrets,
    settings,
    clock,
    record,
    allowPrivateHosts: origin !== undefined,
    vault: createTokenVault(),
  });
}

/** Completes a request by what only the host knows: keys in the address, and the signature of the body. */
export function toHttpRequest(
  { integration }: CompiledIntegration,
  filled: FilledRequest,
  secrets: ReadonlyMap<string, string>,
): HttpRequest {
  const { auth, signature, secretJson } = integration;
  const request: HttpRequest = { ...filled, ...(secretJson && filled.json !== undefined && { secretJson }) };
  if (auth.type === 'query') request.secrets = { query: { [auth.parameter]: [{ credential: auth.credential }] } };
  const key = signature && secrets.get(signature.credential);
  if (!signature || key === undefined) return request;
  const { json, ...rest } = request;
  const text = json === undefined ? '' : JSON.stringify(json);
  const signed = createHmac(signature.algorithm, key).update(text).digest(signature.encoding);
  return {
    ...rest,
    ...(json !== undefined && { text }),
    ...(signature.header && { headers: { ...rest.headers, [signature.header]: signed } }),
    ...(signature.parameter && { query: { ...rest.query, [signature.parameter]: signed } }),
  };
}

/** Returns whether a rule speaks of an answer. */
export const fits = (
  { status: wanted, when }: Pick<IntegrationAnswer, 'status' | 'when'>,
  status: number,
  body: unknown,
): boolean =>
  wanted.some((one) => one === status || one === `${Math.floor(status / 100)}xx`) &&
  (!when || holds(when, new Fields(body)));

/** An answer that no rule names is sent again, unless it is a success. */
function judge(rules: readonly IntegrationAnswer[], status: number, body: unknown): AnswerMeaning {
  const rule = rules.find((one) => fits(one, status, body));
  return rule?.means ?? (status >= 200 && status < 300 ? 'DONE' : 'RETRY');
}

const DAY_MS = 86_400_000;

/** Returns whether the sale of an event is older than the other side takes. */
function isTooOld({ maxAgeDays = {} }: Integration, { event, sale }: IntegrationFacts, now: Date): boolean {
  const days = maxAgeDays[event];
  return days !== undefined && sale !== null && now.getTime() - Date.parse(sale.createdAt) > days * DAY_MS;
}

const missing = (field: string): Delivered => ({
  means: 'REFUSED',
  problem: 'DATA_MISSING',
  status: null,
  answer: field,
});

/** Makes the calls of an event in order, until one is not done. A delivery that is sent again begins with the first. */
export async function deliverEvent(
  compiled: CompiledIntegration,
  facts: IntegrationFacts,
  options: DeliveryOptions,
): Promise<Delivered> {
  const { integration, calls } = compiled;
  const kept: Record<string, string> = {};
  const filling = { facts, settings: options.settings, kept, now: options.clock.now() };
  if (isTooOld(integration, facts, filling.now))
    return { means: 'REFUSED', problem: 'TOO_OLD', status: null, answer: null };
  let last: Exchange | undefined;
  let done: Delivered = { means: 'REFUSED', problem: 'NOT_SET_UP', status: null, answer: null };
  try {
    const { url, path } = readBase(compiled, filling);
    const http = openHttp(compiled, url, options, (exchange) => {
      last = exchange;
    });
    for (const name of integration.events[facts.event] ?? []) {
      const call = calls.get(name);
      const filled = call && fillCall(call, createScope(compiled, filling));
      if (!call || !filled) continue;
      const request = toHttpRequest(compiled, { ...filled, path: path ?? filled.path }, options.secrets);
      const { status, body, reason } = await send(http, request);
      if (status === undefined) {
        const problem = last?.reason === 'EGRESS_BLOCKED' ? 'BLOCKED' : 'UNREACHABLE';
        return { means: 'RETRY', problem, status: null, answer: null };
      }
      const means = judge([...(call.answers ?? []), ...integration.answers], status, body);
      const answer = describeRefusal(body, options.secrets.values()) ?? reason ?? null;
      if (means !== 'DONE') {
        const problem = status >= 300 && status < 400 ? 'REDIRECTED' : 'REFUSED';
        return { means, problem, status, answer };
      }
      const fields = new Fields(body);
      for (const [keptName, place] of Object.entries(call.keep ?? {})) {
        const value = fields.value(place);
        if (typeof value === 'string' || typeof value === 'number') kept[keptName] = String(value);
      }
      done = { means, problem: null, status, answer: null };
    }
    return done;
  } catch (error) {
    if (error instanceof MissingFact) return missing(error.field);
    throw error;
  }
}

/** Returns what the other side answered, whatever it is; no status where it gave no answer. */
export async function send(
  http: Http,
  request: HttpRequest,
): Promise<{ status?: number; body?: unknown; reason?: string }> {
  try {
    const { status, body } = await http.request(request);
    return { status, body };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return { status: error.status, body: error.body, reason: error.reason };
  }
}

/** Returns the requests of an event as they may be shown: with the paths and bodies, and without any key. */
export function showRequests(
  compiled: CompiledIntegration,
  facts: IntegrationFacts,
  settings: Settings,
  now: Date,
): ShownRequest[] {
  const filling = { facts, settings, kept: {}, now };
  try {
    const { url, path } = readBase(compiled, filling);
    const root = url.pathname.replace(/\/$/, '');
    return (compiled.integration.events[facts.event] ?? []).flatMap((name) => {
      const call = compiled.calls.get(name);
      const filled = call && fillCall(call, createScope(compiled, { ...filling, kept: placeholdersOf(compiled) }));
      if (!filled) return [];
      const query = new URLSearchParams(filled.query as Record<string, string> | undefined).toString();
      const shown = path ?? `${root}${filled.path}${query && `?${query}`}`;
      const content = filled.json ?? filled.form;
      return [
        {
          method: filled.method,
          host: url.host,
          path: shown,
          body: content === undefined ? null : JSON.stringify(content),
        },
      ];
    });
  } catch (error) {
    if (error instanceof MissingFact) return [];
    throw error;
  }
}

/** The values that are known once earlier calls were answered are shown by their names. */
const placeholdersOf = ({ calls }: CompiledIntegration): Record<string, string> =>
  Object.fromEntries(
    [...calls.values()].flatMap(({ keep = {} }) => Object.keys(keep).map((name) => [name, `{${name}}`])),
  );
