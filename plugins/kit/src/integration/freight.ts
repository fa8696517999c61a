/** Asks a system what it costs to send a parcel, and reads the services that it offers. */
import { type FreightFacts, type IntegrationFreight, SENDER_ZIP } from '@feira/schemas/integration-freight';
import { Fields } from '../fields.ts';
import { type CompiledIntegration, fillCall, MissingFact, scopeOf } from './compile.ts';
import { type DeliveryOptions, openHttp, send, toHttpRequest } from './deliver.ts';

export interface FreightService {
  code: string;
  name: string;
  /** Cents. */
  amount: number;
  /** Bank days; null where the system tells none. */
  days: number | null;
}

/** NONE: the system answered, and offers nothing for this parcel. */
export type FreightProblem = 'UNREACHABLE' | 'REFUSED' | 'DATA_MISSING' | 'NONE';

export interface FreightQuote {
  /** The cheapest first. */
  services: FreightService[];
  problem: FreightProblem | null;
}

const failed = (problem: FreightProblem): FreightQuote => ({ services: [], problem });

const LONGEST_NAME = 60;
const MOST_SERVICES = 20;
const MOST_CENTS = 1_000_000;
const MOST_DAYS = 365;

/** Makes the calls of a quote one after the other. All of them together take `timeoutMs` at most. */
export async function quoteFreight(
  compiled: CompiledIntegration,
  facts: Omit<FreightFacts, 'fromZip'>,
  options: DeliveryOptions,
): Promise<FreightQuote> {
  const { integration, calls } = compiled;
  const { freight, words = {}, moneyUnit, base } = integration;
  if (!freight || typeof base !== 'string') throw new Error(`${integration.id} quotes no freight.`);
  const { settings, secrets } = options;
  const now = options.clock.now();
  const kept: Record<string, string> = {};
  const fromZip = String(settings[SENDER_ZIP] ?? '').replace(/\D/g, '');
  const scope = scopeOf(
    { freight: { ...facts, fromZip }, settings, kept, now: now.toISOString() },
    { words, now, moneyUnit },
  );
  const bodies = new Map<string, unknown>();
  const endsAt = performance.now() + options.timeoutMs;
  try {
    for (const name of freight.calls) {
      const call = calls.get(name);
      const filled = call && fillCall(call, scope);
      if (!call || !filled) continue;
      const timeoutMs = Math.floor(endsAt - performance.now());
      if (timeoutMs < 1) return failed('UNREACHABLE');
      const http = openHttp(compiled, new URL(base), { ...options, timeoutMs }, () => {});
      const request = toHttpRequest(compiled, filled, secrets);
      const token = call.token === undefined ? undefined : kept[call.token];
      if (call.token !== undefined && token === undefined) return failed('REFUSED');
      const { status, body } = await send(http, {
        ...request,
        isRead: true,
        ...(token !== undefined && {
          auth: 'none' as const,
          headers: { ...request.headers, authorization: `Bearer ${token}` },
        }),
      });
      if (status === undefined) return failed('UNREACHABLE');
      if (status < 200 || status >= 300) return failed(status >= 500 ? 'UNREACHABLE' : 'REFUSED');
      const fields = new Fields(body);
      for (const [keptName, place] of Object.entries(call.keep ?? {})) {
        const value = fields.value(place);
        if (typeof value === 'string' || typeof value === 'number') kept[keptName] = String(value);
      }
      bodies.set(name, body);
    }
  } catch (error) {
    if (error instanceof MissingFact) return failed('DATA_MISSING');
    throw error;
  }
  const services = readServices(freight, bodies);
  return services.length > 0 ? { services, problem: null } : failed('NONE');
}

interface Found {
  name?: string;
  amount?: number;
  days?: number;
  isRefused?: boolean;
}

/** Joins what the answers say of each service. One without a price, or with an error, cannot be had. */
function readServices(freight: IntegrationFreight, bodies: ReadonlyMap<string, unknown>): FreightService[] {
  const found = new Map<string, Found>();
  for (const { call, list, code, name, price, days, error } of freight.read) {
    const body = bodies.get(call);
    const rows = list === '' ? body : new Fields(body).value(list);
    if (!Array.isArray(rows)) continue;
    for (const row of rows) {
      const fields = new Fields(row);
      const key = toText(fields.value(code));
      if (key === null) continue;
      const service = found.get(key) ?? {};
      found.set(key, service);
      if (error !== undefined && toText(fields.value(error)) !== null) service.isRefused = true;
      const amount = price === undefined ? null : toCents(fields.value(price), freight.decimalMark);
      if (amount !== null) service.amount = amount;
      const number = days === undefined ? null : toDays(fields.value(days));
      if (number !== null) service.days = number;
      const words = (name ?? []).flatMap((place) => toText(fields.value(place)) ?? []);
      if (words.length > 0) service.name = [...new Set(words)].join(' ');
    }
  }
  return [...found]
    .flatMap(([code, { name = freight.names?.[code] ?? code, amount, days = null, isRefused }]) =>
      isRefused || amount === undefined ? [] : [{ code, name: name.slice(0, LONGEST_NAME), amount, days }],
    )
    .sort((one, other) => one.amount - other.amount)
    .slice(0, MOST_SERVICES);
}

const toText = (value: unknown): string | null =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' ? String(value).trim() : null;

/** Returns null for what is no amount, and for one that no parcel costs. */
function toCents(value: unknown, mark: '.' | ','): number | null {
  const text = toText(value);
  if (text === null) return null;
  const plain = mark === ',' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  const cents = Math.round(Number(plain) * 100);
  return Number.isSafeInteger(cents) && cents > 0 && cents <= MOST_CENTS ? cents : null;
}

function toDays(value: unknown): number | null {
  const days = Math.ceil(Number(toText(value) ?? Number.NaN));
  return Number.isSafeInteger(days) && days >= 0 && days <= MOST_DAYS ? days : null;
}
