import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureLog } from '../../../test/capture-log.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { createPerson } from '../../../test/people.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { connect } from '../../../test/world.ts';

const CPF = '52998224725';
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

let market: Market;
let admin: Record<string, string>;
let iugu: Awaited<ReturnType<typeof connect>> | undefined;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { app } = market.node;
  admin = (
    await openStaff(app, market.world.platformId, {
      roles: ['admin'],
      permissions: ['isValidateBankAccountsAvailable'],
    })
  ).headers;
});
afterAll(() => market?.close());

async function call(name: string, headers: Record<string, string>, payload: Record<string, unknown>) {
  const url = `/api/receivers.${name}`;
  const answer = name.startsWith('list')
    ? await market.node.app.inject({ url: `${url}?${new URLSearchParams(payload as Record<string, string>)}`, headers })
    : await market.node.app.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

/** The sandbox decides by the part of the e-mail before the @. */
async function addPerson(word: string) {
  const { app } = market.node;
  const { platformId } = market.world;
  const email = `${word}@${Math.random().toString(36).slice(2)}.example.com`;
  const { id } = await createPerson(app, platformId, { email, roles: ['seller'] });
  await market.inspector.rows('UPDATE person SET document = $2 WHERE id = $1', [id, CPF]);
  return { id, headers: await openSessionOf(app, platformId, id) };
}

/** A person whose account at the sandbox waits for documents. */
async function addReceiver(word = 'documents') {
  const { id: personId, headers } = await addPerson(word);
  const { body } = await call('createOwnReceiver', headers, { connectionId: market.connectionId });
  const list = async () => (await call('listOwnDocuments', headers, { id: body.id })).body;
  const { documents } = await list();
  const idOf = (isFile: boolean) => documents.find(({ takesFile }: { takesFile: boolean }) => takesFile === isFile)?.id;
  return { personId, headers, id: body.id as string, list, identity: idOf(true), selfie: idOf(false) };
}

const picture = () => Buffer.concat([PNG, randomBytes(3_000)]);
const send = (headers: Record<string, string>, documentId: string, content: Buffer, name = 'identidade.png') =>
  call('sendOwnDocument', headers, { documentId, name, content: content.toString('base64') });
const notifications = (personId: string) =>
  market.inspector.rows<{ type: string; parameters: { status: string; title: string } }>(
    `SELECT type, parameters FROM notification WHERE person_id = $1 AND type LIKE 'receiver.%' ORDER BY created_at, id`,
    [personId],
  );
/** The list is asked for again, as if the last time were long ago. */
const forget = (id: string) =>
  market.inspector.rows('UPDATE receiver SET documents_asked_at = NULL WHERE id = $1', [id]);

/** Looks for traces of a file in every table and in the log. */
async function expectNowhere(marks: readonly string[], lines: readonly string[]): Promise<void> {
  const tables = await market.inspector.rows<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    const [found] = await market.inspector.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} t WHERE t::text LIKE ANY($1)`,
      [marks.map((mark) => `%${mark}%`)],
    );
    expect([name, found?.count]).toEqual([name, 0]);
  }
  expect(lines.length).toBeGreaterThan(0);
  for (const mark of marks) expect(lines.join('')).not.toContain(mark);
}

describe('documents of a receiver', () => {
  it('are what its provider asks for, and its owner is told of them once', async () => {
    const ana = await addReceiver();
    const listed = await ana.list();

    expect(listed.askedAt).not.toBeNull();
    expect(listed.documents).toMatchObject([
      {
        title: 'Documento de identificação',
        status: 'WANTED',
        takesFile: true,
        hasLink: false,
        files: 0,
        sentAt: null,
      },
      { title: 'Prova de vida', status: 'WANTED', takesFile: false, hasLink: true },
    ]);
    expect((await call('listDocuments', admin, { id: ana.id })).body).toEqual(listed);
    const reviewer = (
      await openStaff(market.node.app, market.world.platformId, {
        roles: ['admin'],
        permissions: ['isValidateDocumentsAvailable'],
      })
    ).headers;
    const all = await call('listPlatformDocuments', reviewer, { status: 'OPEN' });
    expect(all.body.items.map(({ person }: { person: { id: string } }) => person.id)).toEqual([
      ana.personId,
      ana.personId,
    ]);
    expect(all.body.items[0]).toMatchObject({ receiverRowId: ana.id, receiverProvider: 'sandbox' });
    expect((await call('listPlatformDocuments', reviewer, { status: 'ACCEPTED' })).body.items).toEqual([]);
    expect((await call('listPlatformDocuments', reviewer, { search: 'nobody' })).body.items).toEqual([]);
    expect((await call('listPlatformDocuments', admin, {})).body.code).toBe('ACCESS_DENIED');
    await forget(ana.id);
    await ana.list();
    expect(await notifications(ana.personId)).toMatchObject([
      { type: 'receiver.documentsWanted', parameters: { status: 'WANTED', title: 'Documento de identificação' } },
    ]);
  });

  it('are none where the provider wants none, and not asked for where it was never answered', async () => {
    const plain = await addReceiver('plain');
    expect(await plain.list()).toMatchObject({ askedAt: expect.any(String), documents: [] });
    (await market.host()).addFault({ kind: 'lose-answer', times: 1, match: 'POST /receivers' });
    const lost = await addReceiver('lost');
    expect(await lost.list()).toEqual({ askedAt: null, documents: [] });
  });

  it('are handed on and followed until the account is open', async () => {
    const ana = await addReceiver();
    const content = picture();
    const sent = await send(ana.headers, ana.identity, content);
    expect(sent.body).toMatchObject({ status: 'SENT', providerStatus: 'under_review', files: 1, reason: null });
    expect(sent.body.sentAt).not.toBeNull();
    expect((await ana.list()).documents[0]).toEqual(sent.body);

    const link = await call('createOwnDocumentLink', ana.headers, { documentId: ana.selfie });
    expect(Date.parse(link.body.expiresAt)).toBeGreaterThan(market.clock.now().getTime());
    const { simulator: _, ...host } = await market.host();
    const path = new URL(link.body.url).pathname.replace(/^\/simulators\/[^/]+/, '');
    const page = { query: {}, headers: {}, body: undefined, rawBody: '' };
    expect(await host.handleHttp({ ...page, method: 'GET', path })).toMatchObject({ status: 200 });
    expect(await host.handleHttp({ ...page, method: 'POST', path })).toMatchObject({ status: 200 });

    market.clock.forward(60_000);
    await market.inspector.rows(`UPDATE receiver SET next_check_at = now() - interval '1 second' WHERE id = $1`, [
      ana.id,
    ]);
    await market.node.app.receivers.run();
    expect((await ana.list()).documents).toMatchObject([{ status: 'ACCEPTED' }, { status: 'ACCEPTED' }]);
    const { body } = await call('listOwnReceivers', ana.headers, {});
    expect(body.receivers).toMatchObject([{ status: 'ACTIVE', providerStatus: 'active' }]);
    expect((await send(ana.headers, ana.identity, content)).body.code).toBe('RECEIVER_DOCUMENT_CLOSED');
    const again = await call('createOwnDocumentLink', ana.headers, { documentId: ana.selfie });
    expect(again.body.code).toBe('RECEIVER_DOCUMENT_CLOSED');
  });

  it('that the provider refuses say why, and may be sent again', async () => {
    const ana = await addReceiver();
    const refused = await send(ana.headers, ana.identity, picture(), 'ilegivel.png');
    expect(refused.body).toMatchObject({ status: 'REFUSED', reason: 'Documento ilegível.', files: 1 });
    expect((await send(ana.headers, ana.identity, picture())).body).toMatchObject({ status: 'SENT', files: 2 });
  });

  it('reach the provider whole, and nothing else', async () => {
    const lines = captureLog(market.node.app, 'debug');
    const ana = await addReceiver();
    const content = picture();
    const marks = [content.toString('base64').slice(40, 100), content.toString('hex').slice(80, 160)];
    const host = await market.host();
    host.addFault({ kind: 'error-500', times: 1, match: 'POST /receivers/' });
    const failed = await send(ana.headers, ana.identity, content, 'segredo-da-ana.png');
    expect([failed.status, failed.body.code]).toEqual([503, 'RECEIVER_UNKNOWN']);
    expect((await send(ana.headers, ana.identity, content, 'segredo-da-ana.png')).status).toBe(200);

    await expectNowhere([...marks, 'segredo-da-ana'], lines);
  });

  it('are looked at by their first bytes and their size before anybody is asked', async () => {
    const ana = await addReceiver();
    const tooLarge = Buffer.concat([PNG, Buffer.alloc(5_242_880)]);
    const codeOf = async (content: Buffer, name?: string) =>
      (await send(ana.headers, ana.identity, content, name)).body.code;

    expect(await codeOf(Buffer.from('MZ, a program'))).toBe('FILE_KIND');
    expect(await codeOf(picture(), 'identidade.pdf')).toBe('FILE_KIND');
    expect(await codeOf(tooLarge)).toBe('FILE_TOO_LARGE');
    expect((await ana.list()).documents[0]).toMatchObject({ files: 0, status: 'WANTED' });
    expect((await send(ana.headers, ana.selfie, picture())).body.code).toBe('RECEIVER_DOCUMENT_CLOSED');
  });

  it('are sent ten times at most, each time on the record', async () => {
    const ana = await addReceiver();
    await send(ana.headers, ana.identity, picture());
    const events = await market.inspector.rows<{ details: object }>(
      `SELECT details FROM audit_event WHERE type = 'receiver.documentSent' AND subject_id = $1`,
      [ana.id],
    );
    expect(events).toMatchObject([
      {
        details: { mediaType: 'image/png', byteCount: 3_008, title: 'Documento de identificação', provider: 'sandbox' },
      },
    ]);
    await market.inspector.rows('UPDATE receiver_document SET files = 10 WHERE id = $1', [ana.identity]);
    expect((await send(ana.headers, ana.identity, picture())).body.code).toBe('RECEIVER_DOCUMENT_LIMIT');
    const [row] = await market.inspector.rows('SELECT files FROM receiver_document WHERE id = $1', [ana.identity]);
    expect(row).toEqual({ files: 10 });
  });

  it('whose lost answer is not known are asked about at once, and a list from before is not believed', async () => {
    const ana = await addReceiver();
    const host = await market.host();
    host.addFault({ kind: 'lose-answer', times: 1, match: 'POST /receivers/' });
    expect((await send(ana.headers, ana.identity, picture())).body.code).toBe('RECEIVER_UNKNOWN');
    expect((await ana.list()).documents[0]).toMatchObject({ status: 'SENT', files: 1 });

    const bia = await addReceiver();
    await forget(bia.id);
    host.addFault({ kind: 'slow', times: 1, delayMs: 300, match: 'GET /receivers/' });
    const [, sent] = await Promise.all([bia.list(), send(bia.headers, bia.identity, picture())]);
    expect(sent.body.status).toBe('SENT');
    expect((await bia.list()).documents[0]).toMatchObject({ status: 'SENT' });
  });
});

describe('files that go along with an application', () => {
  const marksOf = (content: Buffer) => content.toString('base64').slice(40, 100);

  it('reach the provider whole in its one call, are on the record, and are kept nowhere', async () => {
    const lines = captureLog(market.node.app, 'debug');
    const { headers } = await addPerson('arquivos');
    const { simulator } = await market.host();
    const bodies: unknown[] = [];
    const { handle } = simulator;
    simulator.handle = (request) => {
      bodies.push(request.body);
      return handle.call(simulator, request);
    };
    const [identity, addressProof] = [picture(), picture()];
    const files = {
      identity: { name: 'segredo-da-ana.png', content: identity.toString('base64') },
      addressProof: { name: 'segredo-da-ana.png', content: addressProof.toString('base64') },
    };
    (await market.host()).addFault({ kind: 'error-500', times: 1, match: 'POST /receivers' });
    const bia = await addPerson('arquivos');
    const lost = await call('createOwnReceiver', bia.headers, { connectionId: market.connectionId, files });
    expect(lost.body.state).toBe('UNKNOWN');
    const created = await call('createOwnReceiver', headers, { connectionId: market.connectionId, files });
    simulator.handle = handle;

    expect(created.body).toMatchObject({ state: 'ANSWERED', status: 'ACTIVE' });
    const dataUrl = (content: Buffer) => `data:image/png;base64,${content.toString('base64')}`;
    expect(bodies.at(-1)).toMatchObject({
      files: { identity: dataUrl(identity), addressProof: dataUrl(addressProof) },
    });
    const events = await market.inspector.rows<{ details: object }>(
      `SELECT details FROM audit_event WHERE type = 'receiver.documentSent' AND subject_id = $1 ORDER BY details->>'title'`,
      [created.body.id],
    );
    expect(events).toMatchObject([
      { details: { title: 'Comprovante de endereço', mediaType: 'image/png', byteCount: addressProof.length } },
      { details: { title: 'Foto do documento', mediaType: 'image/png', byteCount: identity.length } },
    ]);
    await expectNowhere([marksOf(identity), marksOf(addressProof), 'segredo-da-ana'], lines);
  });

  it('are the verified documents of the person where none are attached, and never others', async () => {
    const { headers, id } = await addPerson('arquivos');
    const { simulator } = await market.host();
    const bodies: { files?: Record<string, string> }[] = [];
    const { handle } = simulator;
    simulator.handle = (request) => {
      bodies.push(request.body as (typeof bodies)[number]);
      return handle.call(simulator, request);
    };
    const stored = picture();
    const chosen = picture();
    const keep = (kind: string) =>
      market.node.app.inject({
        method: 'POST',
        url: '/api/verifications.sendDocument',
        headers,
        payload: { kind, name: 'foto.png', content: stored.toString('base64') },
      });
    await keep('photoDocument');
    await keep('addressProof');
    const apply = (files = {}) => call('createOwnReceiver', headers, { connectionId: market.connectionId, files });
    const verify = (status: string) =>
      market.inspector.rows(
        `UPDATE person_verification SET status = $2, expires_at = now() + interval '1 day' WHERE person_id = $1`,
        [id, status],
      );
    const again = () => market.inspector.rows('DELETE FROM receiver WHERE person_id = $1', [id]);

    for (const status of ['IN_REVIEW', 'REFUSED']) {
      await verify(status);
      await apply();
      expect(bodies.at(-1)?.files).toBeUndefined();
      await again();
    }
    await verify('VERIFIED');
    const { verified } = (await call('listOwnReceivers', headers, {})).body;
    expect([...verified].sort()).toEqual(['addressProof', 'photoDocument']);
    await apply({ addressProof: { name: 'conta.png', content: chosen.toString('base64') } });
    simulator.handle = handle;
    const dataUrl = (content: Buffer) => `data:image/png;base64,${content.toString('base64')}`;
    expect(bodies.at(-1)?.files).toEqual({ identity: dataUrl(stored), addressProof: dataUrl(chosen) });
  });

  it('are looked at before anybody is asked, each and all together', async () => {
    const { headers, id } = await addPerson('arquivos');
    const refuse = async (files: Record<string, { name: string; content: string }>) => {
      const { body } = await call('createOwnReceiver', headers, { connectionId: market.connectionId, files });
      return [body.code, body.details[0]?.field];
    };
    const file = (content: Buffer, name = 'foto.png') => ({ name, content: content.toString('base64') });

    expect(await refuse({ identity: file(Buffer.from('MZ, a program')) })).toEqual(['FILE_KIND', 'files.identity']);
    expect(await refuse({ addressProof: file(Buffer.concat([PNG, Buffer.alloc(5_242_880)])) })).toEqual([
      'FILE_TOO_LARGE',
      'files.addressProof',
    ]);
    expect(await market.inspector.rows('SELECT id FROM receiver WHERE person_id = $1', [id])).toEqual([]);
  });

  it.each([
    ['52998224725', ['identification', 'selfie', 'addressProof']],
    ['11222333000181', ['identification', 'selfie', 'addressProof', 'balanceSheet', 'socialContract']],
  ])('are named in the words of the specification where they are missing, for %s', async (document, asked) => {
    const WORDS: Record<string, string> = {
      identification: 'Foto do documento é obrigatório.',
      selfie: 'Foto do documento com pessoa é obrigatório.',
      addressProof: 'Comprovante de endereço é obrigatório.',
      balanceSheet: 'Balanço patrimonial é obrigatório.',
      socialContract: 'Contrato social é obrigatório.',
    };
    const { app } = market.node;
    iugu ??= await connect(app, market.world, {
      provider: 'iugu',
      name: 'iugu',
      methods: ['BILLET'],
      settings: {},
      secrets: { apiToken: 'ABCDEF0123456789ABCDEF', webhookAuthorization: 'invented-authorization-0001' },
    });
    const { headers, id } = await addPerson('arquivos');
    await market.inspector.rows('UPDATE person SET document = $2 WHERE id = $1', [id, document]);
    const data = {
      priceRange: 'Até R$ 100,00',
      businessType: 'Aulas de violão',
      monthlyRevenue: 500_000,
      website: 'https://violao.example.com',
      responsibleName: 'Ana Souza',
      responsibleDocument: '52998224725',
    };
    const { body } = await call('createOwnReceiver', headers, { connectionId: iugu.id, data });

    expect(body.code).toBe('CREDENTIALS_INVALID');
    expect(body.details).toEqual(asked.map((field) => ({ field: `files.${field}`, message: WORDS[field] })));
  });
});
