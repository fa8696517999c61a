/** People prove who they are by documents that are stored sealed; the team looks at them, decides, and the platform's rule waits for it. */

import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInDump } from '../../../test/find-in-dump.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { openPayouts, type Payouts } from '../../../test/withdrawing.ts';
import { carryOutDue } from '../privacy/service.ts';
import { endVerifications, purgeDocuments } from './jobs.ts';

const CPF = '11144477735';
const CNPJ = '11222333000181';
const DAY = 86_400_000;
const BASE = DEFAULT_PLATFORM_SETTINGS.verification;
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('retrato da Maria')]);

let market: Payouts;
let admin: Staff;
let second: Staff;
beforeAll(async () => {
  market = await openPayouts({ isListening: false });
  const permissions = ['isValidateDocumentsAvailable'] as const;
  admin = await openStaff(market.node.app, market.world.platformId, { roles: ['admin'], permissions, name: 'Ana' });
  second = await openStaff(market.node.app, market.world.platformId, { roles: ['admin'], permissions, name: 'Bia' });
});
afterAll(() => market?.close());

const rows = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  market.inspector.rows<Row>(sql, values);

async function demand(rules: Partial<typeof BASE>) {
  await rows(`UPDATE platform SET settings = settings || jsonb_build_object('verification', $1::jsonb)`, [
    JSON.stringify({ ...BASE, ...rules }),
  ]);
  market.node.app.cache.forgetAll();
}
beforeEach(() => demand({ demand: 'NEVER' }));

async function call(by: Staff, name: string, input: object, method: 'GET' | 'POST' = 'POST') {
  const answer = await market.node.app.inject({
    method,
    url: `/api/${name.includes('.') ? name : `verifications.${name}`}`,
    headers: by.headers,
    ...(method === 'GET' ? { query: input as Record<string, string> } : { payload: input }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const read = (by: Staff, personId: string) => call(by, 'getVerification', { personId }, 'GET');
const own = async (by: Staff) => (await call(by, 'getOwnVerification', {}, 'GET')).body;

async function openPerson(document = CPF) {
  const person = await openStaff(market.node.app, market.world.platformId, { roles: ['seller'], name: 'Maria Souza' });
  await rows('UPDATE person SET document = $2 WHERE id = $1', [person.id, document]);
  return person;
}
const send = (by: Staff, kind: string, content = PNG, name = 'foto.png') =>
  call(by, 'sendDocument', { kind, name, content: content.toString('base64') });
async function handIn(by: Staff, kinds: readonly string[] = BASE.documentsOfPeople) {
  for (const kind of kinds) expect((await send(by, kind)).status).toBe(200);
  return call(by, 'submitVerification', {});
}
const decide = (by: Staff, personId: string, input: object) =>
  call(by, 'decideVerification', { personId, version: 1, ...input });
async function verify(person: Staff) {
  expect((await handIn(person)).status).toBe(200);
  expect((await decide(admin, person.id, { decision: 'VERIFY' })).body).toEqual({ isComplete: true });
}
const events = (personId: string) =>
  rows<{ type: string; actor: string; details: object }>(
    `SELECT type, actor_name AS actor, details FROM audit_event WHERE subject_id = $1 AND type LIKE 'verification.%' ORDER BY created_at, id`,
    [personId],
  );
const say = (details: { field: string; message: string }[]) => details.map(({ message }) => message);

describe('documents', () => {
  it('are stored sealed: nothing in the database shows a picture, and a rotation of the key seals only the small keys again', async () => {
    const person = await openPerson();
    await send(person, 'photoDocument');
    expect(await findInDump(market.inspector, ['retrato da Maria', PNG.toString('hex')])).toEqual([]);

    const { app } = market.node;
    const sealed = () =>
      rows<{ key: string; content: string }>(
        `SELECT encode(sealed_key, 'hex') AS key, md5(sealed_content) AS content FROM verification_document WHERE person_id = $1`,
        [person.id],
      );
    const [before] = await sealed();
    const { platformId } = market.world;
    await app.database.transaction(platformId, (transaction) => app.dataKeys.add(transaction, platformId));
    app.cache.forgetAll();
    await app.resealing.run(platformId);
    const [after] = await sealed();
    expect([after!.key !== before!.key, after!.content]).toEqual([true, before!.content]);
    const documentId = (await own(person)).documents[0].sent.id;
    const { url } = (await call(admin, 'openDocument', { documentId })).body;
    const answer = await app.inject({ url, headers: admin.headers });
    expect([answer.statusCode, answer.rawPayload.equals(PNG)]).toEqual([200, true]);
  });

  it.each([
    ['a program', Buffer.from('#!/bin/sh'), 'foto.png', 'FILE_KIND'],
    ['a PNG by another name', PNG, 'foto.pdf', 'FILE_KIND'],
    ['a large file', Buffer.concat([PNG, Buffer.alloc(5_242_880)]), 'foto.png', 'FILE_TOO_LARGE'],
  ])('are told by their content: %s is refused', async (_, content, name, code) => {
    const person = await openPerson();
    expect((await send(person, 'photoDocument', content, name)).body.code).toBe(code);
    expect((await own(person)).status).toBe('NONE');
  });

  it('are shown by an address of one session that works for a minute, and every look stands in the log', async () => {
    const person = await openPerson();
    await send(person, 'addressProof');
    const documentId = (await own(person)).documents.find(({ sent }: { sent: unknown }) => sent).sent.id;
    const { app } = market.node;
    const { url } = (await call(admin, 'openDocument', { documentId })).body;
    const open = async (headers: Record<string, string>) => (await app.inject({ url, headers })).statusCode;

    expect(await open(second.headers)).toBe(410);
    expect(await open(person.headers)).toBe(403);
    expect(await open(await openSessionOf(app, market.world.platformId, admin.id))).toBe(410);
    expect(await open({ ...admin.headers, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect((await events(person.id)).map(({ type }) => type)).toEqual(['verification.documentSent']);
    const answer = await app.inject({ url, headers: admin.headers });
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-store' });
    await app.inject({ url, headers: admin.headers });
    expect((await events(person.id)).slice(1)).toEqual([
      { type: 'verification.documentSeen', actor: 'Ana', details: { personDocument: 'addressProof' } },
      { type: 'verification.documentSeen', actor: 'Ana', details: { personDocument: 'addressProof' } },
    ]);
    market.clock.forward(61_000);
    expect(await open(admin.headers)).toBe(410);
  });
});

describe('handing in', () => {
  it("says what is missing in the specification's words, and asks companies alone for their articles", async () => {
    await demand({ documentsOfPeople: ['photoDocument', 'photoPersonWithDocument', 'addressProof', 'balanceSheet'] });
    const person = await openPerson();
    const refused = await call(person, 'submitVerification', {});
    expect([refused.status, say(refused.body.details)]).toEqual([
      422,
      [
        'Foto do documento é obrigatório.',
        'Foto do documento com pessoa é obrigatório.',
        'Comprovante de endereço é obrigatório.',
        'Balanço patrimonial é obrigatório.',
      ],
    ]);
    const company = await openPerson(CNPJ);
    expect(say((await call(company, 'submitVerification', {})).body.details)).toContain(
      'Contrato social é obrigatório.',
    );
    expect((await handIn(company, BASE.documentsOfCompanies)).status).toBe(200);
    expect((await own(company)).status).toBe('IN_REVIEW');
  });

  it('wants a CPF or CNPJ, and closes the documents until the decision', async () => {
    const nobody = await openPerson('');
    expect((await call(nobody, 'submitVerification', {})).body.code).toBe('DOCUMENT_REQUIRED');
    const person = await openPerson();
    await handIn(person);
    expect((await send(person, 'photoDocument')).body.code).toBe('VERIFICATION_CLOSED');
    expect((await call(person, 'submitVerification', {})).body.code).toBe('VERIFICATION_CLOSED');
  });
});

describe('the decision', () => {
  it('refuses with reasons, and only what was refused has to be sent again', async () => {
    const person = await openPerson();
    await handIn(person);
    expect((await decide(admin, person.id, { decision: 'REFUSE' })).body.code).toBe('VERIFICATION_REASON_MISSING');
    const refused = [{ kind: 'photoDocument', reason: 'UNREADABLE' }];
    await decide(admin, person.id, { decision: 'REFUSE', refused, note: 'Tire a foto com mais luz.' });

    const { status, note, documents } = await own(person);
    expect([status, note, documents[0].sent.refusal, documents[1].sent.refusal]).toEqual([
      'REFUSED',
      'Tire a foto com mais luz.',
      'UNREADABLE',
      null,
    ]);
    expect(say((await call(person, 'submitVerification', {})).body.details)).toEqual([
      'Foto do documento é obrigatório.',
    ]);
    expect((await handIn(person, ['photoDocument'])).status).toBe(200);
    expect((await decide(admin, person.id, { decision: 'VERIFY' })).body.code).toBe('VERIFICATION_NOT_WAITING');
    expect((await decide(admin, person.id, { version: 2, decision: 'VERIFY' })).body).toEqual({ isComplete: true });
    expect((await own(person)).status).toBe('VERIFIED');
  });

  it('takes two members of the team above a balance, of whom none is the person', async () => {
    await demand({ secondApprovalAbove: 10_000 });
    const person = await openPerson();
    await market.earn(person.id, 10_001);
    await handIn(person);
    const half = { version: 1, decision: 'VERIFY' };
    expect((await read(admin, person.id)).body).toMatchObject({ needsTwo: true, isHalf: false, needsAnother: false });
    expect((await decide(admin, person.id, half)).body).toEqual({ isComplete: false });
    expect((await own(person)).status).toBe('IN_REVIEW');
    expect((await decide(admin, person.id, half)).body.code).toBe('VERIFIER_SAME');
    expect((await read(admin, person.id)).body).toMatchObject({ isHalf: true, needsAnother: true });
    expect((await decide(second, person.id, half)).body).toEqual({ isComplete: true });
    expect((await own(person)).status).toBe('VERIFIED');

    await rows(`INSERT INTO role_grant (platform_id, person_id, role, permissions) VALUES ($1, $2, 'seller', '{}')`, [
      market.world.platformId,
      admin.id,
    ]);
    await rows('UPDATE person SET document = $2 WHERE id = $1', [admin.id, CPF]);
    await handIn(admin);
    expect((await decide(admin, admin.id, half)).body.code).toBe('VERIFIER_SAME');
    expect((await decide(admin, admin.id, { decision: 'REFUSE', note: 'Não serve.' })).body.code).toBe('VERIFIER_SAME');
  });

  it('ends with its months: the documents are asked for again, and the files go after the days of the platform', async () => {
    await demand({ validMonths: 1, keptDays: 30, demand: 'BEFORE_SALES' });
    const person = await openPerson();
    await verify(person);
    const { app } = market.node;
    const files = async () =>
      (await rows('SELECT 1 FROM verification_document WHERE person_id = $1', [person.id])).length;
    await rows(`UPDATE person_verification SET expires_at = now() - interval '1 second' WHERE person_id = $1`, [
      person.id,
    ]);
    expect((await own(person)).status).toBe('EXPIRED');
    await endVerifications(app);
    expect((await own(person)).documents[0].sent.refusal).toBe('EXPIRED_DOCUMENT');
    await purgeDocuments(app);
    expect(await files()).toBe(3);
    await rows(`UPDATE person_verification SET changed_at = now() - interval '31 days' WHERE person_id = $1`, [
      person.id,
    ]);
    await purgeDocuments(app);
    expect(await files()).toBe(3);
    await rows(`UPDATE verification_document SET sent_at = now() - interval '31 days' WHERE person_id = $1`, [
      person.id,
    ]);
    await purgeDocuments(app);
    expect([await files(), (await own(person)).status]).toEqual([0, 'EXPIRED']);
  });

  it('is taken back by a question of the team, and by another CPF', async () => {
    const person = await openPerson();
    await verify(person);
    const asked = await call(admin, 'askPerson', { email: person.email.toUpperCase(), note: 'Mande o comprovante.' });
    expect(asked.body).toEqual({ personId: person.id });
    expect(await own(person)).toMatchObject({ status: 'ASKED', note: 'Mande o comprovante.' });
    expect((await call(person, 'submitVerification', {})).status).toBe(200);
    expect((await call(admin, 'askPerson', { email: person.email, note: 'Mande.' })).body.code).toBe(
      'VERIFICATION_CLOSED',
    );
    await decide(admin, person.id, { version: 2, decision: 'VERIFY' });
    const corrector = await openStaff(market.node.app, market.world.platformId, {
      roles: ['admin'],
      permissions: ['isUsersAvailable', 'isUserDocumentsAvailable'],
    });
    const corrected = { personId: person.id, document: '52998224725', reason: 'Digitado errado.' };
    expect((await call(corrector, 'people.setUserDocument', corrected)).status).toBe(200);
    expect((await own(person)).status).toBe('ASKED');
  });
});

describe('notices', () => {
  const told = (personId: string) =>
    rows<{ type: string; read: boolean }>(
      `SELECT type, read_at IS NOT NULL AS read FROM notification WHERE person_id = $1 AND type LIKE 'verification.%'
         AND (work_id IS NULL OR work_id = $2) ORDER BY created_at, id`,
      [personId, person.id],
    );
  let person: Staff;

  it('tell the team what waits until it is decided, the second of two alone what is left, and the person each result', async () => {
    await demand({ secondApprovalAbove: 1_000 });
    person = await openPerson();
    await handIn(person);
    expect(await told(admin.id)).toEqual([{ type: 'verification.waiting', read: false }]);
    await decide(admin, person.id, { decision: 'REFUSE', note: 'Está borrado.' });
    expect(await told(admin.id)).toEqual([{ type: 'verification.waiting', read: true }]);
    await call(person, 'submitVerification', {});
    await market.earn(person.id, 2_000);
    await decide(admin, person.id, { version: 2, decision: 'VERIFY' });
    const before = (await told(admin.id)).length;
    expect((await told(second.id)).length).toBe(before + 1);
    await decide(second, person.id, { version: 2, decision: 'VERIFY' });
    expect((await told(second.id)).every(({ read }) => read)).toBe(true);
    await rows(`UPDATE person_verification SET expires_at = now() - interval '1 second' WHERE person_id = $1`, [
      person.id,
    ]);
    await endVerifications(market.node.app);
    await call(admin, 'askPerson', { email: person.email, note: 'Mande o comprovante.' });
    expect((await told(person.id)).map(({ type }) => type)).toEqual([
      'verification.refused',
      'verification.verified',
      'verification.expired',
      'verification.asked',
    ]);
  });
});

describe('the rule of the platform', () => {
  const product = async (by: Staff) =>
    (await call(by, 'products.createProduct', { name: 'Curso', typeProduct: 'DIGITAL', category: 'GASTRONOMY' })).body
      .productId as string;
  const publish = (by: Staff, productId: string) => call(by, 'products.publishProduct', { productId, version: 1 });

  it('keeps products from sale until the person is verified, and says what is missing and where to send it', async () => {
    await demand({ demand: 'BEFORE_SALES' });
    const person = await openPerson();
    const productId = await product(person);
    await send(person, 'photoDocument');
    const refused = await publish(person, productId);
    expect([refused.status, refused.body.code, say(refused.body.details)]).toEqual([
      403,
      'VERIFICATION_REQUIRED',
      ['Foto do documento com pessoa é obrigatório.', 'Comprovante de endereço é obrigatório.'],
    ]);
    expect(refused.body.message).toContain('Minha conta');
    await handIn(person);
    expect((await publish(person, productId)).body.code).toBe('VERIFICATION_IN_REVIEW');
    await decide(admin, person.id, { decision: 'VERIFY' });
    expect((await publish(person, productId)).body.status).toBe('ACTIVE');
  });

  it('keeps new offers from products that sold before it', async () => {
    const person = await openPerson();
    const productId = await product(person);
    await publish(person, productId);
    await demand({ demand: 'BEFORE_SALES' });
    const offer = { productId, title: 'Aula', price: 1_000 };
    expect((await call(person, 'offers.createOffer', offer)).body.code).toBe('VERIFICATION_REQUIRED');
    const draft = (await call(person, 'offers.createOffer', { ...offer, status: 'DRAFT' })).body;
    expect(draft.offerId).toBeTruthy();
    const published = { ...draft, status: 'PUBLISHED' };
    expect((await call(person, 'offers.updateOffer', published)).body.code).toBe('VERIFICATION_REQUIRED');
    expect((await call(person, 'offers.updateOffer', { ...draft, title: 'Curso' })).status).toBe(200);
  });

  it('keeps money from leaving: at once, or once withdrawals together exceed an amount', async () => {
    const holder = await market.openHolder(100_000);
    await demand({ demand: 'BEFORE_WITHDRAWALS' });
    const withdraw = async (amount: number, key?: string) =>
      (await market.call(holder, 'requestWithdrawal', { amount, destinationId: holder.destinationId }, key)).code ??
      'ok';
    expect(await withdraw(5_000)).toBe('VERIFICATION_REQUIRED');
    await demand({ demand: 'ABOVE_AMOUNT', freeUpTo: 10_000 });
    expect(await withdraw(5_000)).toBe('ok');
    expect(await withdraw(5_000, 'the-second-of-them')).toBe('ok');
    expect(await withdraw(5_000)).toBe('VERIFICATION_REQUIRED');
    // A call that is repeated is answered as before.
    expect(await withdraw(5_000, 'the-second-of-them')).toBe('ok');
    await verify(holder);
    expect(await withdraw(5_000)).toBe('ok');
  });
});

describe("a person's own data", () => {
  it('has the documents in the copy, and loses all of them with the erasure', async () => {
    const person = await openPerson();
    await handIn(person);
    const { app } = market.node;
    const { url } = (await call(person, 'privacy.openCopy', {})).body;
    const zip = unzipSync((await app.inject({ url, headers: person.headers })).rawPayload);
    expect(Buffer.from(zip['photoDocument.png']!).equals(PNG)).toBe(true);
    expect(JSON.parse(Buffer.from(zip['data.json']!).toString()).verification_document).toHaveLength(3);

    await call(person, 'privacy.requestErasure', {});
    market.clock.forward(4 * DAY);
    expect(await carryOutDue(app)).toBe(1);
    const left = await rows(
      `SELECT 1 FROM person_verification WHERE person_id = $1 UNION ALL SELECT 1 FROM verification_document WHERE person_id = $1`,
      [person.id],
    );
    expect(left).toEqual([]);
  });
});
