import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { createPerson } from '../../../test/people.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { SANDBOX_SECRETS } from '../../../test/world.ts';
import { callProvider, listConnections } from '../connections/service.ts';
import type { ReceiverRow } from './model.ts';
import { withToken } from './service.ts';

const CPF = '52998224725';

let market: Market;
let admin: Record<string, string>;

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

/** The sandbox decides by the part of the e-mail before the @. */
async function addPerson(word: string) {
  const { app } = market.node;
  const { platformId } = market.world;
  const email = `${word}@${Math.random().toString(36).slice(2)}.example.com`;
  const { id } = await createPerson(app, platformId, { email, roles: ['seller'] });
  await market.inspector.rows('UPDATE person SET document = $2 WHERE id = $1', [id, CPF]);
  return { id, headers: await openSessionOf(app, platformId, id) };
}

async function call(name: string, headers: Record<string, string>, payload: Record<string, unknown> = {}) {
  const url = `/api/receivers.${name}`;
  const isQuery = name.startsWith('list');
  const query = new URLSearchParams(payload as Record<string, string>);
  const answer = isQuery
    ? await market.node.app.inject({ url: `${url}?${query}`, headers })
    : await market.node.app.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}
const create = (headers: Record<string, string>, extra: Record<string, unknown> = {}) =>
  call('createOwnReceiver', headers, { connectionId: market.connectionId, ...extra });
const stored = async (personId: string) => {
  const [row] = await market.inspector.rows<{
    id: string;
    status: string;
    state: string;
    provider_status: string | null;
    receiver_token: string | null;
  }>(
    'SELECT id, status, state, provider_status, receiver_token FROM receiver WHERE person_id = $1 ORDER BY created_at DESC',
    [personId],
  );
  if (!row) throw new Error('There is no receiver.');
  return row;
};
const makeDue = () =>
  market.inspector.rows(
    `UPDATE receiver SET next_check_at = now() - interval '1 second' WHERE next_check_at IS NOT NULL`,
  );
const notifications = (personId: string) =>
  market.inspector.rows<{ parameters: { status: string } }>(
    `SELECT parameters FROM notification WHERE person_id = $1 AND type = 'receiver.decided' ORDER BY created_at`,
    [personId],
  );

/** A request of the provider's own panel: it is not this platform that looks. */
const lookAt = (receiverId: string) => ({
  method: 'GET',
  path: `/receivers/${receiverId}`,
  query: {},
  body: undefined,
  rawBody: '',
  headers: { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}` },
});

const readInbox = () => market.node.app.webhooks.run();

describe('an account at a provider', () => {
  it('is opened once, however many ask at once, and told of by its provider and id', async () => {
    const ana = await addPerson('ana');
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(ana.headers)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('RECEIVER_TAKEN');
    const { body } = await call('listOwnReceivers', ana.headers);
    expect(body.receivers).toMatchObject([
      { receiverProvider: 'sandbox', receiverId: expect.stringMatching(/^rcv/), status: 'ACTIVE', state: 'ANSWERED' },
    ]);
    expect(body.connections).toMatchObject([{ id: market.connectionId, provider: 'sandbox' }]);
    const listed = await call('listReceivers', admin, { personId: ana.id });
    expect(listed.body.items).toMatchObject([{ person: { id: ana.id }, receiverId: body.receivers[0].receiverId }]);
    const other = await addPerson('outra');
    const { body: ofOther } = await call('listOwnReceivers', other.headers);
    expect(ofOther).toMatchObject({ receivers: [], documentType: 'CPF' });
  });

  it('keeps its secret sealed, and opens it for calls after a restart', async () => {
    const ana = await addPerson('ana');
    await create(ana.headers);
    const row = await stored(ana.id);
    expect(row.receiver_token).toMatch(/^\d+\./);
    expect(row.receiver_token).not.toContain('rk_');

    market.node.app.cache.forgetAll();
    const connection = (await listConnections(market.node.app, market.world.platformId)).get(market.connectionId);
    if (!connection) throw new Error('There is no connection.');
    const { receiverToken } = await withToken(market.node.app, connection, { receiverToken: row.receiver_token });
    const lookup = { withdrawReference: row.id, receiverToken: receiverToken as string };
    expect(await callProvider(connection, 'getWithdraw', lookup, null)).toBeNull();
  });

  it('that waits is asked for until it is decided, and its owner is told once', async () => {
    const slow = await addPerson('slow');
    expect((await create(slow.headers)).body).toMatchObject({ status: 'PENDING', state: 'ANSWERED' });
    await makeDue();
    await market.node.app.receivers.run();
    expect(await stored(slow.id)).toMatchObject({ status: 'PENDING' });

    market.clock.forward(60_000);
    await waitFor('it is active', async () => {
      await makeDue();
      await market.node.app.receivers.run();
      return (await stored(slow.id)).status === 'ACTIVE';
    });
    await makeDue();
    await market.node.app.receivers.run();
    expect(await notifications(slow.id)).toMatchObject([{ parameters: { status: 'ACTIVE' } }]);
  });

  it('is decided by a signed event alone, and by no other', async () => {
    const slow = await addPerson('slow');
    const { receiverId } = (await create(slow.headers)).body;
    market.clock.forward(60_000);
    const host = await market.host();
    await host.simulator.handle(lookAt(receiverId));
    const letter = await waitFor('the event is there', () =>
      market.letters.find(({ body }) => body.includes('receiver.active') && body.includes(receiverId)),
    );
    // A look now would find the same: nothing may have been learnt but from the event.
    const fault = { kind: 'error-500', times: 2, match: `GET /receivers/${receiverId}` } as const;
    host.addFault(fault);
    const forged = { ...letter, headers: { ...letter.headers, 'x-sandbox-signature': `sha256=${'0'.repeat(64)}` } };
    await market.deliver(forged);
    await readInbox();
    expect(await stored(slow.id)).toMatchObject({ status: 'PENDING', provider_status: 'pending' });
    expect(await notifications(slow.id)).toEqual([]);

    for (const _ of [1, 2]) expect(await market.deliver(letter)).toBe(200);
    await readInbox();
    expect(await stored(slow.id)).toMatchObject({ status: 'ACTIVE', provider_status: 'active', state: 'ANSWERED' });
    expect(await notifications(slow.id)).toMatchObject([{ parameters: { status: 'ACTIVE', provider: 'sandbox' } }]);
    const events = await market.inspector.rows(
      `SELECT type, actor_id, details->>'status' AS status FROM audit_event WHERE subject_id = $1 ORDER BY created_at, id`,
      [(await stored(slow.id)).id],
    );
    expect(events).toEqual([
      { type: 'receiver.created', actor_id: slow.id, status: null },
      { type: 'receiver.decided', actor_id: null, status: 'ACTIVE' },
    ]);
  });

  it('that was refused may be asked for again', async () => {
    const refused = await addPerson('refused');
    expect((await create(refused.headers)).body).toMatchObject({
      status: 'REJECTED',
      reason: 'Documentos não aceitos.',
    });
    expect((await create(refused.headers)).status).toBe(200);
  });

  it('whose answer was lost is never asked for again, and taken in or given up by a person', async () => {
    const host = await market.host();
    const lost = await addPerson('lost');
    host.addFault({ kind: 'lose-answer', times: 1, match: 'POST /receivers' });
    const lostRow = (await create(lost.headers)).body as ReceiverRow;
    expect(lostRow).toMatchObject({ status: 'PENDING', state: 'UNKNOWN', receiverId: null });
    expect((await create(lost.headers)).body.code).toBe('RECEIVER_TAKEN');
    await makeDue();
    await market.node.app.receivers.run();
    expect((await stored(lost.id)).state).toBe('UNKNOWN');
    const notices = () =>
      market.inspector.rows<{ title: string; isRead: boolean }>(
        `SELECT parameters ->> 'title' AS title, read_at IS NOT NULL AS "isRead" FROM notification WHERE type = 'receiver.unknown' AND work_id = $1`,
        [lostRow.id],
      );
    expect(await notices()).toEqual([{ title: expect.stringContaining('sandbox'), isRead: false }]);

    const found = await addPerson('found');
    const { receiverId } = (await create(found.headers)).body;
    const wrong = { personId: lost.id, connectionId: market.connectionId, receiverId: 'rcv_none' };
    expect((await call('adoptReceiver', admin, wrong)).body.code).toBe('RECEIVER_NOT_FOUND');
    const adopted = await call('adoptReceiver', admin, { ...wrong, receiverId });
    expect(adopted.body).toMatchObject({ receiverId, status: 'ACTIVE', state: 'ANSWERED' });
    expect(await notices()).toMatchObject([{ isRead: true }]);
    expect((await call('adoptReceiver', admin, { ...wrong, receiverId })).body.code).toBe('RECEIVER_TAKEN');

    const other = await addPerson('other');
    host.addFault({ kind: 'lose-answer', times: 1, match: 'POST /receivers' });
    const { id } = (await create(other.headers)).body as ReceiverRow;
    expect((await call('discardReceiver', admin, { id })).status).toBe(200);
    expect((await call('discardReceiver', admin, { id })).body.code).toBe('RECEIVER_NOT_FOUND');
    expect((await create(other.headers)).body).toMatchObject({ state: 'ANSWERED' });
  });

  it('whose call was interrupted counts as lost', async () => {
    const ana = await addPerson('ana');
    await create(ana.headers);
    await market.inspector.rows(
      `UPDATE receiver SET state = 'REQUESTED', status = 'PENDING', receiver_id = NULL, next_check_at = now() - interval '1 second' WHERE person_id = $1`,
      [ana.id],
    );
    await market.node.app.receivers.run();
    expect(await stored(ana.id)).toMatchObject({ state: 'UNKNOWN' });
  });

  it('needs a document, and of the platform itself only one that exists', async () => {
    const ana = await addPerson('ana');
    await market.inspector.rows('UPDATE person SET document = NULL WHERE id = $1', [ana.id]);
    expect((await create(ana.headers)).body.code).toBe('DOCUMENT_REQUIRED');
    expect((await call('listOwnReceivers', ana.headers)).body.documentType).toBeNull();
    const bia = await addPerson('bia');
    const wrong = await create(bia.headers, { data: { surprise: 1 } });
    expect([wrong.body.code, wrong.body.details[0].field]).toEqual(['CREDENTIALS_INVALID', 'data.surprise']);
    const { receiverId } = (await create(bia.headers)).body;
    const own = { connectionId: market.connectionId, receiverId };
    expect((await call('adoptReceiver', admin, own)).body).toMatchObject({ receiverId, status: 'ACTIVE' });
    for (const narrowed of [{ limit: '1' }, { owner: 'PLATFORM' }])
      expect((await call('listReceivers', admin, narrowed)).body.items).toMatchObject([{ person: null, receiverId }]);
    const people = (await call('listReceivers', admin, { owner: 'PEOPLE' })).body.items;
    expect(people.filter(({ person }: { person: unknown }) => person === null)).toEqual([]);
    expect(people.length).toBeGreaterThan(0);
  });
});
