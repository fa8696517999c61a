/** Holds every invoicing integration of the repository against its documented examples, over real HTTP. */
import path from 'node:path';
import { INVOICE_OPERATIONS, type InvoiceOperation } from '@feira/schemas/integration-invoice';
import { isSecretField } from '@feira/schemas/rules/connection-form';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedSimulator, serveSimulator } from '../simulation/serve.ts';
import type { CompiledIntegration } from './compile.ts';
import { callInvoice, fetchInvoiceFile, type InvoiceAnswer, type InvoicedFacts } from './invoice.ts';
import { type NamedExample, readIntegrationExamples, readIntegrations } from './package.ts';
import { sampleFacts, sampleInvoice } from './sample-facts.ts';
import { integrationSimulator } from './simulator.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../integrations');
const found = [...(await readIntegrations(FOLDER)).values()].filter(({ integration }) => integration.invoice);
const NOW = new Date('2026-11-30T13:00:00Z');
const SECRET = 'planted-secret-4f1c';
const REFERENCE = '0192f1c3-5a7e-4f00-8000-00000000beef';

const FACTS: InvoicedFacts = {
  ...sampleFacts('sale.approved', { eventId: crypto.randomUUID(), now: NOW }),
  invoice: sampleInvoice(REFERENCE),
};

function fillForm({ integration }: CompiledIntegration, example?: NamedExample) {
  const settings: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const [name, field] of Object.entries(integration.form.properties)) {
    if (isSecretField(field)) secrets[name] = `${SECRET}-${name}`;
    else settings[name] = example?.settings?.[name] ?? String(field.examples?.[0] ?? field.default ?? 'teste');
  }
  return { settings, secrets };
}

describe.each(found)('$integration.id', (compiled) => {
  const { integration } = compiled;
  const invoice = integration.invoice!;
  const operations = INVOICE_OPERATIONS.filter((name) => invoice[name]);
  const exampleOf = (call: string) => examples.find((example) => example.call === call)!;
  let examples: NamedExample[];
  let simulator: ReturnType<typeof integrationSimulator>;
  let served: ServedSimulator;

  beforeAll(async () => {
    examples = await readIntegrationExamples(path.join(FOLDER, integration.id));
    simulator = integrationSimulator(compiled, { secrets: fillForm(compiled).secrets, examples });
    served = await serveSimulator({ handleHttp: simulator.handle });
  });
  afterAll(() => served?.close());

  const optionsOf = (call: string, wrong?: string) => {
    const { settings, secrets } = fillForm(compiled, exampleOf(call));
    const used = Object.entries(secrets).map(([name, value]) => [name, wrong ?? value] as const);
    return { secrets: new Map(used), settings, clock: { now: () => NOW }, timeoutMs: 10_000, origin: served.url };
  };
  const ask = (operation: InvoiceOperation, facts = FACTS, wrong?: string): Promise<InvoiceAnswer> =>
    callInvoice(compiled, operation, facts, optionsOf(invoice[operation]!.call, wrong));

  it('has an example of every call', () => {
    expect([...new Set(examples.map(({ call }) => call))].sort()).toEqual([...compiled.calls.keys()].sort());
  });

  it.each(operations)('makes the documented request to %s, for a person and for a company', async (operation) => {
    const buyers = [FACTS, { ...FACTS, customer: { ...FACTS.customer, document: '07504505000132' } }];
    for (const [index, facts] of buyers.entries()) {
      simulator.heard.length = 0;
      const buyerType = index === 0 ? ('CPF' as const) : ('CNPJ' as const);

      const answer = await ask(operation, { ...facts, invoice: { ...facts.invoice, buyerType } });

      expect(simulator.heard.map(({ problems }) => problems)).toEqual([[]]);
      expect(answer.problem).toBeNull();
    }
  });

  it('names the invoice of a sale the same way in every attempt', async () => {
    simulator.heard.length = 0;
    await ask('issue');
    await ask('issue');
    const [one, two] = simulator.heard.map(({ path: at, query, rawBody }) => [at, query, rawBody]);
    expect(one).toEqual(two);
    expect(JSON.stringify(one)).toContain(REFERENCE);
  });

  it('reads of each documented answer what its example says', async () => {
    for (const operation of operations) {
      const { answers } = exampleOf(invoice[operation]!.call);
      for (const { status, body, means, reads = {} } of answers) {
        simulator.planned.push({ status, body });
        const answer = await ask(operation);
        const place = (text: string) => (text.startsWith('/') ? served.url + text : text);
        const wanted = Object.fromEntries(Object.entries(reads).map(([name, text]) => [name, place(text)]));
        expect([operation, status, answer]).toMatchObject([operation, status, { means, ...wanted }]);
      }
    }
  });

  it('shows an address for each file, or fetches it with the key', async () => {
    const issued = exampleOf(invoice.look.call).answers.find(({ means }) => means === 'ISSUED')!;
    simulator.planned.push({ status: issued.status, body: issued.body });
    const answer = await ask('look');
    for (const file of ['pdf', 'xml'] as const) {
      const call = invoice.files?.[file];
      if (call === undefined) expect(answer[file]).toMatch(/^https?:/);
      else expect(await fetchInvoiceFile(compiled, file, FACTS, optionsOf(call))).toBeInstanceOf(Buffer);
    }
  });

  it('refuses a wrong key, and shows the key to nobody', async () => {
    const answer = await ask('issue', FACTS, 'planted-wrong-key');
    expect(simulator.heard.at(-1)?.isAuthorized).toBe(false);
    expect(answer.means).toBe('REFUSED');
    simulator.planned.push({
      status: 200,
      body: { ...(exampleOf(invoice.look.call).answers.find(({ means }) => means === 'ISSUED')!.body as object) },
    });
    simulator.heard.length = 0;
    const looked = await ask('look');
    expect(JSON.stringify([answer, looked])).not.toMatch(/planted/);
    expect(simulator.heard.map(({ path: at, query }) => at + JSON.stringify(query)).join()).not.toContain(SECRET);
  });

  it('leaves open what got no answer, and says which fact is missing before it calls', async () => {
    const options = { ...optionsOf(invoice.issue.call), origin: 'http://127.0.0.1:9' };
    expect(await callInvoice(compiled, 'issue', FACTS, options)).toMatchObject({
      means: 'RETRY',
      problem: 'UNREACHABLE',
    });
    simulator.heard.length = 0;
    expect(await ask('issue', { ...FACTS, customer: { ...FACTS.customer, document: null } })).toMatchObject({
      means: 'REFUSED',
      problem: 'DATA_MISSING',
      reason: 'customer.document',
    });
    expect(simulator.heard).toEqual([]);
  });
});
