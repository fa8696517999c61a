/** A sale has one fiscal invoice at most, whatever fails in between; it is issued, canceled and shown by its seller alone. */
import { resolve } from 'node:path';
import type { SimulatorAnswer, SimulatorRequest } from '@feira/plugin-kit';
import { integrationSimulator, readIntegrationExamples } from '@feira/plugin-kit/integration';
import { type ServedSimulator, serveSimulator } from '@feira/plugin-kit/simulation';
import type { EventType } from '@feira/schemas/event-types';
import { dataSchemaOf } from '@feira/schemas/events';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { type Laned, Lanes } from '../../shared/lanes.ts';
import { announceOutbox } from '../events/payments.ts';
import { readCatalogue } from '../integrations/catalogue.ts';
import { DUE } from './model.ts';
import { openInvoiceFile } from './service.ts';
import { createWorker } from './worker.ts';

const KEY = 'focus-token-8e1f77';
const FOLDER = resolve(import.meta.dirname, '../../../../integrations/focus-nfe');
const XML = '/arquivos/nota.xml';

const ajv = new Ajv({ strict: false });
addFormats(ajv);

let node: TestNode;
let second: TestNode;
let inspector: Inspector;
let world: World;
let headers: Record<string, string>;
let worker: ReturnType<typeof createWorker>;
let simulator: ReturnType<typeof integrationSimulator>;
let served: ServedSimulator;

/** The city: invoices by their references, each in the state in which the next look finds it. */
const city = new Map<string, { status: string; number: string; posts: number }>();
/** Loses the answer of the next request of a method, after it was worked on. */
const lost: string[] = [];
let nextNumber = 1;

/** Plays Focus NFe with a memory: the requests are held against the documentation, and the answers are those of its documentation. */
async function play(request: SimulatorRequest): Promise<SimulatorAnswer> {
  const checked = await simulator.handle(request);
  if (!('status' in checked) || checked.status >= 400) return checked;
  const answer = answerOf(request);
  const at = lost.indexOf(request.method);
  if (at < 0) return answer;
  lost.splice(at, 1);
  return { drop: true } as unknown as SimulatorAnswer;
}

function answerOf({ method, path, query }: SimulatorRequest): SimulatorAnswer {
  const ref = method === 'POST' ? String(query.ref) : path.split('/').at(-1)!;
  const known = city.get(ref);
  const body = known && {
    ref,
    status: known.status,
    ...(known.status === 'erro_autorizacao' && { erros: [{ codigo: 'E1', mensagem: 'Item da lista inválido.' }] }),
    ...(known.status === 'autorizado' && {
      numero: known.number,
      codigo_verificacao: 'AB-1',
      url: 'https://nota.example/1',
      caminho_xml_nota_fiscal: XML,
    }),
  };
  switch (method) {
    case 'POST':
      if (known && known.status !== 'erro_autorizacao')
        return { status: 422, body: { codigo: 'em_processamento', mensagem: 'Nota fiscal em processamento' } };
      city.set(ref, {
        status: 'processando_autorizacao',
        number: String(nextNumber++),
        posts: (known?.posts ?? 0) + 1,
      });
      return { status: 202, body: { ref, status: 'processando_autorizacao' } };
    case 'DELETE':
      if (known) known.status = 'cancelado';
      return { status: 200, body: { status: 'cancelado' } };
    default:
      return known
        ? { status: 200, body }
        : { status: 404, body: { codigo: 'nao_encontrado', mensagem: 'Não encontrada' } };
  }
}

beforeAll(async () => {
  node = await buildNode();
  second = await buildNode({ databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  const compiled = (await readCatalogue()).get('focus-nfe')!;
  simulator = integrationSimulator(compiled, {
    secrets: { token: KEY },
    examples: await readIntegrationExamples(FOLDER),
  });
  served = await serveSimulator({ handleHttp: play });
  worker = createWorker(node.app, { origin: served.url, timeoutMs: 120_000 });
  world = await createWorld(node.app);
  await connect(node.app, world);
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    world.platformId,
    world.sellerId,
  ]);
  headers = await openSessionOf(node.app, world.platformId, world.sellerId);
});
afterAll(async () => {
  await served?.close();
  await inspector?.close();
  await second?.close();
  await node?.close();
});
beforeEach(async () => {
  await inspector.rows('DELETE FROM integration_connection');
  await inspector.rows('DELETE FROM fiscal_invoice');
  await inspector.rows(`UPDATE product SET service_code = '08.02', iss_basis_points = 250`);
  city.clear();
  lost.length = 0;
  simulator.heard.length = 0;
});

const TERMS = {
  kind: 'SELLER',
  integration: 'focus-nfe',
  name: 'Focus NFe',
  events: [] as string[],
  productIds: [] as string[],
  isEnabled: true,
  settings: {
    environment: 'homologacao',
    cnpj: '18765499000199',
    cityRegistration: '12345',
    cityCode: '3516200',
    isSimples: true,
    regime: '6',
    issueWhen: 'APPROVAL',
  },
  secrets: { token: KEY },
};

const call = (name: string, payload: object, as = headers, { app } = node) =>
  app.inject({ method: 'POST', url: `/api/${name}`, headers: as, payload });
const open = async (terms: Record<string, unknown> = {}): Promise<string> => {
  const answer = await call('integrations.create', { ...TERMS, ...terms });
  expect(answer.json()).toEqual({ connectionId: expect.any(String) });
  return answer.json().connectionId;
};
const show = async (saleId: string, as = headers) =>
  node.app.inject({ url: '/api/fiscalInvoices.getInvoice', query: { saleId }, headers: as });

interface Order {
  platformId: string;
  paymentId: string;
  saleId: string;
}
const tell = ({ platformId, paymentId }: Order, type: string, { app } = node) =>
  announceOutbox(app, platformId, [{ platformId, id: newId(), type, paymentId, payload: {} }]);
async function sell(extra: Record<string, unknown> = {}): Promise<Order> {
  const answer = await buy(node.app, pixPurchase(world, { email: `${newId()}@example.com`, ...extra }));
  expect(answer.statusCode).toBe(200);
  const [order] = await inspector.rows<Order>(
    `UPDATE payment SET status = 'APPROVED', approved_at = now() WHERE public_id = $1
     RETURNING platform_id AS "platformId", id AS "paymentId", sale_id AS "saleId"`,
    [answer.json().paymentId],
  );
  await tell(order!, 'payment.approved');
  return order!;
}
async function refund(order: Order, type = 'payment.refunded'): Promise<void> {
  const status = type === 'payment.refunded' ? 'REFUNDED' : 'CHARGEBACK';
  await inspector.rows(`UPDATE payment SET status = $2 WHERE id = $1`, [order.paymentId, status]);
  await tell(order, type);
}
const claim = (app = node.app) =>
  app.database.jobs.list(new Lanes<Laned>({ connection: 9, provider: 9 }).claim(DUE, 60));
/** Lets all waits pass, and works on what is due, once. */
async function work(...apps: TestNode['app'][]): Promise<void> {
  await inspector.rows('UPDATE fiscal_invoice SET due_at = now() WHERE step IS NOT NULL');
  const claimed = await Promise.all((apps.length > 0 ? apps : [node.app]).map((app) => claim(app)));
  await Promise.all(claimed.flat().map(worker.workDue));
}
const rowOf = async ({ paymentId }: Order) => {
  const [row] = await inspector.rows<Record<string, unknown>>(
    `SELECT state, step, problem, reason, number, amount::int, xml_url FROM fiscal_invoice WHERE id = $1`,
    [paymentId],
  );
  return row;
};
const authorize = ({ paymentId }: Order, status = 'autorizado') => {
  city.get(paymentId)!.status = status;
};
const sent = () => simulator.heard.map(({ method }) => method);

describe('the invoice of a sale', () => {
  it('is asked for once the payment is approved, looked up, and shown with its files', async () => {
    await open();
    const order = await sell();

    await work();
    expect(simulator.heard.map(({ problems }) => problems)).toEqual([[]]);
    expect(simulator.heard[0]?.body).toMatchObject({
      tomador: { cpf: '52998224725' },
      servico: { item_lista_servico: '0802', aliquota: 2.5 },
    });
    expect(await rowOf(order)).toMatchObject({ state: 'WAITING', step: 'LOOK' });
    authorize(order);
    await work();

    expect(await rowOf(order)).toMatchObject({
      state: 'ISSUED',
      step: null,
      number: city.get(order.paymentId)?.number,
    });
    const { invoice, canIssue, canCancel } = (await show(order.saleId)).json();
    expect([invoice.state, canIssue, canCancel]).toEqual(['ISSUED', false, true]);
    expect(invoice.pdf).toMatch(/^\/checkout\/payment\/[A-Za-z0-9_-]{22}\/invoice\.pdf$/);
    const file = await node.app.inject({ url: invoice.pdf });
    expect([file.statusCode, file.headers.location]).toEqual([302, 'https://nota.example/1']);
    const paymentId = invoice.pdf.split('/').at(-2);
    const page = await node.app.inject({ url: '/api/checkout.getPaymentQuick', query: { paymentId } });
    expect(page.json().invoiceFiles).toEqual(['pdf', 'xml']);
    const mails = `SELECT count(*)::int AS count FROM mail WHERE template = 'invoice-issued'`;
    expect(await inspector.rows(mails)).toEqual([{ count: 1 }]);
    expect(await openInvoiceFile(node.app, order.platformId, order.paymentId, 'xml')).toEqual({
      url: served.url + XML,
    });
  });

  it('adds up to what the services cost: without freight, and without what went back before it was asked for', async () => {
    await open();
    const order = await sell();
    const [price] = await inspector.rows<{ total: number }>(
      'SELECT (total - freight)::int AS total FROM sale WHERE id = $1',
      [order.saleId],
    );
    await inspector.rows('UPDATE payment SET refunded_amount = 100 WHERE id = $1', [order.paymentId]);

    await work();

    expect(await rowOf(order)).toMatchObject({ amount: price!.total - 100 });
    expect(simulator.heard[0]?.body).toMatchObject({ servico: { valor_servicos: (price!.total - 100) / 100 } });
  });

  it('is never issued twice: not by two nodes, not by repeated events, not after an answer was lost or a node died', async () => {
    await open();
    const order = await sell();
    lost.push('POST');
    await Promise.all([tell(order, 'payment.confirmed'), tell(order, 'payment.approved', second)]);
    await work(node.app, second.app);
    expect(await rowOf(order)).toMatchObject({ state: 'WAITING', step: 'LOOK', problem: 'UNREACHABLE' });

    // A node that dies between the call and its record leaves the row as the call began.
    await work(node.app, second.app);
    expect(sent()).toEqual(['POST', 'GET']);
    authorize(order);
    await work(node.app, second.app);

    expect(city.get(order.paymentId)?.posts).toBe(1);
    expect(await rowOf(order)).toMatchObject({ state: 'ISSUED' });
    expect((await call('fiscalInvoices.issue', { saleId: order.saleId })).json().code).toBe(
      'FISCAL_INVOICE_STATE_WRONG',
    );
    await work();
    expect(city.get(order.paymentId)?.posts).toBe(1);
  });

  it('is asked for again where the system knows nothing of it', async () => {
    await open();
    const order = await sell();
    await inspector.rows(`UPDATE fiscal_invoice SET step = 'LOOK', asked_at = now()`);
    await work();
    expect(await rowOf(order)).toMatchObject({ state: 'WAITING', step: 'ISSUE' });
    await work();
    expect(sent()).toEqual(['GET', 'POST']);
  });

  it('waits for the end of the guarantee where the seller wants it so, and is never issued for money that went back', async () => {
    await open({ settings: { ...TERMS.settings, issueWhen: 'GUARANTEE' } });
    const order = await sell();
    const [wait] = await inspector.rows<{ days: number }>(
      `SELECT round(extract(epoch FROM due_at - now()) / 86400)::int AS days FROM fiscal_invoice`,
    );
    expect(wait?.days).toBe(7);

    await refund(order);
    await work();

    expect(await rowOf(order)).toMatchObject({ state: 'CANCELED', step: null });
    expect(sent()).toEqual([]);
  });

  it('is not issued either where the refund is known before its event', async () => {
    await open();
    const order = await sell();
    await inspector.rows(`UPDATE payment SET status = 'REFUNDED' WHERE id = $1`, [order.paymentId]);
    await work();
    expect(await rowOf(order)).toMatchObject({ state: 'CANCELED' });
    expect(sent()).toEqual([]);
  });

  it.each(['payment.refunded', 'payment.chargeback'])(
    'is canceled after %s, also one that is on its way',
    async (type) => {
      await open();
      const [issued, coming] = [await sell(), await sell()];
      await work();
      authorize(issued);
      await work();
      await refund(issued, type);
      await refund(coming, type);
      await work();
      authorize(coming);
      await work();
      await work();

      expect(await rowOf(issued)).toMatchObject({ state: 'CANCELED', step: null });
      expect(await rowOf(coming)).toMatchObject({ state: 'CANCELED', step: null });
      expect(sent().filter((method) => method === 'DELETE')).toHaveLength(2);
    },
  );

  it('stays issued where the city keeps it, and the seller hears of it', async () => {
    await open();
    const order = await sell();
    await work();
    authorize(order);
    await work();
    await refund(order);
    simulator.planned.push({ status: 200 }, { status: 200 });
    const keep = { codigo: 'nfe_nao_autorizada', mensagem: 'Fora do prazo de cancelamento' };
    simulator.planned.length = 0;
    simulator.planned.push({ status: 400, body: keep });
    await work();

    expect(await rowOf(order)).toMatchObject({ state: 'ISSUED', step: null, problem: 'KEPT', reason: keep.mensagem });
    const [notice] = await inspector.rows<{ href: string }>(
      `SELECT href FROM notification WHERE type = 'fiscalInvoice.notCanceled'`,
    );
    expect(notice?.href).toBe(`/platform/my-sales/${order.saleId}`);
  });

  it('says why it was refused, and is issued again by hand under the same reference', async () => {
    await open();
    const order = await sell();
    await work();
    authorize(order, 'erro_autorizacao');
    await work();
    expect(await rowOf(order)).toMatchObject({ state: 'REFUSED', step: null, reason: 'Item da lista inválido.' });

    expect((await call('fiscalInvoices.issue', { saleId: order.saleId })).statusCode).toBe(200);
    await work();
    authorize(order);
    await work();
    expect(await rowOf(order)).toMatchObject({ state: 'ISSUED', problem: null, reason: null });
    expect(city.size).toBe(1);
    expect(await inspector.rows('SELECT round FROM fiscal_invoice')).toEqual([{ round: 2 }]);
  });

  it('is issued anew for what is left of the money, also where canceling it was wanted before it was refused', async () => {
    await open();
    const order = await sell();
    await work();
    expect((await call('fiscalInvoices.cancel', { saleId: order.saleId })).statusCode).toBe(200);
    authorize(order, 'erro_autorizacao');
    await work();
    const before = await rowOf(order);
    expect(before).toMatchObject({ state: 'REFUSED', step: null });
    await inspector.rows('UPDATE payment SET refunded_amount = 100 WHERE id = $1', [order.paymentId]);

    expect((await call('fiscalInvoices.issue', { saleId: order.saleId })).statusCode).toBe(200);
    await work();
    expect(await rowOf(order)).toMatchObject({ step: 'LOOK', amount: Number(before?.amount) - 100 });
    authorize(order);
    await work();
    expect(await rowOf(order)).toMatchObject({ state: 'ISSUED', step: null });
  });

  it('is canceled without a call where canceling it is wanted before it is asked for again', async () => {
    await open();
    const order = await sell();
    await inspector.rows(`UPDATE fiscal_invoice SET step = 'LOOK', asked_at = now()`);
    await work();
    expect(await rowOf(order)).toMatchObject({ state: 'WAITING', step: 'ISSUE' });
    expect((await call('fiscalInvoices.cancel', { saleId: order.saleId })).statusCode).toBe(200);
    await work();
    expect(await rowOf(order)).toMatchObject({ state: 'CANCELED', step: null });
    expect(sent()).toEqual(['GET']);
  });

  it('is not asked for again without its services', async () => {
    await open();
    const order = await sell();
    await inspector.rows(`UPDATE fiscal_invoice SET step = 'LOOK', asked_at = now(), amount = 9990`);
    await inspector.rows('UPDATE product SET service_code = NULL');
    await work();
    await work();
    expect(await rowOf(order)).toMatchObject({ state: 'WAITING', step: null, problem: 'NOT_SET_UP' });
    expect(sent()).toEqual(['GET']);
  });

  it('says what is missing instead of calling', async () => {
    await open();
    const order = await sell();
    await inspector.rows('UPDATE sale SET buyer_document = NULL WHERE id = $1', [order.saleId]);
    await work();
    expect(await rowOf(order)).toMatchObject({
      state: 'REFUSED',
      problem: 'DATA_MISSING',
      reason: 'customer.document',
    });
    expect(sent()).toEqual([]);
  });

  it('is wanted of services alone, and one invoice has one service', async () => {
    await open();
    await inspector.rows('UPDATE product SET service_code = NULL');
    const goods = await sell();
    expect(await rowOf(goods)).toBeUndefined();
    expect((await show(goods.saleId)).json()).toEqual({
      invoice: null,
      canIssue: false,
      canCancel: false,
      obstacle: 'NO_SERVICE',
    });
    expect((await call('fiscalInvoices.issue', { saleId: goods.saleId })).json().code).toBe(
      'FISCAL_INVOICE_NOT_POSSIBLE',
    );
  });
});

describe('the events of an invoice', () => {
  const told = (saleId: string) =>
    inspector.rows<{ type: EventType; data: object }>(
      `SELECT type, data FROM event WHERE subject_id = $1 AND type LIKE 'invoice.%' ORDER BY created_at, id`,
      [saleId],
    );
  const isTold = ({ type, data }: { type: EventType; data: object }) => ajv.validate(dataSchemaOf(type), data);

  it('tell of each new state once, to webhooks too, and hold nothing about the buyer', async () => {
    const webhook = {
      name: 'ERP',
      url: 'https://erp.example/notas',
      productIds: [],
      isEnabled: true,
      events: ['invoice.issued', 'invoice.refused', 'invoice.canceled'],
    };
    const { webhookId } = (await call('sellerWebhooks.create', webhook)).json();
    await open();
    const order = await sell();
    await work();
    authorize(order, 'erro_autorizacao');
    await work();
    await call('fiscalInvoices.issue', { saleId: order.saleId });
    await work();
    authorize(order);
    await Promise.all([work(node.app, second.app)]);
    await work();
    await refund(order);
    await work();

    const events = await told(order.saleId);
    expect(events.map(({ type }) => type)).toEqual(['invoice.refused', 'invoice.issued', 'invoice.canceled']);
    expect(events.map(isTold)).toEqual([true, true, true]);
    const { number } = city.get(order.paymentId)!;
    expect(events.map(({ data }) => data)).toMatchObject([
      { invoice: { id: order.paymentId, saleId: order.saleId, number: null } },
      { invoice: { number, code: 'AB-1', amount: expect.any(Number), currency: 'BRL', problem: null } },
      { invoice: { number } },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/52998224725|@example/);
    const deliveries = await inspector.rows<{ event: string }>(
      'SELECT event FROM seller_webhook_delivery WHERE seller_webhook_id = $1 ORDER BY happened_at',
      [webhookId],
    );
    expect(deliveries.map(({ event }) => event)).toEqual(events.map(({ type }) => type));
  });

  it('tell nothing of one that still waits', async () => {
    await open();
    const order = await sell();
    await work();
    await work();
    expect(await told(order.saleId)).toEqual([]);
  });
});

describe('whose invoice it is', () => {
  it('shows, issues and cancels nothing of another seller or platform', async () => {
    await open();
    const order = await sell();
    const stranger = await openStaff(node.app, world.platformId, { roles: ['seller'] });
    const admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });

    expect((await show(order.saleId, stranger.headers)).json().code).toBe('SALE_NOT_FOUND');
    for (const name of ['issue', 'cancel'])
      expect((await call(`fiscalInvoices.${name}`, { saleId: order.saleId }, stranger.headers)).json().code).toBe(
        'SALE_NOT_FOUND',
      );
    expect((await show(order.saleId, admin.headers)).json()).toMatchObject({ canIssue: false, canCancel: false });
    const list = { url: '/api/fiscalInvoices.listInvoices', headers: stranger.headers };
    expect((await node.app.inject(list)).json().items).toEqual([]);
    const own = (await node.app.inject({ ...list, headers })).json();
    expect(own.items).toMatchObject([{ saleId: order.saleId, state: 'WAITING' }]);
  });

  it('stays known when its connection is removed, and stops being worked on', async () => {
    const connectionId = await open();
    const order = await sell();
    await call('integrations.remove', { connectionId, version: 1 });
    await work();
    expect(await rowOf(order)).toMatchObject({ state: 'WAITING', step: null, problem: 'SWITCHED_OFF' });
    await open();
    expect((await call('fiscalInvoices.issue', { saleId: order.saleId })).statusCode).toBe(200);
    await work();
    expect(sent()).toEqual(['POST']);
  });

  it('is looked up at the system that was asked without an answer, before and instead of another one', async () => {
    const asked = await open();
    const order = await sell();
    lost.push('POST');
    await work();
    const other = await open({ name: 'Other' });
    await inspector.rows(`UPDATE integration_connection SET is_enabled = false, off_reason = 'OWNER' WHERE id = $1`, [
      asked,
    ]);
    await work();
    expect(await rowOf(order)).toMatchObject({ state: 'WAITING', step: null, problem: 'SWITCHED_OFF' });
    const connectionOf = async () => (await inspector.rows('SELECT connection_id AS id, step FROM fiscal_invoice'))[0];

    expect((await call('fiscalInvoices.issue', { saleId: order.saleId })).json().code).toBe(
      'FISCAL_INVOICE_ANSWER_UNKNOWN',
    );
    expect(await connectionOf()).toEqual({ id: asked, step: null });

    // The other system is the first choice by now.
    await inspector.rows(
      `UPDATE integration_connection SET is_enabled = true, off_reason = NULL, created_at = created_at + CASE WHEN id = $1 THEN interval '0' ELSE interval '-1 day' END`,
      [asked],
    );
    expect((await call('fiscalInvoices.issue', { saleId: order.saleId })).statusCode).toBe(200);
    expect(await connectionOf()).toEqual({ id: asked, step: 'LOOK' });

    await work();
    await inspector.rows(`UPDATE fiscal_invoice SET step = NULL`);
    await call('integrations.remove', { connectionId: asked, version: 1 });
    expect((await call('fiscalInvoices.issue', { saleId: order.saleId })).json().code).toBe(
      'FISCAL_INVOICE_ANSWER_UNKNOWN',
    );
    expect((await connectionOf())?.id).not.toBe(other);
  });

  it('cannot be connected for a whole platform, and hears of no events', async () => {
    const admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] });
    expect((await call('integrations.create', { ...TERMS, kind: 'PLATFORM' }, admin.headers)).json().code).toBe(
      'INTEGRATION_NOT_FOUND',
    );
    expect((await call('integrations.create', { ...TERMS, events: ['sale.approved'] })).json().code).toBe(
      'INTEGRATION_EVENT_UNKNOWN',
    );
  });
});
