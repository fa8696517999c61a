/**
 * A bank that speaks the Central Bank's "API Pix" itself. Hosts, scopes and the form of the token call stand in its manifest; here is what else
 * differs.
 */
import { defineProvider, type Http, type ProviderContext, type Settings } from '@feira/plugin-kit';
import type { Provider } from '@feira/schemas/provider';
import { createMandateProvider } from './mandates.ts';
import { type CodePlace, createChargeProvider } from './provider.ts';

export interface BankQuirks {
  /** The base URL of calls, by the first word of their path, where it is not the default one: `{ cob: 'charges' }`. */
  bases?: Readonly<Record<string, string>>;
  /** Settings that every address carries: the field's name to the setting's name. */
  query?: Readonly<Record<string, string>>;
  /** Headers with which an address for events is registered. */
  webhookHeaders?: Readonly<Record<string, string>>;
  /** The place of the code where a charge does not hold it. */
  codePlace?: CodePlace;
}

/** Calls about PIX Automático, where a bank has another host, version or scope for them. */
export const AUTOMATIC = {
  rec: 'automatic',
  cobr: 'automatic',
  locrec: 'automatic',
  webhookrec: 'automatic',
  webhookcobr: 'automatic',
} as const;

const toQuery = (names: Readonly<Record<string, string>>, settings: Settings) =>
  Object.fromEntries(Object.entries(names).map(([field, setting]) => [field, String(settings[setting] ?? '')]));

/** Returns the host's HTTP with the quirks of a bank written into each request. */
const withQuirks = (
  { http, settings }: ProviderContext,
  { bases = {}, query = {}, webhookHeaders }: BankQuirks,
): Http => ({
  request(request) {
    const word = request.path.split('/')[1] ?? '';
    const base = bases[word];
    return http.request({
      ...request,
      ...(base && { base }),
      query: { ...request.query, ...toQuery(query, settings) },
      ...(webhookHeaders && word.startsWith('webhook') && { headers: { ...request.headers, ...webhookHeaders } }),
    });
  },
});

type CreateCharges = (context: ProviderContext) => Provider;

const defineBankWith =
  (lay: (context: ProviderContext, createCharges: CreateCharges) => Provider) =>
  ({ codePlace, ...quirks }: BankQuirks = {}) =>
    defineProvider({
      createProvider: (context) =>
        lay({ ...context, http: withQuirks(context, quirks) }, (inner) => createChargeProvider(inner, codePlace)),
    });

/** A bank of charges and returns. */
export const defineChargeBank = defineBankWith((context, createCharges) => createCharges(context));

/** A bank that has PIX Automático as well. */
export const defineMandateBank = defineBankWith(createMandateProvider);
