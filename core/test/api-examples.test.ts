/**
 * Calls each procedure of the public API once, as the matrix of rights does, and holds the input and the answer against its schemas.
 * `EXAMPLES=write npx vitest run core/test/api-examples.test.ts` writes the examples of the document
 * anew from these calls; `biome check --write` lays the file out.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { publicOutputOf, rowsOf } from '@feira/schemas/api';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProcedure } from './authz/call.ts';
import { readProcedures } from './authz/declared.ts';
import { type Fixtures, openFixtures } from './authz/fixtures.ts';
import { findAnswered, toContext } from './authz/matrix.ts';

const FILE = path.resolve(import.meta.dirname, '../src/modules/api-docs/examples.json');

interface Example {
  input: Record<string, unknown>;
  output: unknown;
}

const ajv = new Ajv({ strict: false });
addFormats(ajv);
const isValid = (schema: object, value: unknown) => ajv.validate(schema, value) || ajv.errorsText();

const procedures = (await readProcedures()).filter(({ api }) => api);
const examples: Record<string, Example> = JSON.parse(await readFile(FILE, 'utf8').catch(() => '{}'));
const found: Record<string, Example> = {};
let fixtures: Fixtures;

beforeAll(async () => {
  fixtures = await openFixtures();
});
afterAll(() => fixtures?.close());

const ID = '0190a1b2-0000-7000-8000-000000000001';
const AT = '2026-11-30T12:00:00.000Z';
const STEP = {
  id: ID,
  offerId: '0190a1b2-0000-7000-8000-000000000002',
  title: 'Leve também o livro de receitas',
  text: 'Só agora, pela metade do preço.',
  picture: null,
  price: 4_990,
  acceptText: 'Quero o livro',
  declineText: 'Não, obrigado',
  onAccept: null,
  onDecline: null,
};
const FUNNEL = { name: 'Funil do curso', offerId: STEP.offerId, isEnabled: true, steps: [STEP] };
const REFUND = {
  refund: {
    id: ID,
    createdAt: AT,
    paymentId: 'V1StGXR8Z5jdHi6BmyTe3A',
    title: 'Curso de pão',
    cycle: null,
    buyerName: 'Maria de Teste',
    method: 'PIX',
    amount: 5_000,
    paidAmount: 9_990,
    currency: 'BRL',
    authorisedAs: 'seller',
    state: 'REQUESTED',
    note: 'Metade, como combinado',
    reason: null,
    providerReason: null,
  },
};
const shipment = (state: string, times: object) => ({
  shipment: {
    state,
    version: 2,
    obstacle: null,
    carrier: 'Correios',
    trackingCode: 'AA123456789BR',
    trackingUrl: null,
    shippedAt: AT,
    deliveredAt: null,
    returnedAt: null,
    ...times,
  },
});
const ofSale = { saleId: ID, version: 1 };
const askRefund = { paymentId: 'V1StGXR8Z5jdHi6BmyTe3A', amount: 5_000, note: 'Metade, como combinado' };

/** Calls that need a state which the matrix does not have. Their own tests make them; here their examples are only held against schemas. */
const BY_HAND: Record<string, Example> = {
  'funnels.createFunnel': { input: FUNNEL, output: { funnelId: ID } },
  'funnels.getFunnel': {
    input: { funnelId: ID },
    output: {
      id: ID,
      ...FUNNEL,
      offerTitle: 'Curso de pão',
      currency: 'BRL',
      createdAt: AT,
      version: 1,
      figures: [{ stepId: ID, shown: 120, accepted: 30, declined: 90, paid: 28, revenue: 139_720 }],
    },
  },
  'funnels.updateFunnel': { input: { funnelId: ID, version: 1, ...FUNNEL }, output: { version: 2 } },
  'imports.addPart': { input: { importId: ID, number: 0, content: 'ZW1haWwKam9hbmFAZXhhbXBsZS5jb20K' }, output: {} },
  'imports.finishUpload': { input: { importId: ID }, output: {} },
  'imports.undoImport': { input: { importId: ID }, output: {} },
  'payouts.requestWithdrawal': {
    input: { amount: 10_000, destinationId: ID },
    output: {
      withdrawal: {
        id: ID,
        role: 'seller',
        method: 'PIX',
        amount: 10_000,
        fee: 367,
        currency: 'BRL',
        state: 'WAITING',
        destinationLabel: 'v***@example.com',
        reason: null,
        createdAt: AT,
        closedAt: null,
      },
    },
  },
  'products.approveProduct': { input: { productId: ID, version: 1 }, output: { status: 'ACTIVE', version: 2 } },
  'products.createOrderBump': {
    input: { productId: ID, offerId: STEP.offerId, title: 'Leve também o livro de receitas', price: 4_990 },
    output: { bumpId: ID, version: 2 },
  },
  'products.publishProduct': { input: { productId: ID, version: 1 }, output: { status: 'ACTIVE', version: 2 } },
  'refunds.refundPayment': { input: askRefund, output: REFUND },
  'refunds.refundSale': { input: askRefund, output: REFUND },
  'shipping.markShipped': {
    input: { ...ofSale, carrier: 'Correios', trackingCode: 'AA123456789BR' },
    output: shipment('SHIPPED', {}),
  },
  'shipping.markDelivered': { input: ofSale, output: shipment('DELIVERED', { deliveredAt: AT }) },
  'shipping.markReturned': { input: ofSale, output: shipment('RETURNED', { returnedAt: AT }) },
  'subscriptions.changePlan': {
    input: { subscriptionId: ID, offerId: STEP.offerId, expectedCharge: 4_990 },
    output: { status: 'ACTIVE' },
  },
};

const MOST_ITEMS = 2;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const PUBLIC_ID = /(?<![\w-])[A-Za-z0-9_-]{22}(?![\w-])/g;

/** Replaces what differs from run to run, and shortens lists. */
function toExample(value: unknown): unknown {
  const ids = new Map<string, string>();
  const rename = (id: string) => {
    if (!ids.has(id)) ids.set(id, `0190a1b2-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`);
    return ids.get(id) as string;
  };
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.slice(0, MOST_ITEMS).map(visit);
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, visit(member)]));
    if (typeof part !== 'string') return part;
    if (TIME.test(part)) return '2026-11-30T12:00:00.000Z';
    if (DAY.test(part)) return '2026-11-30';
    return part
      .replace(/^whsec_.*/, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')
      .replace(/^https?:\/\/localhost(:\d+)?/, 'https://pay.example.com')
      .replace(UUID, rename)
      .replace(PUBLIC_ID, 'V1StGXR8Z5jdHi6BmyTe3A');
  };
  return visit(value);
}

describe('the example of a call', () => {
  it.each(procedures.map((procedure) => [procedure.name, procedure] as const))('%s', async (name, procedure) => {
    const check = ({ input, output }: Example) => {
      expect(isValid(procedure.input as object, input)).toBe(true);
      expect(isValid(publicOutputOf(procedure.output), output)).toBe(true);
    };
    const written = BY_HAND[name];
    if (written) {
      found[name] = written;
      return check(written);
    }
    const { caller, variant } = findAnswered(fixtures, procedure);
    const input = variant.input(toContext(fixtures, caller));
    const result = await callProcedure(fixtures, caller, { name, isMutation: procedure.kind === 'mutation', input });
    await fixtures.state.restore();
    expect([name, result.statusCode]).toEqual([name, 200]);
    const rows = rowsOf(procedure.output);
    const answer = JSON.parse(result.body) as Record<string, unknown>;
    const output = rows && rows !== 'items' ? { ...answer, items: answer[rows], [rows]: undefined } : answer;
    const answered = JSON.parse(JSON.stringify(output)) as object;
    expect(isValid(publicOutputOf(procedure.output), answered)).toBe(true);

    found[name] = { input: toExample(input) as Example['input'], output: toExample(answered) };
    if (process.env.EXAMPLES === 'write') return;
    check(examples[name] as Example);
  });

  it('stands in the file for each call of the API, and for no other', async () => {
    if (process.env.EXAMPLES === 'write') await writeFile(FILE, `${JSON.stringify(found, null, 2)}\n`);
    else expect(Object.keys(examples)).toEqual(Object.keys(found));
  });
});
