/** Asks a system for the fiscal invoice of a sale, looks what became of it, cancels it, and fetches its files. */
import type { IntegrationFacts } from '@feira/schemas/integration';
import {
  INVOICE_OPERATIONS,
  type IntegrationInvoice,
  type InvoiceFacts,
  type InvoiceFile,
  type InvoiceMeaning,
  type InvoiceOperation,
  ISSUE_TIME_FIELD,
  ISSUE_TIMES,
} from '@feira/schemas/integration-invoice';
import type { ManifestForm } from '@feira/schemas/manifest';
import { describeRefusal, type Exchange } from '../broker/exchange.ts';
import { isProviderError } from '../errors.ts';
import { Fields } from '../fields.ts';
import { type CompiledIntegration, createScope, fillCall, MissingFact } from './compile.ts';
import { type DeliveryFault, type DeliveryOptions, fits, openHttp, readBase, send, toHttpRequest } from './deliver.ts';

/** The answer of a system about an invoice. Addresses are https, and hold no key; an empty one is a file that only the key opens. */
export interface InvoiceAnswer {
  means: InvoiceMeaning;
  problem: DeliveryFault | null;
  status: number | null;
  /** The reason that the system gave, without secrets and personal data, or the name of the fact that is missing. */
  reason: string | null;
  number: string | null;
  /** The code by which everybody can verify the invoice at the city. */
  code: string | null;
  externalId: string | null;
  pdf: string | null;
  xml: string | null;
}

const NOTHING = { reason: null, number: null, code: null, externalId: null, pdf: null, xml: null };
const LONGEST_TEXT = 100;
const LONGEST_ADDRESS = 1_000;

/** Returns the facts of a sale with those of its invoice. */
export type InvoicedFacts = IntegrationFacts & { invoice: InvoiceFacts };

/** Makes one call. A call without an answer means RETRY: what became of the invoice has to be looked up before it is asked for again. */
export async function callInvoice(
  compiled: CompiledIntegration,
  operation: InvoiceOperation,
  facts: InvoicedFacts,
  options: DeliveryOptions,
): Promise<InvoiceAnswer> {
  const { invoice } = compiled.integration;
  const declared = invoice?.[operation];
  const call = declared && compiled.calls.get(declared.call);
  if (!invoice || !declared || !call) throw new Error(`${compiled.integration.id} declares no operation ${operation}.`);
  const filling = { facts, settings: options.settings, kept: {}, now: options.clock.now() };
  let last: Exchange | undefined;
  try {
    const { url } = readBase(compiled, filling);
    const http = openHttp(compiled, url, options, (exchange) => {
      last = exchange;
    });
    const filled = fillCall(call, createScope(compiled, filling));
    if (!filled) return { ...NOTHING, means: 'REFUSED', problem: 'NOT_SET_UP', status: null };
    const { status, body } = await send(http, toHttpRequest(compiled, filled, options.secrets));
    if (status === undefined) {
      const problem = last?.reason === 'EGRESS_BLOCKED' ? 'BLOCKED' : 'UNREACHABLE';
      return { ...NOTHING, means: 'RETRY', problem, status: null };
    }
    const means = declared.answers.find((rule) => fits(rule, status, body))?.means ?? 'RETRY';
    const ofKey = means === 'ISSUED' ? Object.keys(invoice.files ?? {}).map((file) => [file, '']) : [];
    const isGood = means !== 'RETRY' && means !== 'REFUSED' && means !== 'KEPT';
    return {
      ...readInvoice(invoice, body, options, options.origin ?? url.origin),
      ...Object.fromEntries(ofKey),
      means,
      status,
      problem: isGood ? null : status >= 300 && status < 400 ? 'REDIRECTED' : 'REFUSED',
    };
  } catch (error) {
    if (error instanceof MissingFact)
      return { ...NOTHING, means: 'REFUSED', problem: 'DATA_MISSING', status: null, reason: error.field };
    throw error;
  }
}

function readInvoice({ read }: IntegrationInvoice, body: unknown, { secrets }: DeliveryOptions, origin: string) {
  const fields = new Fields(body);
  const keys = [...secrets.values()];
  const first = (places: string[] = []): string | null => {
    for (const place of places) {
      const value = fields.value(place);
      if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
    }
    return null;
  };
  const short = (places?: string[]) => first(places)?.slice(0, LONGEST_TEXT) ?? null;
  /** Returns an address that people may be led to; null for any other. */
  const address = (places?: string[]) => {
    const given = first(places);
    const url = given === null || given.length > LONGEST_ADDRESS ? null : URL.parse(given, origin);
    if (!url || url.username || url.password) return null;
    if (url.protocol !== 'https:' && url.origin !== origin) return null;
    return keys.some((key) => key !== '' && url.href.includes(encodeURIComponent(key))) ? null : url.href;
  };
  const sentence = first(read.reason);
  return {
    number: short(read.number),
    code: short(read.code),
    externalId: short(read.externalId),
    reason: describeRefusal(sentence === null ? body : { message: sentence }, keys) ?? null,
    pdf: address(read.pdf),
    xml: address(read.xml),
  };
}

/** Fetches a file that only the key opens. Returns null where the system gives none now. */
export async function fetchInvoiceFile(
  compiled: CompiledIntegration,
  file: InvoiceFile,
  facts: InvoicedFacts,
  options: DeliveryOptions,
): Promise<Buffer | null> {
  const call = compiled.calls.get(compiled.integration.invoice?.files?.[file] ?? '');
  if (!call) return null;
  const filling = { facts, settings: options.settings, kept: {}, now: options.clock.now() };
  try {
    const { url } = readBase(compiled, filling);
    const http = openHttp(compiled, url, options, () => {});
    const filled = fillCall(call, createScope(compiled, filling));
    if (!filled) return null;
    const { body } = await http.request<string>({
      ...toHttpRequest(compiled, filled, options.secrets),
      answerAs: 'base64',
    });
    return Buffer.from(body, 'base64');
  } catch (error) {
    if (error instanceof MissingFact || isProviderError(error)) return null;
    throw error;
  }
}

/** Adds the field that every invoicing integration has: when the invoice of a sale is issued. */
export const withIssueTime = (form: ManifestForm): ManifestForm => ({
  ...form,
  required: [...form.required, ISSUE_TIME_FIELD],
  properties: {
    ...form.properties,
    [ISSUE_TIME_FIELD]: {
      type: 'string',
      title: { 'pt-BR': 'Quando emitir', en: 'When to issue' },
      description: {
        'pt-BR': 'Depois da garantia, vendas reembolsadas nem chegam a ter nota.',
        en: 'After the guarantee, refunded sales never get an invoice.',
      },
      enum: [...ISSUE_TIMES],
      enumLabels: {
        APPROVAL: { 'pt-BR': 'Assim que o pagamento for aprovado', en: 'As soon as the payment is approved' },
        GUARANTEE: { 'pt-BR': 'Quando a garantia do produto terminar', en: "When the product's guarantee ends" },
      },
      default: 'APPROVAL',
    },
  },
});

/** The calls that the operations and files of an invoice make. */
export const listInvoiceCalls = (invoice: IntegrationInvoice | undefined): string[] =>
  invoice
    ? [...INVOICE_OPERATIONS.flatMap((name) => invoice[name]?.call ?? []), ...Object.values(invoice.files ?? {})]
    : [];
