import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { openDraw, rounds, SEED } from '../../../test/draw.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { movableClock } from '../../../test/market.ts';
import { post } from '../../../test/people.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import type { Terms } from '../payments/model.ts';
import { purgeInvitations } from './contract-model.ts';

const DAY_MS = 86_400_000;
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

let node: TestNode;
let inspector: Inspector;
let world: World;
let foreign: World;
let maria: Record<string, string>;
let bia: Staff;
let others: Staff[];
const clock = movableClock();

beforeAll(async () => {
  node = await buildNode({ clock });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  foreign = await createWorld(node.app, { host: 'foreign.example.com' });
  await connect(node.app, world);
  await inspector.rows(
    `INSERT INTO role_grant (platform_id, person_id, role) SELECT platform_id, id, 'seller' FROM person WHERE id = ANY($1)`,
    [[world.sellerId, foreign.sellerId]],
  );
  maria = await openSessionOf(node.app, world.platformId, world.sellerId);
  bia = await openStaff(node.app, world.platformId, { roles: ['co-producer'], name: 'Bia', email: 'bia@x.com' });
  others = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      openStaff(node.app, world.platformId, { roles: ['co-producer', 'affiliate'], email: `c${n}@x.com` }),
    ),
  );
  await inspector.rows('UPDATE person SET email_verified_at = now()');
  await waitFor('the cache remembers', () => node.app.cache.isListening);
});
beforeEach(async () => {
  for (const table of ['co_production', 'affiliation', 'notification', 'audit_event']) {
    await inspector.rows(`DELETE FROM ${table}`);
  }
  await inspector.rows('UPDATE product SET affiliation_open = false');
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const call = async (name: string, headers: Record<string, string>, input: object) => {
  const answer = await post(node.app, name, headers, input);
  return answer.statusCode === 200 ? answer.json() : answer.json().code;
};
const list = async (name: string, headers: Record<string, string>, query: Record<string, string> = {}) =>
  (await node.app.inject({ url: `/api/partners.${name}?${new URLSearchParams(query)}`, headers })).json().items;

interface Extra {
  productId?: string;
  email?: string;
  basisPoints?: number;
  endsOn?: string | null;
}
const send = (extra: Extra = {}, headers = maria) =>
  call('partners.offerContract', headers, {
    productId: world.productId,
    email: 'BIA@x.com',
    basisPoints: 2_000,
    endsOn: null,
    ...extra,
  });
const offer = async (extra: Extra = {}): Promise<string> => (await send(extra)).contractId;
const change = (contractId: string, terms: Extra, headers = maria) =>
  call('partners.changeContract', headers, { contractId, basisPoints: 1_000, endsOn: null, ...terms });
const decide = (contractId: string, decision = 'ACCEPT', headers = bia.headers) =>
  call('partners.decideContract', headers, { contractId, decision });
const endContract = (contractId: string, headers = bia.headers) =>
  call('partners.endContract', headers, { contractId });

const versions = async () =>
  ((await list('listContracts', maria)) as { basisPoints: number; status: string }[])
    .map(({ basisPoints, status }) => `${basisPoints} ${status}`)
    .reverse();

async function sell(): Promise<Terms> {
  const { paymentId } = (await buy(node.app, pixPurchase(world))).json();
  const [row] = await inspector.rows<{ terms: Terms }>('SELECT terms FROM payment WHERE public_id = $1', [paymentId]);
  return row?.terms as Terms;
}
/** 99.90 less the fee of 5.98 are 93.92. */
const EARNED = 9_392;
const shareOf = ({ shares }: Terms, personId: string) =>
  shares.find((share) => share.personId === personId)?.amount ?? 0;
const isShared = (amount: number) =>
  waitFor(`a share of ${amount}`, async () => shareOf(await sell(), bia.id) === amount);

const dayFromNow = (days: number) => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
  return parts.format(new Date(clock.now().getTime() + days * DAY_MS));
};

describe('a contract', () => {
  it('counts once it was accepted, for sales from then on, until it ends', async () => {
    const contractId = await offer();
    expect(shareOf(await sell(), bia.id)).toBe(0);
    expect(await list('listMyContracts', bia.headers)).toEqual([
      {
        id: contractId,
        product: { id: world.productId, name: 'Curso de Pão', image: null },
        basisPoints: 2_000,
        status: 'OFFERED',
        replaces: null,
        createdAt: expect.any(String),
        startsAt: null,
        endsAt: null,
        seller: { id: world.sellerId, name: 'Maria Vendedora', email: 'maria@example.com' },
      },
    ]);

    expect(await decide(contractId)).toEqual({});
    await isShared(Math.round(EARNED * 0.2));
    const sold = await sell();
    expect(shareOf(sold, world.sellerId)).toBe(EARNED - shareOf(sold, bia.id));

    expect(await endContract(contractId, maria)).toEqual({});
    await isShared(0);
    const [ended] = await list('listContracts', maria, { status: 'ENDED' });
    expect(ended).toMatchObject({ id: contractId, partner: { id: bia.id, name: 'Bia', email: 'bia@x.com' } });
    expect(Date.parse(ended.endsAt)).toBeGreaterThan(Date.parse(ended.startsAt));
  });

  it('tells both sides what happens, and is recorded', async () => {
    const contractId = await offer();
    await decide(contractId);
    await endContract(contractId);

    const told = await inspector.rows<{ person_id: string; type: string }>(
      'SELECT person_id, type FROM notification ORDER BY created_at',
    );
    expect(told).toEqual([
      { person_id: bia.id, type: 'partner.offered' },
      { person_id: world.sellerId, type: 'partner.decided' },
      { person_id: world.sellerId, type: 'partner.ended' },
    ]);
    const events = await inspector.rows<{ type: string; subject_id: string; after: string }>(
      `SELECT type, subject_id, details->>'after' AS after FROM audit_event ORDER BY created_at`,
    );
    expect(events).toEqual([
      // Nothing says whose address it is before somebody accepts.
      { type: 'partner.contractOffered', subject_id: world.productId, after: null },
      { type: 'partner.contractChanged', subject_id: bia.id, after: 'ACTIVE' },
      { type: 'partner.contractChanged', subject_id: bia.id, after: 'ENDED' },
    ]);
  });

  it('that changes goes on until the next version is accepted, and sales that were made keep theirs', async () => {
    const first = await offer();
    await decide(first);
    await isShared(1_878);
    const { paymentId } = (await buy(node.app, pixPurchase(world))).json();
    const read = () => inspector.rows<{ terms: Terms }>('SELECT terms FROM payment WHERE public_id = $1', [paymentId]);
    const before = await read();

    const { contractId: second } = await change(first, { basisPoints: 1_000 });
    expect(shareOf(await sell(), bia.id)).toBe(1_878);
    const { contractId: third } = await change(first, { basisPoints: 500 });
    expect(await decide(second)).toBe('CONTRACT_DECIDED');
    expect(await versions()).toEqual(['2000 ACTIVE', '1000 ENDED', '500 OFFERED']);
    expect(await decide(third)).toEqual({});

    await isShared(470);
    expect(await versions()).toEqual(['2000 ENDED', '1000 ENDED', '500 ACTIVE']);
    const rows = await inspector.rows<{ replaces: string | null }>(
      'SELECT replaces FROM co_production ORDER BY created_at',
    );
    expect(rows.map(({ replaces }) => replaces)).toEqual([null, first, first]);
    const [gap] = await inspector.rows<{ gap: number }>(
      `SELECT extract(epoch FROM n.starts_at - o.ends_at)::float AS gap FROM co_production o, co_production n
       WHERE o.id = $1 AND n.id = $2`,
      [first, third],
    );
    expect(gap?.gap).toBe(0);
    expect(await read()).toEqual(before);
  });

  it('whose change is refused goes on as it was', async () => {
    const first = await offer();
    await decide(first);
    const { contractId } = await change(first, { basisPoints: 100 });

    expect(await decide(contractId, 'REFUSE')).toEqual({});

    expect(await versions()).toEqual(['2000 ACTIVE', '100 REFUSED']);
    expect(await decide(contractId)).toBe('CONTRACT_DECIDED');
  });

  it('ends with its last day in São Paulo', async () => {
    const contractId = await offer({ endsOn: dayFromNow(2) });
    await decide(contractId);
    await isShared(1_878);
    const [row] = await inspector.rows<{ end: string }>(
      `SELECT to_char(ends_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI:SS') AS end FROM co_production`,
    );
    expect(row?.end).toBe(`${dayFromNow(3)} 00:00:00`);

    clock.forward(3 * DAY_MS);

    expect(shareOf(await sell(), bia.id)).toBe(0);
    expect(await versions()).toEqual(['2000 ENDED']);
    expect(await endContract(contractId)).toBe('CONTRACT_DECIDED');
    // A contract that has ended by itself does not stand in the way of another.
    expect(await offer()).toEqual(expect.any(String));
  });

  it('with a last day is ended before it by the co-producer, not by the seller', async () => {
    const contractId = await offer({ endsOn: dayFromNow(30) });
    await decide(contractId);
    await change(contractId, { endsOn: dayFromNow(1) });

    expect(await endContract(contractId, maria)).toBe('CONTRACT_FIXED');
    expect(await endContract(contractId)).toEqual({});

    // A version that waited for an answer goes with it.
    expect(await versions()).toEqual(['2000 ENDED', '1000 ENDED']);
  });

  it('that was offered is taken back by the seller and refused by the other side', async () => {
    const contractId = await offer();

    expect(await endContract(contractId)).toBe('CONTRACT_DECIDED');
    expect(await decide(contractId, 'ACCEPT', maria)).toBe('CONTRACT_NOT_FOUND');
    expect(await endContract(contractId, maria)).toEqual({});
    expect(await decide(contractId)).toBe('CONTRACT_DECIDED');
  });
});

describe('an offer', () => {
  it('tells the seller nothing about who has the address', async () => {
    const customer = await openStaff(node.app, world.platformId, { roles: ['customer'], email: 'cliente@x.com' });
    await openStaff(node.app, foreign.platformId, { roles: ['co-producer'], email: 'fora@x.com' });
    const emails = ['bia@x.com', 'ninguem@x.com', customer.email, 'fora@x.com'];
    await inspector.rows('DELETE FROM mail');

    for (const email of emails) expect(await send({ email, basisPoints: 100 })).toEqual({ contractId: UUID });

    const shown = { id: UUID, status: 'OFFERED', basisPoints: 100, replaces: null, startsAt: null, endsAt: null };
    expect(await list('listContracts', maria)).toEqual(
      emails.toReversed().map((email) => ({
        ...shown,
        product: expect.anything(),
        createdAt: expect.any(String),
        partner: { id: null, name: null, email },
      })),
    );
    const mails = await inspector.rows<{ recipient: string }>(
      `SELECT recipient FROM mail WHERE template = 'contract-offered' AND locale = 'pt-BR' ORDER BY created_at`,
    );
    expect(mails.map(({ recipient }) => recipient)).toEqual(emails);
    // The bell rings for who has proven the address alone.
    const told = await inspector.rows('SELECT person_id FROM notification');
    expect(told).toEqual([{ person_id: bia.id }]);
  });

  it('is answered by whoever proves the address later', async () => {
    const contractId = await offer({ email: 'Nova@x.com' });
    const nova = await openStaff(node.app, world.platformId, { roles: ['seller'], name: 'Nova', email: 'nova@x.com' });
    const prove = (at: string | null) =>
      inspector.rows('UPDATE person SET email_verified_at = $2 WHERE id = $1', [nova.id, at]);
    await prove(null);
    expect(await decide(contractId, 'ACCEPT', nova.headers)).toBe('CONTRACT_NOT_FOUND');
    expect(await list('listMyContracts', nova.headers)).toEqual([]);

    await prove('2026-01-01T00:00:00Z');

    expect(await list('listMyContracts', nova.headers)).toMatchObject([{ id: contractId }]);
    expect(await decide(contractId, 'ACCEPT', bia.headers)).toBe('CONTRACT_NOT_FOUND');
    expect(await decide(contractId, 'ACCEPT', nova.headers)).toEqual({});
    expect(await list('listContracts', maria)).toMatchObject([
      { status: 'ACTIVE', partner: { id: nova.id, name: 'Nova', email: 'nova@x.com' } },
    ]);
  });

  it('that is refused does not name who refused', async () => {
    await decide(await offer(), 'REFUSE');

    expect(await list('listContracts', maria)).toMatchObject([
      { status: 'REFUSED', partner: { id: null, name: null, email: 'bia@x.com' } },
    ]);
    const [told] = await inspector.rows<{ parameters: object }>(
      `SELECT parameters FROM notification WHERE type = 'partner.decided'`,
    );
    expect(told?.parameters).toMatchObject({ name: 'bia@x.com' });
  });

  it('that nobody accepted is over after thirty days, and deleted after ninety', async () => {
    const [old, kept] = [await offer(), await offer({ email: 'c1@x.com' })];
    await decide(kept, 'ACCEPT', others[1]?.headers);
    const age = (days: number) =>
      inspector.rows('UPDATE co_production SET created_at = now() - make_interval(days => $1)', [days]);
    await age(30);
    expect(await decide(old)).toBe('CONTRACT_DECIDED');
    expect(await versions()).toEqual(expect.arrayContaining(['2000 ENDED', '2000 ACTIVE']));
    // It takes no share any more.
    expect(await send({ basisPoints: 7_000 })).toEqual({ contractId: UUID });

    await age(91);
    await purgeInvitations(node.app);

    expect(await inspector.rows('SELECT id FROM co_production')).toEqual([{ id: kept }]);
  });

  it('is made once to others than the seller, for an own product', async () => {
    expect(await send({ email: 'MARIA@example.com' })).toBe('PARTNER_IS_SELLER');
    await offer();
    expect(await send()).toBe('CONTRACT_EXISTS');
    expect(await send({ productId: foreign.productId })).toBe('PRODUCT_NOT_FOUND');
    expect(await send({}, bia.headers)).toBe('ACCESS_DENIED');
  });

  it.each([-1, 3_700])('does not end %i days from now', async (days) => {
    expect(await send({ endsOn: dayFromNow(days) })).toBe('CONTRACT_END_INVALID');
  });

  it('ends today at the earliest', async () => {
    expect(await offer({ endsOn: dayFromNow(0) })).toEqual(expect.any(String));
    expect(await send({ email: 'c1@x.com', endsOn: '9999-12-31' })).toBe('CONTRACT_END_INVALID');
  });

  it('is made to ten people at most', async () => {
    for (const { email } of others) await offer({ email, basisPoints: 10 });

    expect(await send()).toBe('CONTRACT_LIMIT');
  });

  it('of others is out of reach', async () => {
    const contractId = await offer();
    const rival = await openStaff(node.app, world.platformId, { roles: ['seller', 'co-producer'] });

    expect(await decide(contractId, 'ACCEPT', rival.headers)).toBe('CONTRACT_NOT_FOUND');
    expect(await endContract(contractId, rival.headers)).toBe('CONTRACT_NOT_FOUND');
    expect(await change(contractId, {}, rival.headers)).toBe('CONTRACT_NOT_FOUND');
    expect(await list('listContracts', rival.headers)).toEqual([]);
    expect(await list('listMyContracts', rival.headers)).toEqual([]);
  });
});

describe('the shares of a product', () => {
  const TERMS = { isOpen: true, isAutomatic: false, windowDays: 30 };
  const openTo = async (basisPoints: number) => {
    const { productId } = world;
    const [{ version }] = await list('listProducts', maria, { productId });
    return call('partners.setProductTerms', maria, { productId, version, ...TERMS, basisPoints });
  };

  it('are 90 % at most, with what is only offered', async () => {
    expect(await openTo(5_000)).toEqual({ version: expect.any(Number) });
    expect(await send({ basisPoints: 4_001 })).toBe('SHARES_TOO_LARGE');
    const contractId = await offer({ basisPoints: 4_000 });
    expect(await openTo(5_001)).toBe('SHARES_TOO_LARGE');
    expect(await change(contractId, { basisPoints: 4_001 })).toBe('SHARES_TOO_LARGE');
    expect(await decide(contractId)).toEqual({});
    // A next version is counted instead of the one before, not beside it.
    expect(await change(contractId, { basisPoints: 3_900 })).toEqual({ contractId: expect.any(String) });
    expect(await send({ email: 'c1@x.com', basisPoints: 1 })).toBe('SHARES_TOO_LARGE');
  });

  it('count each invited address by itself', async () => {
    await offer({ email: 'c1@x.com', basisPoints: 4_500 });
    expect(await send({ email: 'c2@x.com', basisPoints: 4_501 })).toBe('SHARES_TOO_LARGE');
    expect(await send({ email: 'c2@x.com', basisPoints: 4_500 })).toEqual({ contractId: UUID });
  });

  it('count affiliates who agreed to more than the product offers now', async () => {
    await openTo(6_000);
    const ask = { productId: world.productId };
    const { affiliationId } = await call('partners.requestAffiliation', others[0]?.headers ?? {}, ask);
    await openTo(1_000);

    expect(await send({ basisPoints: 3_001 })).toBe('SHARES_TOO_LARGE');
    await call('partners.decideAffiliation', maria, { affiliationId, decision: 'REFUSE' });
    const contractId = await offer({ basisPoints: 3_001 });
    expect(await call('partners.decideAffiliation', maria, { affiliationId, decision: 'APPROVE' })).toBe(
      'SHARES_TOO_LARGE',
    );
    await endContract(contractId, maria);
    expect(await call('partners.decideAffiliation', maria, { affiliationId, decision: 'APPROVE' })).toEqual({});
  });

  it(`stay within it when they are given away at the same moment (seed ${SEED})`, async () => {
    const { below } = openDraw();
    for (let round = 0; round < rounds({ short: 8, long: 50 }); round++) {
      await inspector.rows('DELETE FROM co_production');
      await inspector.rows('UPDATE product SET affiliation_open = false');
      const asked = others.slice(0, 5).map(
        ({ email }) =>
          () =>
            send({ email, basisPoints: 2_000 + below(3_000) }),
      );
      const answers = await Promise.all([...asked, () => openTo(1_000 + below(6_000))].map((ask) => ask()));
      // Five fifths are too much together.
      expect(answers).toContain('SHARES_TOO_LARGE');
      const [given] = await inspector.rows<{ shares: number }>(
        `SELECT (SELECT coalesce(sum(basis_points), 0) FROM co_production)::int + CASE WHEN affiliation_open THEN affiliate_basis_points ELSE 0 END
           AS shares FROM product WHERE id = $1`,
        [world.productId],
      );
      expect(answers.filter((answer) => answer !== 'SHARES_TOO_LARGE' && typeof answer === 'string')).toEqual([]);
      expect(given?.shares).toBeLessThanOrEqual(9_000);
    }
  });
});
