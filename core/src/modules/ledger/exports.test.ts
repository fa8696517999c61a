import { randomUUID } from 'node:crypto';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { parseCsv } from 'hucre/csv';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildNode } from '../../../test/build.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { readSheets } from '../../../test/read-xlsx.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld } from '../../../test/world.ts';
import { type Entry, type Movement, type Posting, post } from './model.ts';

const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
const period = { from: today, to: today };

let market: Market;
let admin: Staff;
let maria: Staff;
let rival: Staff;
let payment: { paymentId: string; publicId: string };

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { app } = market.node;
  const { platformId } = market.world;
  payment = await market.buyPix();
  admin = await openStaff(app, platformId, { roles: ['admin'], permissions: ['isDashboardAvailable'] });
  maria = await openStaff(app, platformId, { roles: ['seller'], name: '=cmd|calc' });
  rival = await openStaff(app, platformId, { roles: ['affiliate'], name: 'Rival' });
  await write(
    [
      { kind: 'PROVIDER', ownerId: market.connectionId, amount: -1_000 },
      { kind: 'PLATFORM_FEES', amount: 66 },
      { kind: 'GIVE', ownerId: maria.id, amount: 934 },
    ],
    { kind: 'SALE', paymentId: payment.paymentId },
  );
  await earn(rival, 500);
  await earn(maria, 7, { currency: 'USD' });
  const foreign = await createWorld(app, { host: 'foreign.example.com' });
  await write(
    [
      { kind: 'LOSSES', amount: -4_242 },
      { kind: 'AVAILABLE', ownerId: foreign.sellerId, amount: 4_242 },
    ],
    {},
    foreign.platformId,
  );
});
afterAll(() => market?.close());

async function write(
  entries: (Entry | Movement)[],
  changes: Partial<Posting> = {},
  platformId = market.world.platformId,
) {
  const facts = {
    kind: 'RELEASE' as const,
    source: randomUUID(),
    currency: 'BRL' as const,
    occurredAt: new Date(),
    entries,
  };
  await market.node.app.database.write(platformId, [post(platformId, { ...facts, ...changes })]);
}
const earn = ({ id }: Staff, amount: number, changes?: Partial<Posting>) =>
  write(
    [
      { kind: 'PROVIDER', ownerId: market.connectionId, amount: -amount },
      { kind: 'GIVE', ownerId: id, amount },
    ],
    changes,
  );

const take = (
  what: string,
  { headers }: Pick<Staff, 'headers'>,
  query: Record<string, string> = {},
  { app } = market.node,
) =>
  app.inject({
    url: `/exports/${what}?${new URLSearchParams({ ...period, format: 'csv', ...query })}`,
    headers,
  });
const linesOf = (text: string) =>
  parseCsv(text, { delimiter: ';' }).map((line) =>
    line.map((cell) => String(cell).replace(/^(-?\d+),(\d+)$/, '$1.$2')),
  );

describe('GET /exports/accounting', () => {
  it('has every entry of the platform in one currency, which sum to nothing', async () => {
    const answer = await take('accounting', admin);

    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="contabilidade-${today}.csv"`);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [header, ...lines] = linesOf(answer.body);
    expect(header).toEqual([
      'Data',
      'Lançamento',
      'Movimento',
      'Pagamento',
      'Produto',
      'Forma de pagamento',
      'Conta',
      'Titular',
      'Moeda',
      'Valor',
    ]);
    expect(lines).toHaveLength(5);
    expect(lines.reduce((sum, line) => sum + Math.round(Number(line.at(-1)) * 100), 0)).toBe(0);
    // An id may begin with a minus, which spreadsheets would read as a formula.
    const code = payment.publicId.replace(/^-/, "'-");
    const sale = lines.filter((line) => line[3] === code);
    const facts = ['Venda', code, 'Curso de Pão', 'Pix'];
    expect(sale.map((line) => line.slice(2)).sort((one, other) => Number(one.at(-1)) - Number(other.at(-1)))).toEqual([
      [...facts, 'Em poder do provedor', 'sandbox', 'BRL', '-10.00'],
      [...facts, 'Taxas da plataforma', '', 'BRL', '0.66'],
      [...facts, 'Disponível', "'=cmd|calc", 'BRL', '9.34'],
    ]);
    expect(answer.body).not.toContain('42.42');
    expect(linesOf((await take('accounting', admin, { currency: 'USD' })).body)).toHaveLength(3);
    expect((await take('accounting', admin, { lang: 'en' })).body).toContain('Held by the provider');
  });

  it('says the same as a workbook', async () => {
    const answer = await take('accounting', admin, { format: 'xlsx' });
    const [sheet] = readSheets(answer.rawPayload);
    const [, ...lines] = linesOf((await take('accounting', admin)).body);

    expect(answer.headers['content-disposition']).toBe(`attachment; filename="contabilidade-${today}.xlsx"`);
    expect(sheet?.name).toBe('Contabilidade');
    // Cells of a workbook hold amounts as numbers, whose format adds the last digits.
    const toCell = (cell: string) => (/^-?\d+\.\d\d$/.test(cell) ? String(Number(cell)) : cell.replace(/^'/, ''));
    expect(sheet?.rows.slice(1).map((row) => row.slice(1).map(({ value }) => value))).toEqual(
      lines.map((line) => line.slice(1).map(toCell)),
    );
    expect(sheet?.rows.flat().some(({ isFormula }) => isFormula)).toBe(false);
  });

  it('reads a batch at a time, and all of them', async () => {
    const many = await openStaff(market.node.app, market.world.platformId, { roles: ['seller'] });
    await market.inspector.rows(
      `SELECT ledger_post($1, jsonb_build_object('id', gen_random_uuid(), 'kind', 'RELEASE', 'source', 'many:' || n, 'currency', 'EUR',
         'occurredAt', now(), 'entries', jsonb_build_array(jsonb_build_object('kind', 'LOSSES', 'amount', -n),
           jsonb_build_object('kind', 'AVAILABLE', 'ownerId', $2::uuid, 'amount', n)))) FROM generate_series(1, 1200) n`,
      [market.world.platformId, many.id],
    );
    await market.inspector.rows(`SET session_replication_role = replica`);
    // Made here, not by a node: their ids say nothing of their time yet.
    await market.inspector.rows(
      `WITH moves AS (SELECT id, (lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0') || substr(replace(id::text, '-', ''), 13))::uuid AS new_id
         FROM ledger_transaction WHERE currency = 'EUR'), moved AS (UPDATE ledger_entry e SET transaction_id = m.new_id FROM moves m WHERE m.id = e.transaction_id)
       UPDATE ledger_transaction t SET id = m.new_id FROM moves m WHERE m.id = t.id`,
    );
    await market.inspector.rows(`SET session_replication_role = origin`);

    const lines = linesOf((await take('accounting', admin, { currency: 'EUR' })).body).slice(1);

    expect(lines).toHaveLength(2_400);
    expect(new Set(lines.map((line) => `${line[1]}${line[9]}`)).size).toBe(2_400);
    const statement = linesOf((await take('statement', many, { currency: 'EUR' })).body).slice(1);
    expect(statement).toHaveLength(1_200);
    expect(statement.reduce((sum, line) => sum + Math.round(Number(line[7]) * 100), 0)).toBe((1_200 * 1_201) / 2);
  });
});

describe('GET /exports/statement', () => {
  it('has the movements of whoever asks, and of nobody else', async () => {
    const [header, ...lines] = linesOf((await take('statement', maria)).body);
    expect(header).toEqual([
      'Data',
      'Movimento',
      'Pedido',
      'Produto',
      'Comprador',
      'Moeda',
      'A liberar',
      'Disponível',
      'Reservado',
      'Em débito',
      'Na conta do provedor',
      'Disponível depois',
      'Saldo total depois',
    ]);
    const [sold] = await market.inspector.rows<{ id: string }>('SELECT sale_id AS id FROM payment WHERE id = $1', [
      payment.paymentId,
    ]);
    expect(lines.map((line) => line.slice(1))).toEqual([
      [
        ...['Venda', orderCodeOf(sold!.id), 'Curso de Pão', '', 'BRL', '0.00', '9.34', '0.00', '0.00', '0.00'],
        ...['9.34', '9.34'],
      ],
    ]);
    expect(
      linesOf((await take('statement', rival)).body)
        .slice(1)
        .map((line) => line[7]),
    ).toEqual(['5.00']);
    expect(linesOf((await take('statement', maria, { kind: 'REFUND' })).body)).toHaveLength(1);
    expect((await take('statement', maria, { personId: rival.id })).json().details[0].field).toBe('personId');
  });
});

describe('exports', () => {
  it('are written into the log, with what was taken', async () => {
    await take('statement', rival, { kind: 'SALE' });
    const recorded = await market.inspector.rows<{ details: object }>(
      `SELECT details FROM audit_event WHERE type = 'ledger.exported' AND actor_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [rival.id],
    );
    expect(recorded).toEqual([
      { details: { what: 'statement', ...period, currency: 'BRL', format: 'csv', kind: 'SALE' } },
    ]);
  });

  it('are refused to whoever has no right to them, to links on other sites, and for periods that are none', async () => {
    const code = async (what: string, staff: Pick<Staff, 'headers'>, query?: Record<string, string>) =>
      (await take(what, staff, query)).json().code;
    expect(await code('accounting', maria)).toBe('ACCESS_DENIED');
    expect(await code('statement', admin)).toBe('ACCESS_DENIED');
    expect(await code('accounting', { headers: {} })).toBe('LOGIN_REQUIRED');
    expect(await code('accounting', { headers: { ...admin.headers, 'sec-fetch-site': 'cross-site' } })).toBe(
      'CROSS_SITE_REQUEST',
    );
    expect(await code('statement', maria, { from: '2020-01-01' })).toBe('PERIOD_INVALID');
    expect(await code('statement', maria, { format: 'pdf' })).toBe('VALIDATION_FAILED');
  });

  it('are not to be had more often than ten times a minute, each person for themselves', async () => {
    const strict = await buildNode({ databaseUrl: market.node.databaseUrl, env: { LIMIT_FACTOR: '1' } });
    onTestFinished(() => strict.close());
    const eager = await openStaff(market.node.app, market.world.platformId, { roles: ['seller'] });
    const codes: number[] = [];
    for (let time = 0; time < 11; time++) codes.push((await take('statement', eager, {}, strict)).statusCode);
    expect(codes).toEqual([...Array<number>(10).fill(200), 429]);
    expect((await take('statement', rival, {}, strict)).statusCode).toBe(200);
  });
});
