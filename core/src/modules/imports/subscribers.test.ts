/** Subscriptions of other platforms: they wait, their seller writes to the buyers, and each begins once its buyer agrees. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { connect, createWorld, type World } from '../../../test/world.ts';
import { signToken } from '../../shared/signed-token.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let seller: Pick<Staff, 'headers'>;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  await connect(node.app, world);
  await inspector.rows(
    `UPDATE offer SET title = 'Clube do Pão', type = 'SUBSCRIPTION', recurrence_price = 4990, frequency_in_days = 30, billet_enabled = false WHERE id = $1`,
    [world.offerId],
  );
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    world.platformId,
    world.sellerId,
  ]);
  seller = { headers: await openSessionOf(node.app, world.platformId, world.sellerId) };
  node.app.cache.forgetAll();
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const post = async (name: string, input: object, { headers } = seller) => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/imports.${name}`, headers, payload: input });
  return { status: answer.statusCode, body: answer.json() };
};
const get = async (name: string, input: Record<string, string> = {}, { headers } = seller) =>
  (await node.app.inject({ url: `/api/imports.${name}?${new URLSearchParams(input)}`, headers })).json();

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS - 3 * 3_600_000).toISOString().slice(0, 10);
const HEADER = 'ID da assinatura;Nome;E-mail;Plano;Próxima cobrança;Status;CPF';

async function run(lines: string[]) {
  const content = Buffer.from([HEADER, ...lines].join('\n'));
  const { importId } = (await post('createImport', { fileName: 'assinaturas.csv', bytes: content.length })).body;
  await post('addPart', { importId, number: 0, content: content.toString('base64') });
  await post('finishUpload', { importId });
  await node.app.imports.run();
  const { kind, source, mapping } = await get('getImport', { importId });
  await post('checkImport', { importId, kind, source, mapping, isLenient: false });
  await node.app.imports.run();
  const checked = await get('getImport', { importId });
  await post('runImport', { importId });
  await node.app.imports.run();
  return { ...checked, importId };
}

const tokenOf = async (email: string) => {
  const [row] = await inspector.rows<{ public_id: string }>(
    'SELECT public_id FROM imported_subscription WHERE email = $1',
    [email],
  );
  return signToken(node.app.config.encryptionKey, 'imported-subscription', row?.public_id as string);
};
const request = async (email: string, form?: Record<string, string>) =>
  node.app.inject({
    method: form ? 'POST' : 'GET',
    url: `/continue-subscription?token=${await tokenOf(email)}`,
    ...(form && {
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });
/** Returns the terms that the page shows, as its form carries them. */
const seenBy = async (email: string): Promise<string> =>
  /name="seen" value="([^"]*)"/.exec((await request(email)).body)?.[1] ?? '';
/** Opens the page, or sends its form. */
const open = async (email: string, form?: Record<string, string>) =>
  request(email, form && { seen: await seenBy(email), ...form });
const mails = async () =>
  (await inspector.rows<{ recipient: string }>(`SELECT recipient FROM mail WHERE template = 'subscription-moved'`)).map(
    ({ recipient }) => recipient,
  );

describe('imported subscriptions', () => {
  it('wait without a mail, and are refused where they ended or have no offer here', async () => {
    const checked = await run([
      `s1;Ana;ana@example.com;Clube do Pão;${dayIn(10)};Ativa;12345678909`,
      `s2;Bia;bia@example.com;Clube do Pão;${dayIn(-40)};Em atraso;12345678909`,
      `s3;Cid;cid@example.com;Clube do Pão;${dayIn(10)};Cancelada;`,
      `s4;Dea;dea@example.com;Outro clube;${dayIn(10)};Ativa;`,
      `s5;Eva;eva@example.com;Clube do Pão;${dayIn(20)};Ativa;`,
    ]);
    expect(checked).toMatchObject({ kind: 'SUBSCRIPTIONS', newRows: 3, refusedRows: 2 });
    const list = await get('listSubscriptions');
    expect(list).toMatchObject({ count: 3, inviteable: 3 });
    expect(list.items).toEqual(
      expect.arrayContaining([expect.objectContaining({ email: 'ana@example.com', amount: 4_990, state: 'WAITING' })]),
    );
    expect(await mails()).toEqual([]);
    expect(await inspector.rows('SELECT id FROM subscription')).toEqual([]);
  });

  it('are written to when their seller says so, each once within three days', async () => {
    expect((await post('inviteSubscribers', {})).body).toEqual({ sent: 3 });
    expect((await post('inviteSubscribers', {})).body).toEqual({ sent: 0 });
    expect((await mails()).sort()).toEqual(['ana@example.com', 'bia@example.com', 'eva@example.com']);
    const rival = await openStaff(node.app, world.platformId, { roles: ['seller'] });
    expect((await post('inviteSubscribers', {}, rival)).body).toEqual({ sent: 0 });
    expect((await get('listSubscriptions', {}, rival)).items).toEqual([]);
  });

  it('begin once when their buyer agrees, charge nothing before the due date, and keep the price', async () => {
    const page = await open('ana@example.com');
    expect([page.statusCode, page.body.includes('R$')]).toEqual([200, true]);
    expect(await inspector.rows('SELECT id FROM subscription')).toEqual([]);

    const answers = await Promise.all([open('ana@example.com', {}), open('ana@example.com', {})]);

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    const rows = await inspector.rows(
      `SELECT s.status, s.amount::int, s.method, s.next_charge_at, i.state, x.total::int FROM subscription s
       JOIN imported_subscription i ON i.subscription_id = s.id JOIN sale x ON x.id = s.first_sale_id`,
    );
    expect(rows).toEqual([
      {
        status: 'TRIALING',
        amount: 4_990,
        method: 'PIX',
        next_charge_at: new Date(`${dayIn(10)}T15:00:00.000Z`),
        state: 'AGREED',
        total: 0,
      },
    ]);
    expect(await inspector.rows('SELECT id FROM payment')).toEqual([]);
    expect((await open('ana@example.com')).statusCode).toBe(303);
  });

  it('move a due date that has passed on by whole periods, and ask for a document that is missing', async () => {
    expect((await open('bia@example.com', {})).statusCode).toBe(303);
    const [late] = await inspector.rows<{ at: Date }>(
      `SELECT next_charge_at AS at FROM subscription WHERE buyer_email = 'bia@example.com'`,
    );
    expect(late?.at).toEqual(new Date(`${dayIn(20)}T15:00:00.000Z`));
    expect((await open('eva@example.com', { document: '111' })).statusCode).toBe(422);
    expect((await open('eva@example.com', { document: '123.456.789-09' })).statusCode).toBe(303);
  });

  it('do not begin on terms that their seller changed after the buyer saw them', async () => {
    await run([`s8;Hel;hel@example.com;Clube do Pão;${dayIn(10)};Ativa;12345678909`]);
    const seen = await seenBy('hel@example.com');
    await inspector.rows(`UPDATE imported_subscription SET amount = 49_900 WHERE email = 'hel@example.com'`);

    const answer = await open('hel@example.com', { seen });

    expect([answer.statusCode, answer.body.includes('499,00')]).toEqual([409, true]);
    expect((await open('hel@example.com', { seen: '' })).statusCode).toBe(409);
    expect(await inspector.rows(`SELECT id FROM subscription WHERE buyer_email = 'hel@example.com'`)).toEqual([]);
    expect((await open('hel@example.com', {})).statusCode).toBe(303);
  });

  it('stay behind an undo once their buyer has the link', async () => {
    const { importId } = await run([
      `s6;Fia;fia@example.com;Clube do Pão;${dayIn(10)};Ativa;`,
      `s7;Gil;gil@example.com;Clube do Pão;${dayIn(10)};Ativa;`,
    ]);
    await inspector.rows(`UPDATE imported_subscription SET state = 'INVITED' WHERE email = 'fia@example.com'`);
    await post('undoImport', { importId });
    await node.app.imports.run();
    expect(await get('getImport', { importId })).toMatchObject({ state: 'UNDONE', removedRows: 1, keptRows: 1 });
  });
});
