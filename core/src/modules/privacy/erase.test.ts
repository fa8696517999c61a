/** People get a copy of their data, and are erased when they ask: a dump of the whole database names them nowhere, and the books stay. */
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureLog } from '../../../test/capture-log.ts';
import { findInDump } from '../../../test/find-in-dump.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { BUYER_ADDRESS, buy, pixPurchase } from '../../../test/world.ts';
import { ERASED_EMAIL, ERASED_NAME } from '../../shared/erased.ts';
import { newId } from '../../shared/ids.ts';
import { auditLedger } from '../ledger/audit.ts';
import { checkPayment } from '../payments/service.ts';
import { eraseAgain } from './again.ts';
import { readCopy } from './copy.ts';
import { nameErased, readErasedLine } from './erased-line.ts';
import { carryOutDue, forgetErasedRecipients } from './service.ts';

const PERMISSIONS = ['isUserAdvancedOptionsAvailable', 'isUsersAvailable'] as const;
const DAY = 86_400_000;

let market: Market;
let admin: Staff;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
  admin = await openStaff(market.node.app, market.world.platformId, { roles: ['admin'], permissions: PERMISSIONS });
});
afterAll(() => market?.close());

const rows = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  market.inspector.rows<Row>(sql, values);

/** Calls a procedure of this module; queries have no payload. */
async function call(by: Staff, name: string, payload?: object) {
  const answer = await market.node.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/privacy.${name}`,
    headers: by.headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

let count = 0;
/** A buyer with an account, whose name nothing else in the database holds. */
async function openBuyer() {
  const id = `eufrasio${++count}`;
  const name = `Eufrásio${count} Quintanilha`;
  const email = `${id}.quintanilha@example.com`;
  const form = {
    ...BUYER_ADDRESS,
    name,
    email: email.replace('e', 'E'),
    phone: `119${String(70_000_000 + count)}`,
    cpf: '11144477735',
    street: `Rua Quintanilha${count}`,
    isRepeat: false,
    utmQuery: { utm_term: id },
    referer: `https://search.example/?q=${id}`,
  };
  const { app } = market.node;
  const person = await openStaff(app, market.world.platformId, { roles: ['customer'], name, email });
  const texts = [name, email, id, form.phone, `(11) 9${form.phone.slice(3, 7)}-${form.phone.slice(7)}`, form.street];
  return { person, form, texts: [...texts, '11144477735', '111.444.777-35'] };
}
type Buyer = Awaited<ReturnType<typeof openBuyer>>;

/** Buys by Pix. Returns the ids, and pays unless told otherwise. */
async function order({ form }: Buyer, isPaid = true) {
  const { app } = market.node;
  const answer = (await buy(app, pixPurchase(market.world, form))).json();
  const [row] = await rows<{ id: string; sale_id: string; transaction_id: string }>(
    `SELECT p.id, p.sale_id, a.transaction_id FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1`,
    [answer.paymentId],
  );
  if (isPaid) {
    await (await market.host()).simulator.pay(row!.transaction_id);
    await checkPayment(app, market.world.platformId, row!.id);
  }
  return { publicId: String(answer.paymentId), paymentId: row!.id, saleId: row!.sale_id };
}

/** Leaves words about a buyer in every place to which people and providers write. */
async function leaveTraces({ person, form }: Buyer, sold: Awaited<ReturnType<typeof order>>) {
  const { app } = market.node;
  const { platformId, sellerId, offerId } = market.world;
  const { publicId, paymentId, saleId } = sold;
  await app.inject({
    method: 'POST',
    url: `/checkout/${offerId}/contact`,
    headers: {
      host: 'localhost',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    payload: new URLSearchParams({
      name: form.name,
      email: form.email,
      text: `Sou ${form.name}, moro na ${form.street}`,
    }).toString(),
  });
  await call(admin, 'listRequests');
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys({ platform_id: platformId, ...row });
    return rows(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values({ platform_id: platformId, ...row }),
    );
  };
  const uuid = () => crypto.randomUUID();
  await insert('person_note', {
    id: uuid(),
    person_id: person.id,
    author_id: admin.id,
    author_name: admin.name,
    text: `Liguei para ${form.phone}`,
  });
  await insert('notification', {
    id: uuid(),
    person_id: sellerId,
    type: 'sale.approved',
    source: sold.saleId,
    parameters: { buyerName: form.name, title: 'Curso' },
  });
  await insert('audit_event', {
    id: uuid(),
    type: 'refund.created',
    actor_id: admin.id,
    actor_name: admin.name,
    actor_email: admin.email,
    subject_type: 'payment',
    subject_id: publicId,
    subject_name: form.name,
    details: { buyer: form.name, note: `por ${form.email}` },
  });
  await insert('webhook', {
    id: uuid(),
    connection_id: market.connectionId,
    headers: {},
    query: {},
    body: Buffer.from(JSON.stringify({ payer: form.name })),
    state: 'PROCESSED',
    payment_id: paymentId,
  });
  await insert('provider_exchange', {
    id: uuid(),
    connection_id: market.connectionId,
    payment_id: paymentId,
    method: 'POST',
    host: 'api.example.com',
    path: `/charges?email=${form.email}`,
    outcome: 'ANSWERED',
    reason: `payer ${form.name} refused`,
    started_at: new Date(),
    duration_ms: 12,
  });
  await insert('ad_consent', { sale_id: saleId, context: { ip: '203.0.113.9', email: form.email } });
  await insert('abandoned_cart', {
    id: uuid(),
    offer_id: offerId,
    name: form.name,
    email: form.email,
    email_lower: person.email,
    phone: form.phone,
    form: { street: form.street },
    utm_query: {},
  });
}

/** Lets the days pass in which a request can be taken back. */
async function passDays(days = 3) {
  await rows(`UPDATE privacy_request SET starts_at = starts_at - make_interval(days => $1)`, [days]);
}

describe('a copy of the own data', () => {
  it('holds what the platform knows of the person, to be read by programs and by people, and no secret', async () => {
    const { app } = market.node;
    const buyer = await openBuyer();
    const other = await openBuyer();
    await leaveTraces(buyer, await order(buyer));
    await order(other);
    const { body } = await call(buyer.person, 'openCopy', {});
    const answer = await app.inject({ url: body.url, headers: buyer.person.headers });

    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    const files = unzipSync(answer.rawPayload);
    const [json, page] = ['data.json', 'seus-dados.html'].map((name) => Buffer.from(files[name]!).toString());
    const copy = JSON.parse(json!);
    expect(copy.person).toEqual([expect.objectContaining({ name: buyer.form.name, email: buyer.person.email })]);
    expect(copy.sale).toEqual([
      expect.objectContaining({ buyer_name: buyer.form.name, buyer_document: '11144477735', total: 9_990 }),
    ]);
    expect(copy.payment).toEqual([expect.objectContaining({ method: 'PIX', status: 'APPROVED', paid_amount: 9_990 })]);
    expect(copy.person_note).toEqual([expect.objectContaining({ text: `Liguei para ${buyer.form.phone}` })]);
    expect(copy.buyer_question).toHaveLength(1);
    expect(copy.abandoned_cart).toEqual([expect.objectContaining({ form: { street: buyer.form.street } })]);
    expect(page).toContain(buyer.form.street);
    expect(page).toContain('R$&#160;99,90'.replace('&#160;', '\u00a0'));
    for (const text of [...other.texts.slice(0, 3), 'password', 'token_hash', 'none'])
      expect(json, text).not.toContain(`"${text}`);
  });

  it('is opened by nobody else, and by nobody who acts for the person', async () => {
    const { app } = market.node;
    const [buyer, other] = [await openBuyer(), await openBuyer()];
    const { body } = await call(buyer.person, 'openCopy', {});
    const steal = async (headers: Record<string, string>) => (await app.inject({ url: body.url, headers })).json().code;

    expect(await steal(other.person.headers)).toBe('TOKEN_INVALID');
    expect(await steal(await openSessionOf(app, market.world.platformId, buyer.person.id))).toBe('TOKEN_INVALID');
    expect(await steal({ host: 'localhost' })).toBe('LOGIN_REQUIRED');
    const stale = {
      ...buyer.person,
      headers: await openSessionOf(app, market.world.platformId, buyer.person.id, { confirmedMinutesAgo: 11 }),
    };
    expect((await call(stale, 'openCopy', {})).body.code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await call(stale, 'requestErasure', {})).body.code).toBe('REAUTHENTICATION_REQUIRED');
  });
});

describe('a person who asks to be erased', () => {
  it('is found nowhere in a dump three days later, while amounts, dates and everybody else stay', async () => {
    const { app } = market.node;
    const { platformId } = market.world;
    const buyer = await openBuyer();
    const other = await openBuyer();
    const sold = await order(buyer);
    await leaveTraces(buyer, sold);
    const kept = await order(other);
    const figures = `SELECT total, created_at, currency FROM sale WHERE id = $1`;
    const before = await rows(figures, [sold.saleId]);
    // The CPF is the other buyer's, too.
    const own = buyer.texts.slice(0, -2);
    expect((await findInDump(market.inspector, own)).length).toBeGreaterThan(10);

    expect((await call(buyer.person, 'requestErasure', {})).status).toBe(200);
    expect(await carryOutDue(app)).toBe(0);
    await passDays();
    expect(await carryOutDue(app)).toBe(1);
    // The engine of jobs deletes its rows within days.
    await rows(
      `UPDATE mail SET state = 'SENT', sealed_parameters = NULL, next_attempt_at = NULL WHERE template = 'erasure-done'`,
    );
    await forgetErasedRecipients(app);
    await rows('DELETE FROM pgboss.job');

    expect(await findInDump(market.inspector, own)).toEqual([]);
    expect(await rows(figures, [sold.saleId])).toEqual(before);
    expect((await auditLedger(app.database.jobs, platformId)).problems).toEqual([]);
    expect(
      await rows('SELECT name, status, erased_at IS NOT NULL AS "isErased" FROM person WHERE id = $1', [
        buyer.person.id,
      ]),
    ).toEqual([{ name: ERASED_NAME, status: 'DISABLED', isErased: true }]);
    const [neighbour] = await rows('SELECT buyer_name, buyer_document FROM sale WHERE id = $1', [kept.saleId]);
    expect(neighbour).toEqual({ buyer_name: other.form.name, buyer_document: '11144477735' });
    expect((await call(buyer.person, 'getOwnPrivacy')).body.code).toBe('LOGIN_REQUIRED');
    const [request] = await rows('SELECT state, email, counts FROM privacy_request WHERE person_id = $1', [
      buyer.person.id,
    ]);
    expect(request).toMatchObject({
      state: 'DONE',
      email: ERASED_EMAIL,
      counts: expect.objectContaining({ sale: 1, person: 1, webhook: 1 }),
    });
  });

  it('is told by mail, and once more when it is done', async () => {
    const { app } = market.node;
    const buyer = await openBuyer();
    await order(buyer);
    await call(buyer.person, 'requestErasure', {});
    await call(buyer.person, 'requestErasure', {});
    const mails = () =>
      rows(`SELECT template FROM mail WHERE recipient = $1 AND template LIKE 'erasure%' ORDER BY id`, [
        buyer.person.email,
      ]);
    expect(await mails()).toEqual([{ template: 'erasure-asked' }]);

    await passDays();
    await carryOutDue(app);
    expect(await mails()).toEqual([{ template: 'erasure-done' }]);
  });

  it('may take it back until then', async () => {
    const { app } = market.node;
    const buyer = await openBuyer();
    await order(buyer);
    await call(buyer.person, 'requestErasure', {});
    const { body } = await call(buyer.person, 'getOwnPrivacy');
    expect(body).toMatchObject({ request: { state: 'WAITING' }, hindrances: [] });
    expect(new Date(body.request.dueAt).getTime() - new Date(body.request.createdAt).getTime()).toBe(15 * DAY);

    expect((await call(buyer.person, 'withdrawErasure', {})).status).toBe(200);
    expect((await call(buyer.person, 'withdrawErasure', {})).body.code).toBe('PRIVACY_REQUEST_NOT_FOUND');
    await passDays();
    expect(await carryOutDue(app)).toBe(0);
    expect((await call(buyer.person, 'getOwnPrivacy')).body.request.state).toBe('WITHDRAWN');
  });

  it.each([
    ['a code can still be paid', 'PAYMENT', (buyer: Buyer) => order(buyer, false)],
    [
      'a refund waits for its decision',
      'REFUND',
      async (buyer: Buyer) => {
        const { paymentId } = await order(buyer);
        await rows(
          `INSERT INTO refund_request (platform_id, id, protocol, payment_id, seller_id, reason, ground, state, paid_by)
           VALUES ($1, gen_random_uuid(), $2, $3, $4, 'OTHER', 'LATE', 'WAITING', 'PROVIDER')`,
          [market.world.platformId, paymentId.slice(-12), paymentId, market.world.sellerId],
        );
      },
    ],
    [
      'the person works for the platform',
      'TEAM',
      ({ person }: Buyer) =>
        rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'manager')`, [
          market.world.platformId,
          person.id,
        ]),
    ],
  ])('waits while %s', async (_, hindrance, prepare) => {
    const { app } = market.node;
    const buyer = await openBuyer();
    await prepare(buyer);
    await call(buyer.person, 'requestErasure', {});
    await passDays();

    expect(await carryOutDue(app)).toBe(0);
    expect((await call(buyer.person, 'getOwnPrivacy')).body.hindrances).toEqual([hindrance]);
    expect((await rows('SELECT name FROM person WHERE id = $1', [buyer.person.id]))[0]).toEqual({
      name: buyer.form.name,
    });
    await call(buyer.person, 'withdrawErasure', {});
  });

  it('waits for two people of the team where money is owed', async () => {
    const { app } = market.node;
    const { platformId } = market.world;
    const buyer = await openBuyer();
    const second = await openStaff(app, platformId, { roles: ['admin'], permissions: PERMISSIONS });
    await rows(
      `INSERT INTO ledger_account (platform_id, owner_id, kind, currency, balance) VALUES ($1, $2, 'AVAILABLE', 'BRL', 0)`,
      [platformId, buyer.person.id],
    );
    await rows(`UPDATE ledger_account SET balance = 100 WHERE owner_id = $1`, [buyer.person.id]);
    await call(buyer.person, 'requestErasure', {});
    await passDays();
    const [request] = await rows<{ id: string }>('SELECT id FROM privacy_request WHERE person_id = $1', [
      buyer.person.id,
    ]);
    const approve = (by: Staff) => call(by, 'approveRequest', { requestId: request!.id });

    expect(await carryOutDue(app)).toBe(0);
    expect((await approve(admin)).body).toEqual({ isComplete: false });
    expect((await approve(admin)).body.code).toBe('APPROVER_SAME');
    expect(await carryOutDue(app)).toBe(0);
    const { items } = (await call(second, 'listRequests')).body;
    expect(items.find(({ id }: { id: string }) => id === request!.id)).toMatchObject({
      hindrances: ['MONEY'],
      isHalf: true,
      needsAnother: false,
    });
    expect((await approve(second)).body).toEqual({ isComplete: true });
    expect(await carryOutDue(app)).toBe(1);
    expect(await rows('SELECT balance::int FROM ledger_account WHERE owner_id = $1', [buyer.person.id])).toEqual([
      { balance: 100 },
    ]);
  });

  it('is asked for by the team, too, and refused with a reason', async () => {
    const buyer = await openBuyer();
    await order(buyer);
    await rows('DELETE FROM role_grant WHERE person_id = $1', [buyer.person.id]);
    expect((await call(admin, 'openRequest', { email: 'nobody@example.com' })).body.code).toBe('PERSON_NOT_FOUND');
    expect((await call(admin, 'openRequest', { email: buyer.person.email.toUpperCase() })).status).toBe(200);
    const { items } = (await call(admin, 'listRequests')).body;
    expect(items[0]).toMatchObject({
      email: buyer.person.email,
      name: buyer.form.name,
      isByTeam: true,
      state: 'WAITING',
    });

    const requestId = items[0].id;
    expect((await call(admin, 'approveRequest', { requestId })).body.code).toBe('PRIVACY_APPROVAL_UNNEEDED');
    expect(
      (await call(admin, 'refuseRequest', { requestId, reason: 'Há um processo judicial em andamento.' })).status,
    ).toBe(200);
    expect(
      (await call(admin, 'refuseRequest', { requestId, reason: 'Há um processo judicial em andamento.' })).body.code,
    ).toBe('PRIVACY_REQUEST_CLOSED');
    const [mail] = await rows(
      'SELECT template FROM mail WHERE recipient = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
      [buyer.person.email],
    );
    expect(mail).toEqual({ template: 'erasure-refused' });
  });
});

describe('a restored backup', () => {
  it('is rid of everybody whom the log names, once, and of nobody who was erased before it', async () => {
    const { app } = market.node;
    const { platformId } = market.world;
    const lines = captureLog(app, 'debug');
    const [account, guest, early] = [await openBuyer(), await openBuyer(), await openBuyer()];
    const all = [early, account, guest];
    const emails = all.map(({ person }) => person.email);
    for (const { person } of [guest, early])
      await rows('UPDATE person SET email = $2 WHERE id = $1', [person.id, `gone-${person.email}`]);
    const readState = async () => ({
      bought: (
        await rows<{ email: string }>(
          'SELECT buyer_email_lower AS email FROM sale WHERE platform_id = $1 AND buyer_email_lower = ANY ($2) ORDER BY created_at',
          [platformId, emails],
        )
      ).map(({ email }) => email),
      person: (await rows('SELECT name, email FROM person WHERE id = $1', [account.person.id]))[0],
    });
    for (const one of all) await order(one);
    const before = await readState();
    for (const email of emails) {
      expect((await call(admin, 'openRequest', { email })).status).toBe(200);
      await passDays();
      expect(await carryOutDue(app)).toBe(1);
    }
    expect(await readState()).toEqual({ bought: [], person: { name: ERASED_NAME, email: expect.any(String) } });
    const written = lines.filter((line) => line.includes('person-erased'));
    expect(written.join()).not.toMatch(/quintanilha/i);
    const people = written.flatMap((line) => readErasedLine(`Nov 30 feira[1]: ${line}`) ?? []);
    const others = ['', 'person-erased', '{"msg":"person-erased"}', lines[0] ?? ''].map(readErasedLine);
    expect([people.length, others]).toEqual([3, [null, null, null, null]]);

    // A backup from after the first erasure holds its request, and the other two people still. The first has come back.
    const ids = people.slice(1).map(({ requestId }) => requestId);
    await rows('DELETE FROM privacy_request WHERE id = ANY ($1::uuid[])', [ids]);
    await rows('UPDATE person SET name = $2, email = $3 WHERE id = $1', [
      account.person.id,
      account.form.name,
      account.person.email,
    ]);
    for (const one of all) await order(one);
    expect(await readState()).toEqual(before);

    expect(await eraseAgain(app, people)).toEqual({ erased: 2, waiting: [], absent: 1 });
    expect(await readState()).toEqual({
      bought: [early.person.email],
      person: { name: ERASED_NAME, email: expect.any(String) },
    });
    expect(await eraseAgain(app, people)).toEqual({ erased: 0, waiting: [], absent: 3 });
  });

  it('keeps a request for whom something stands in the way', async () => {
    const { app } = market.node;
    const { platformId } = market.world;
    const buyer = await openBuyer();
    await order(buyer, false);
    const subjects = [nameErased(app.config.encryptionKey, platformId, buyer.person.email)];
    const line = { platformId, requestId: newId(), personId: buyer.person.id, subjects };

    expect(await eraseAgain(app, [line, { ...line, platformId: newId() }])).toEqual({
      erased: 0,
      waiting: [{ platformId, personId: buyer.person.id, hindrances: ['PAYMENT'] }],
      absent: 1,
    });
    expect((await call(buyer.person, 'getOwnPrivacy')).body.request.state).toBe('WAITING');
    await call(buyer.person, 'withdrawErasure', {});
  });
});

describe('an erasure that meets odd data', () => {
  /** Writes an event of the log about the buyer. */
  const log = ({ person }: Buyer, extra: { details?: object; name?: string; email?: string }) =>
    rows(
      `INSERT INTO audit_event (platform_id, id, type, actor_id, actor_name, actor_email, details)
       VALUES ($1, gen_random_uuid(), 'account.profileChanged', $2, $3, $4, $5)`,
      [
        market.world.platformId,
        person.id,
        extra.name ?? person.name,
        extra.email ?? person.email,
        JSON.stringify(extra.details ?? {}),
      ],
    );
  const detailsOf = async ({ person }: Buyer) =>
    (
      await rows<{ details: unknown }>(
        `SELECT details FROM audit_event WHERE actor_id = $1 AND type = 'account.profileChanged'`,
        [person.id],
      )
    ).map(({ details }) => details);
  const erase = async ({ person }: Buyer) => {
    await call(person, 'requestErasure', {});
    await passDays();
    return carryOutDue(market.node.app);
  };

  it.each(['True', 'null', 'phone', 'Zé "Aspas" d\\\\e [50%] (a|b)*', "D'Ávila\tda Silva"])(
    'replaces the name %s and its numbers in texts within JSON alone',
    async (name) => {
      const buyer = await openBuyer();
      await rows('UPDATE person SET name = $2, phone = $3 WHERE id = $1', [buyer.person.id, name, buyer.form.phone]);
      const phone = Number(buyer.form.phone);
      await log(buyer, { details: { isPaid: true, none: null, phone, text: `Linha\n${name}, sim`, list: [name, 7] } });

      expect(await erase(buyer)).toBe(1);
      expect(await detailsOf(buyer)).toEqual([
        { isPaid: true, none: null, phone: 0, text: `Linha\n${ERASED_NAME}, sim`, list: [ERASED_NAME, 7] },
      ]);
    },
  );

  it('finds names and addresses that the person had before, and other spellings of them', async () => {
    const buyer = await openBuyer();
    const [name, email] = ['Zenóbia Antiga', 'zenobia+loja@example.com'];
    await log(buyer, { name, email });
    await log(buyer, { name: 'Bia', details: { text: 'ZENOBIA ANTIGA', path: `/c?e=${encodeURIComponent(email)}` } });
    expect(await erase(buyer)).toBe(1);

    expect(await findInDump(market.inspector, [name, 'zenobia', 'Zenobia Antiga'])).toEqual([]);
    expect(await rows(`SELECT 1 FROM audit_event WHERE actor_name = 'Bia'`)).toEqual([]);
  });

  it('follows a person who changes the e-mail while the request waits', async () => {
    const buyer = await openBuyer();
    const { saleId } = await order(buyer);
    await call(buyer.person, 'requestErasure', {});
    const email = `mudado.${buyer.person.email}`;
    await rows('UPDATE person SET email = $2 WHERE id = $1', [buyer.person.id, email]);
    const moved = await order({ ...buyer, form: { ...buyer.form, email } });
    await call(buyer.person, 'requestErasure', {});
    await passDays();

    expect(await carryOutDue(market.node.app)).toBe(1);
    expect(await rows('SELECT DISTINCT buyer_email FROM sale WHERE id = ANY ($1)', [[saleId, moved.saleId]])).toEqual([
      { buyer_email: ERASED_EMAIL },
    ]);
    expect(await rows('SELECT status FROM person WHERE id = $1', [buyer.person.id])).toEqual([{ status: 'DISABLED' }]);
  });

  it('takes two waiting requests of one person as one', async () => {
    const [buyer, next] = [await openBuyer(), await openBuyer()];
    await rows(
      `INSERT INTO privacy_request (platform_id, id, person_id, email, starts_at, due_at)
       SELECT $1, gen_random_uuid(), $2, email, now() - interval '1 minute', now() FROM unnest($3::text[]) email`,
      [market.world.platformId, buyer.person.id, [buyer.person.email, `antes.${buyer.person.email}`]],
    );
    expect(await carryOutDue(market.node.app)).toBe(1);
    expect(await rows(`SELECT state FROM privacy_request WHERE person_id = $1`, [buyer.person.id])).toEqual([
      { state: 'DONE' },
      { state: 'DONE' },
    ]);
    expect(await erase(next)).toBe(1);
  });

  it('lets a buyer take a request of the team back who has signed in since, and knows the new account', async () => {
    const { app } = market.node;
    const buyer = await openBuyer();
    const email = `letter.${buyer.person.email}`;
    await order({ ...buyer, form: { ...buyer.form, email } });
    const ask = () => call(admin, 'openRequest', { email });
    expect((await ask()).status).toBe(200);
    const person = await openStaff(app, market.world.platformId, { roles: ['customer'], email });
    expect((await call(person, 'getOwnPrivacy')).body.request).toMatchObject({ state: 'WAITING' });
    expect((await call(person, 'withdrawErasure', {})).status).toBe(200);
    await passDays();
    expect(await carryOutDue(app)).toBe(0);

    await rows('UPDATE person SET email = $2 WHERE id = $1', [person.id, `away.${email}`]);
    expect((await ask()).status).toBe(200);
    await rows('UPDATE person SET email = $2 WHERE id = $1', [person.id, email]);
    await passDays();
    expect(await carryOutDue(app)).toBe(1);
    expect(await rows('SELECT status FROM person WHERE id = $1', [person.id])).toEqual([{ status: 'DISABLED' }]);
    expect((await call(admin, 'openRequest', { email: ERASED_EMAIL })).body.code).toBe('PERSON_NOT_FOUND');
  });

  it('does not wait behind hundreds of requests that something hinders', async () => {
    const buyer = await openBuyer();
    await rows(
      `INSERT INTO privacy_request (platform_id, id, person_id, email, starts_at, due_at)
       SELECT $1, gen_random_uuid(), $2, 'hindered' || n || '@example.com', now() - interval '30 days', now() FROM generate_series(1, 510) n`,
      [market.world.platformId, admin.id],
    );
    expect(await erase(buyer)).toBe(1);
    await rows(`DELETE FROM privacy_request WHERE email LIKE 'hindered%'`);
  });
});

describe('a copy of somebody who works with data of others', () => {
  it('names nobody else', async () => {
    const { app } = market.node;
    const { platformId, sellerId } = market.world;
    const other = await openBuyer();
    const { saleId } = await order(other);
    await rows(
      `INSERT INTO notification (platform_id, id, person_id, type, parameters, href, source)
       VALUES ($1, gen_random_uuid(), $2, 'sale.approved', $3, '', $4)`,
      [platformId, sellerId, JSON.stringify({ buyerName: other.form.name, title: 'Curso' }), saleId],
    );
    await rows(
      `INSERT INTO audit_event (platform_id, id, type, actor_id, actor_name, actor_email, subject_type, subject_id, subject_name, subject_email, details)
       VALUES ($1, gen_random_uuid(), 'person.blocked', $2, 'Loja', 'loja@example.com', 'person', $3, $4, $5, $6)`,
      [
        platformId,
        sellerId,
        other.person.id,
        other.form.name,
        other.person.email,
        JSON.stringify({ of: other.form.name }),
      ],
    );
    const [seller] = await rows<{ email: string }>('SELECT email FROM person WHERE id = $1', [sellerId]);
    const copy = JSON.stringify(await readCopy(app, platformId, { personId: sellerId, email: seller!.email }));

    expect(copy).toContain('"title":"Curso"');
    expect(copy).toContain('person.blocked');
    for (const text of other.texts.slice(0, 3)) expect(copy).not.toContain(text);
  });
});

describe('an erased person who took part in sales', () => {
  it('gets no part of what is sold afterwards, while the product sells on', async () => {
    const { app } = market.node;
    const { platformId, productId } = market.world;
    const partner = await openBuyer();
    await rows(
      `INSERT INTO co_production (platform_id, id, product_id, person_id, basis_points, status, starts_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 1000, 'ACTIVE', now() - interval '1 day')`,
      [platformId, productId, partner.person.id],
    );
    const sharesAsPartner = async () => {
      app.cache.forgetAll();
      const { paymentId } = await order(await openBuyer());
      const [row] = await rows<{ terms: string }>('SELECT terms::text FROM payment WHERE id = $1', [paymentId]);
      return row!.terms.includes(partner.person.id);
    };
    expect(await sharesAsPartner()).toBe(true);
    await call(partner.person, 'requestErasure', {});
    await passDays();
    // The team agrees to leave the share of the first sale.
    await rows(`UPDATE privacy_request SET approvals = '[{}, {}]' WHERE person_id = $1`, [partner.person.id]);
    expect(await carryOutDue(app)).toBe(1);

    expect(await sharesAsPartner()).toBe(false);
  });

  it('sells nothing any more, and says so to buyers', async () => {
    const { app } = market.node;
    const { platformId, sellerId } = market.world;
    const [other, seller] = [await openBuyer(), await openSessionOf(app, platformId, sellerId)];
    const { publicId } = await order(other);
    await rows(`DELETE FROM refund_request WHERE state = 'WAITING'`);
    const [row] = await rows<{ email: string; name: string }>('SELECT email, name FROM person WHERE id = $1', [
      sellerId,
    ]);
    await rows(
      `INSERT INTO privacy_request (platform_id, id, person_id, email, starts_at, due_at, approvals)
       VALUES ($1, gen_random_uuid(), $2, $3, now() - interval '1 minute', now(), '[{}, {}]')`,
      [platformId, sellerId, row!.email],
    );
    expect(await carryOutDue(app)).toBe(1);
    app.cache.forgetAll();

    expect((await buy(app, pixPurchase(market.world, other.form))).json().code).toBe('OFFER_NOT_FOUND');
    const page = await app.inject({ url: `/checkout/${market.world.offerId}`, headers: { host: 'localhost' } });
    expect([page.statusCode, page.body.includes(row!.name)]).toEqual([404, false]);
    const paid = await app.inject({ url: `/checkout/payment/${publicId}`, headers: { host: 'localhost' } });
    expect([paid.statusCode, paid.body.includes(row!.name)]).toEqual([200, false]);
    expect((await app.inject({ url: '/api/privacy.getOwnPrivacy', headers: seller })).json().code).toBe(
      'LOGIN_REQUIRED',
    );
  });
});
