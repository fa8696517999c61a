import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { openDraw } from '../../../test/draw.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { connect, createWorld, type World } from '../../../test/world.ts';
import { findRates } from '../fees/service.ts';
import { splitSale } from '../payments/service.ts';
import { applyDue } from './service.ts';

let node: TestNode;
let second: TestNode;
let inspector: Inspector;
let now = new Date('2026-11-27T18:00:00Z');
const clock = { now: () => now };

beforeAll(async () => {
  node = await buildNode({ clock });
  second = await buildNode({ clock, databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
});

interface Team {
  world: World;
  ana: Staff;
  bia: Staff;
}

let teams = 0;

/** A platform that two people run. */
async function openTeam(): Promise<Team> {
  teams += 1;
  const host = `rules-${teams}.example.com`;
  const world = await createWorld(node.app, { host, settings: { ruleApprovalAbove: 100 } });
  const open = (name: string) =>
    openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'], host, name });
  return { world, ana: await open('Ana'), bia: await open('Bia') };
}

async function call(name: string, input: object, { headers }: Pick<Staff, 'headers'>) {
  const response = await node.app.inject({ method: 'POST', url: `/api/${name}`, headers, payload: input });
  return { status: response.statusCode, body: response.json() };
}

async function ask(name: string, query: Record<string, string>, { headers }: Pick<Staff, 'headers'>) {
  const response = await node.app.inject({ method: 'GET', url: `/api/${name}`, headers, query });
  return { status: response.statusCode, body: response.json() };
}

const feesOf = async (staff: Staff) => (await ask('settings.getSettings', {}, staff)).body.settings.fees;
const DEAR = { ...DEFAULT_PLATFORM_SETTINGS.fees, PIX: { basisPoints: 10_000, fixed: 0 } };
const NEAR = { ...DEFAULT_PLATFORM_SETTINGS.fees, PIX: { basisPoints: 500, fixed: 100 } };

describe('a change of money rules', () => {
  it('waits for a second person above the threshold, and applies at once below it', async () => {
    const { ana, bia } = await openTeam();

    expect((await call('settings.updateRules', { fees: NEAR }, ana)).body.status).toBe('APPLIED');
    const { body } = await call('settings.updateRules', { fees: DEAR, note: 'teste' }, ana);

    expect(body.status).toBe('WAITING');
    expect(await feesOf(ana)).toEqual(NEAR);
    const approve = { proposalId: body.proposalId, decision: 'APPROVE' };
    expect((await call('moneyRules.decideProposal', approve, ana)).body.code).toBe('PROPOSAL_OWN');
    expect((await call('moneyRules.decideProposal', approve, bia)).body).toEqual({ status: 'APPLIED' });
    expect(await feesOf(ana)).toEqual(DEAR);
    expect((await call('moneyRules.decideProposal', approve, bia)).body.code).toBe('PROPOSAL_DECIDED');
  });

  it('waits for a second person where it loosens a safeguard', async () => {
    const { ana } = await openTeam();
    const withdrawals = { ...DEFAULT_PLATFORM_SETTINGS.withdrawals, automaticUpTo: 100 };

    expect((await call('settings.updateRules', { withdrawals }, ana)).body.status).toBe('WAITING');
    expect((await call('settings.updateRules', { ruleApprovalAbove: 10_000 }, ana)).body.status).toBe('WAITING');
  });

  it('locks nobody out who runs a platform alone', async () => {
    const { world, ana, bia } = await openTeam();
    await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE platform_id = $1 AND id = $2`, [
      world.platformId,
      bia.id,
    ]);

    expect((await call('settings.updateRules', { fees: DEAR }, ana)).body.status).toBe('APPLIED');
  });

  it('is applied once where two people decide at the same moment', async () => {
    const { world, ana, bia } = await openTeam();
    const third = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isConfigAvailable'],
      host: bia.headers.host as string,
    });
    const { body } = await call('settings.updateRules', { fees: DEAR }, ana);
    const decide = (decision: string, staff: Staff) =>
      call('moneyRules.decideProposal', { proposalId: body.proposalId, decision, reason: 'não' }, staff);

    const answers = await Promise.all([decide('APPROVE', bia), decide('REJECT', third)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const isApplied = answers[0]?.status === 200;
    expect(await feesOf(ana)).toEqual(isApplied ? DEAR : DEFAULT_PLATFORM_SETTINGS.fees);
  });

  it('belongs to its platform', async () => {
    const { ana } = await openTeam();
    const other = await openTeam();
    const { body } = await call('settings.updateRules', { fees: DEAR }, ana);

    const answer = await call(
      'moneyRules.decideProposal',
      { proposalId: body.proposalId, decision: 'APPROVE' },
      other.ana,
    );

    expect(answer.body.code).toBe('PROPOSAL_NOT_FOUND');
    expect((await ask('moneyRules.listProposals', { view: 'OPEN' }, other.ana)).body.proposals).toEqual([]);
  });
});

describe('a form that was read before somebody else saved', () => {
  it('is refused with who changed what and when, for the groups that it sends', async () => {
    const { ana, bia } = await openTeam();
    const { version } = (await ask('settings.getSettings', {}, ana)).body;
    await call('settings.updateRules', { fees: NEAR, version }, bia);

    const late = await call('settings.updateRules', { fees: DEFAULT_PLATFORM_SETTINGS.fees, version }, ana);
    const stale = await call('settings.updateRules', { fees: DEAR, version }, ana);
    const elsewhere = await call('settings.updateRules', { billetExpiresInDays: 9, version }, ana);

    expect([late.status, stale.status, elsewhere.status]).toEqual([409, 409, 200]);
    expect(stale.body).toMatchObject({ code: 'EDIT_CONFLICT', details: [{ field: 'fees' }] });
    expect(stale.body.details[0].message).toMatch(/Bia.*2026|Bia/);
    expect(await feesOf(ana)).toEqual(NEAR);
  });
});

describe('a proposal with an effective date', () => {
  it('applies at midnight in São Paulo, once on two nodes', async () => {
    now = new Date('2026-11-28T02:59:00Z');
    const { world, ana } = await openTeam();
    const { body } = await call('settings.updateRules', { fees: NEAR, effectiveOn: '2026-11-28' }, ana);
    expect(body.status).toBe('SCHEDULED');

    await Promise.all([applyDue(node.app), applyDue(second.app)]);
    expect(await feesOf(ana)).toEqual(DEFAULT_PLATFORM_SETTINGS.fees);
    now = new Date('2026-11-28T03:00:00Z');
    await Promise.all([applyDue(node.app), applyDue(second.app), applyDue(node.app)]);

    expect(await feesOf(ana)).toEqual(NEAR);
    const events = await inspector.rows(
      `SELECT 1 FROM audit_event WHERE platform_id = $1 AND type = 'platform.rulesChanged'`,
      [world.platformId],
    );
    expect(events).toHaveLength(1);
    expect((await ask('settings.getSettings', {}, ana)).body.version).toBe(1);
  });

  it('never overwrites what a colleague has saved since', async () => {
    now = new Date('2026-12-01T12:00:00Z');
    const { ana, bia } = await openTeam();
    await call('settings.updateRules', { fees: NEAR, effectiveOn: '2026-12-02' }, ana);
    const between = { ...NEAR, BILLET: { basisPoints: 480, fixed: 349 } };
    await call('settings.updateRules', { fees: between }, bia);
    now = new Date('2026-12-02T12:00:00Z');

    await applyDue(node.app);

    expect(await feesOf(ana)).toEqual(between);
    const { proposals } = (await ask('moneyRules.listProposals', { view: 'PAST' }, ana)).body;
    expect(proposals.map(({ status }: { status: string }) => status).sort()).toEqual(['APPLIED', 'OUTDATED']);
  });

  it('is refused for a day that has begun', async () => {
    const { ana } = await openTeam();

    const { status, body } = await call('settings.updateRules', { fees: NEAR, effectiveOn: '2026-12-02' }, ana);

    expect([status, body.details[0].field]).toEqual([400, 'effectiveOn']);
  });
});

describe('the way back', () => {
  it('proposes the rules as they were before a change, with what was changed since', async () => {
    const { ana } = await openTeam();
    const first = (await call('settings.updateRules', { fees: NEAR }, ana)).body.proposalId;
    const later = { ...NEAR, BILLET: { basisPoints: 480, fixed: 349 } };
    await call('settings.updateRules', { fees: later, billetExpiresInDays: 8 }, ana);

    const { body } = await call('moneyRules.restoreRules', { proposalId: first }, ana);

    expect(body.status).toBe('APPLIED');
    const { settings } = (await ask('settings.getSettings', {}, ana)).body;
    expect([settings.fees, settings.billetExpiresInDays]).toEqual([DEFAULT_PLATFORM_SETTINGS.fees, 3]);
  });
});

describe('the example sale', () => {
  it('equals to the cent what a sale under the rules is split into', async () => {
    const draw = openDraw();
    const { world, ana } = await openTeam();
    const { id: connectionId } = await connect(node.app, world);
    for (let round = 0; round < 12; round++) {
      const fee = () => ({ basisPoints: draw.below(2_000), fixed: draw.below(900) });
      const rules = { fees: { PIX: fee(), CREDIT_CARD: fee(), BILLET: fee() } };
      const price = 1_000 + draw.below(89_000);
      const { body } = await call('moneyRules.previewSettings', { rules, price }, ana);
      const settings = { ...DEFAULT_PLATFORM_SETTINGS, ...rules };

      for (const { method, installments, after } of body.examples) {
        const of = {
          offer: { id: world.offerId, coin: 'BRL' as const },
          method,
          installments,
          affiliateId: null,
          connectionId,
        };
        const rates = await findRates(node.app, { id: world.platformId, settings }, of);
        const sold = splitSale(rates, { sellerId: world.sellerId, total: price, amount: after.charged });
        const shareOf = (role: string) => sold.shares.find((share) => share.role === role)?.amount ?? 0;

        expect([after.platform, after.seller, after.interest]).toEqual([
          shareOf('PLATFORM'),
          shareOf('seller'),
          shareOf('INTEREST'),
        ]);
      }
    }
  });
});
