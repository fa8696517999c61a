/** A provider may look at documents that a person hands in. The team decides, unless the platform lets the provider. */
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { openPayouts, type Payouts } from '../../../test/withdrawing.ts';
import { checkDue } from './provider-checks.ts';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('retrato da Maria')]);
const BASE = DEFAULT_PLATFORM_SETTINGS.verification;

let market: Payouts;
let admin: Staff;
beforeAll(async () => {
  market = await openPayouts({ isListening: false });
  admin = await openStaff(market.node.app, market.world.platformId, {
    roles: ['admin'],
    permissions: ['isValidateDocumentsAvailable'],
    name: 'Ana',
  });
});
afterAll(() => market?.close());

const rows = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  market.inspector.rows<Row>(sql, values);

async function setProvider(provider: (typeof BASE)['provider'], rules: Partial<typeof BASE> = {}) {
  await rows(`UPDATE platform SET settings = settings || jsonb_build_object('verification', $1::jsonb)`, [
    JSON.stringify({ ...BASE, ...rules, provider }),
  ]);
  market.node.app.cache.forgetAll();
}

async function call(by: Staff, name: string, input: object, method: 'GET' | 'POST' = 'POST') {
  const answer = await market.node.app.inject({
    method,
    url: `/api/verifications.${name}`,
    headers: by.headers,
    ...(method === 'GET' ? { query: input as Record<string, string> } : { payload: input }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const read = async (personId: string) => (await call(admin, 'getVerification', { personId }, 'GET')).body;

/** A person whose documents wait for a decision. Their e-mail says what the provider finds. */
async function handIn(email: string) {
  const { app } = market.node;
  const person = await openStaff(app, market.world.platformId, { roles: ['seller'], name: 'Maria Souza' });
  await rows('UPDATE person SET document = $2, email = $3 WHERE id = $1', [person.id, '11144477735', email]);
  await handInAgain(person);
  return person;
}
async function handInAgain(person: Staff) {
  for (const kind of BASE.documentsOfPeople)
    expect(
      (await call(person, 'sendDocument', { kind, name: 'foto.png', content: PNG.toString('base64') })).status,
    ).toBe(200);
  expect((await call(person, 'submitVerification', {})).status).toBe(200);
}

let people = 0;
const address = (finding: string) => `${finding}@shop${++people}.example`;
/** The provider needs five seconds; its answer comes by an event, or is asked for. */
async function answer() {
  await checkDue(market.node.app);
  market.clock.forward(31_000);
  await checkDue(market.node.app);
}
const logged = (personId: string) =>
  rows<{ type: string; actor: string | null }>(
    `SELECT type, actor_name AS actor FROM audit_event WHERE subject_id = $1 AND type LIKE 'verification.%' ORDER BY created_at, id`,
    [personId],
  );
const typesOf = async (personId: string) => (await logged(personId)).map(({ type }) => type);

beforeEach(() => setProvider('ADVISES'));

describe('a provider that advises', () => {
  it('tells the team what documents prove, and decides nothing', async () => {
    const person = await handIn(address('ilegivel'));
    expect((await read(person.id)).check).toBe(null);
    await checkDue(market.node.app);
    expect((await read(person.id)).check).toMatchObject({ provider: 'Sandbox', status: 'PENDING', answeredAt: null });
    await answer();

    const { status, check } = await read(person.id);
    expect([status, check.status, check.reason]).toEqual([
      'IN_REVIEW',
      'REFUSED',
      'A foto do documento está ilegível.',
    ]);
    expect(check.refusals).toEqual([{ kind: 'photoDocument', reason: 'UNREADABLE' }]);
    expect(await typesOf(person.id)).toContain('verification.handedOver');
  });

  it('gets the documents once, whatever it is asked afterwards, and new ones anew', async () => {
    const person = await handIn(address('ilegivel'));
    await answer();
    await answer();
    const handed = async () => (await typesOf(person.id)).filter((type) => type === 'verification.handedOver').length;
    expect(await handed()).toBe(1);
    const refused = [{ kind: 'photoDocument', reason: 'UNREADABLE' }];
    await call(admin, 'decideVerification', { personId: person.id, version: 1, decision: 'REFUSE', refused });
    await handInAgain(person);
    expect((await read(person.id)).check).toBe(null);
    await answer();
    expect(await handed()).toBe(2);
  });

  it('gets nothing where the platform wants none', async () => {
    await setProvider('NONE');
    const person = await handIn(address('maria'));
    await answer();
    expect((await read(person.id)).check).toBe(null);
    expect(await typesOf(person.id)).not.toContain('verification.handedOver');
  });

  it('changes nothing that the team has decided meanwhile', async () => {
    await setProvider('DECIDES');
    const person = await handIn(address('ilegivel'));
    await checkDue(market.node.app);
    await call(admin, 'decideVerification', { personId: person.id, version: 1, decision: 'VERIFY' });
    await answer();
    expect((await read(person.id)).status).toBe('VERIFIED');
  });

  it('changes nothing that the team decides while it is being asked', async () => {
    await setProvider('DECIDES');
    const person = await handIn(address('ilegivel'));
    await checkDue(market.node.app);
    const { simulator } = await market.host();
    const handle = simulator.handle.bind(simulator);
    simulator.handle = async (request) => {
      const answered = await handle(request);
      if (request.path.startsWith('/identity-checks/'))
        await call(admin, 'decideVerification', { personId: person.id, version: 1, decision: 'VERIFY' });
      return answered;
    };
    market.clock.forward(31_000);
    await checkDue(market.node.app);
    simulator.handle = handle;
    expect(await read(person.id)).toMatchObject({ status: 'VERIFIED', check: { status: 'PENDING' } });
  });

  it('is given up after a day of silence, and the team is told so', async () => {
    const host = await market.host();
    const handle = host.simulator.handle.bind(host.simulator);
    host.simulator.handle = (request) =>
      request.path.startsWith('/identity-checks') ? Promise.resolve({ status: 503, body: {} }) : handle(request);
    const person = await handIn(address('maria'));
    for (let time = 0; time < 10; time++) {
      await checkDue(market.node.app);
      market.clock.forward(86_400_000);
    }
    host.simulator.handle = handle;
    expect((await read(person.id)).check).toMatchObject({ status: 'FAILED', reason: null });
    expect(
      (await call(admin, 'decideVerification', { personId: person.id, version: 1, decision: 'VERIFY' })).body,
    ).toEqual({ isComplete: true });
  });
});

describe('a provider that decides', () => {
  beforeEach(() => setProvider('DECIDES'));

  it('verifies, and refuses with the platform’s reasons, which the person reads', async () => {
    const good = await handIn(address('maria'));
    const bad = await handIn(address('ilegivel'));
    await answer();

    expect((await read(good.id)).status).toBe('VERIFIED');
    expect(await logged(good.id)).toContainEqual({ type: 'verification.approved', actor: null });
    const own = (await call(bad, 'getOwnVerification', {}, 'GET')).body;
    expect([own.status, own.note]).toEqual(['REFUSED', null]);
    const document = own.documents.find(({ kind }: { kind: string }) => kind === 'photoDocument');
    expect(document.sent.refusal).toBe('UNREADABLE');
    expect(JSON.stringify(own)).not.toContain('ilegível');
  });

  it('leaves to people what it cannot tell, and whoever has much money', async () => {
    const unsure = await handIn(address('duvida'));
    await answer();
    expect(await read(unsure.id)).toMatchObject({ status: 'IN_REVIEW', check: { status: 'REVIEW' } });

    await setProvider('DECIDES', { secondApprovalAbove: 0 });
    const rich = await handIn(address('maria'));
    await rows(
      `INSERT INTO ledger_account (platform_id, id, owner_id, currency, kind, balance)
        SELECT $1, gen_random_uuid(), $2, 'BRL', 'AVAILABLE', 100
        WHERE NOT EXISTS (SELECT FROM ledger_account WHERE owner_id = $2 AND kind = 'AVAILABLE')`,
      [market.world.platformId, rich.id],
    );
    await rows(`UPDATE ledger_account SET balance = 100 WHERE owner_id = $1 AND kind = 'AVAILABLE'`, [rich.id]);
    await answer();
    expect(await read(rich.id)).toMatchObject({ status: 'IN_REVIEW', needsTwo: true, check: { status: 'VERIFIED' } });
  });
});

describe('an event of the provider', () => {
  it('has the node ask what the documents prove, and one about nobody waits', async () => {
    await setProvider('DECIDES');
    const person = await handIn(address('maria'));
    await checkDue(market.node.app);
    const [found] = await rows<{ id: string }>(
      `SELECT provider_check ->> 'personCheckId' AS id FROM person_verification WHERE person_id = $1`,
      [person.id],
    );
    market.clock.forward(6_000);
    const subject = market.node.app.webhookSubjects.get('personCheck');
    const webhook = { platformId: market.world.platformId, connectionId: market.connectionId } as never;
    const about = (personCheckId: string) => subject?.find(webhook, { subject: 'personCheck', personCheckId });
    expect(await about('idc_nobodys')).toBe(null);
    const known = await about(found?.id as string);
    expect(await known?.apply(null as never, null as never)).toBe(true);
    expect((await read(person.id)).status).toBe('VERIFIED');
  });
});
