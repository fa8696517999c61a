import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { openDraw } from '../../../test/draw.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
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
async function openTeam(ruleApprovalAbove = 100): Promise<Team> {
  teams += 1;
  const host = `rules-${teams}.example.com`;
  const world = await createWorld(node.app, { host, settings: { ruleApprovalAbove } });
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

describe('two people at once', () => {
  it('save the same group from the same page once, and the second hears of the first', async () => {
    const { ana, bia } = await openTeam();
    const { version } = (await ask('settings.getSettings', {}, ana)).body;
    const other = { ...NEAR, PIX: { basisPoints: 480, fixed: 0 } };

    const answers = await Promise.all([
      call('settings.updateRules', { fees: NEAR, version }, ana),
      call('settings.updateRules', { fees: other, version }, bia),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await feesOf(ana)).toEqual(answers[0]?.status === 200 ? NEAR : other);
  });

  it('have proposed the same rule: the later approval is refused, because the rule is another one now', async () => {
    const { world, ana, bia } = await openTeam();
    const host = bia.headers.host as string;
    const cara = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isConfigAvailable'],
      host,
    });
    const dearer = { ...DEAR, BILLET: { basisPoints: 9_000, fixed: 0 } };
    const first = (await call('settings.updateRules', { fees: DEAR }, ana)).body.proposalId;
    const second = (await call('settings.updateRules', { fees: dearer }, bia)).body.proposalId;
    const approve = (proposalId: string) =>
      call('moneyRules.decideProposal', { proposalId, decision: 'APPROVE' }, cara);

    const answers = await Promise.all([approve(first), approve(second)]);

    expect(answers.map(({ body }) => body.code ?? body.status).sort()).toEqual(['APPLIED', 'EDIT_CONFLICT']);
    expect(await feesOf(cara)).toEqual(answers[0]?.status === 200 ? DEAR : dearer);
  });
});

describe('a preview', () => {
  it('shows what a change would do and refuses what it would be refused for, and changes nothing', async () => {
    const { world, ana } = await openTeam();

    const { body } = await call('settings.previewRules', { fees: DEAR }, ana);

    expect(body).toMatchObject({
      before: { fees: DEFAULT_PLATFORM_SETTINGS.fees },
      after: { fees: DEAR },
      limit: 100,
      needsApproval: true,
    });
    expect(body.size).toBeGreaterThan(5_000);
    const tooMuch = { ...DEFAULT_PLATFORM_SETTINGS.withdrawals, automaticUpTo: 9_000_000 };
    expect((await call('settings.previewRules', { withdrawals: tooMuch }, ana)).body.code).toBe('VALIDATION_FAILED');
    expect(await feesOf(ana)).toEqual(DEFAULT_PLATFORM_SETTINGS.fees);
    expect((await ask('settings.getSettings', {}, ana)).body.version).toBe(0);
    expect((await ask('moneyRules.listProposals', {}, ana)).body.proposals).toEqual([]);
    expect(await inspector.rows('SELECT 1 FROM audit_event WHERE platform_id = $1', [world.platformId])).toEqual([]);
  });

  it('names connections, whose ids tell a reader nothing', async () => {
    const { world, ana } = await openTeam();
    const { id: connectionId } = await connect(node.app, world);
    const routes = [{ connectionId, priority: 1, weight: 100, conditions: {}, isEnabled: false }];

    const { body } = await call('routing.previewRoutes', { method: 'PIX', routes }, ana);

    expect(JSON.stringify(body.after)).not.toContain(connectionId);
    expect(body.after.routes).toHaveLength(1);
  });
});

describe('a change that waits', () => {
  const noticesOf = ({ id }: Staff) =>
    inspector.rows(
      'SELECT type, read_at IS NOT NULL AS "isRead" FROM notification WHERE person_id = $1 ORDER BY created_at',
      [id],
    );

  it('stands in the inbox and the bell of those who may decide until it is decided, and its proposer hears of it', async () => {
    const { world, ana, bia } = await openTeam();
    await inspector.rows('UPDATE person SET email_verified_at = now() WHERE platform_id = $1', [world.platformId]);
    const { proposalId } = (await call('settings.updateRules', { fees: DEAR }, ana)).body;
    const waiting = async (staff: Staff) =>
      (await ask('inbox.listItems', { kind: 'RULES' }, staff)).body.items.map(
        ({ id, needsAnother }: { id: string; needsAnother: boolean }) => [id, needsAnother],
      );

    expect([await waiting(ana), await waiting(bia)]).toEqual([[[proposalId, true]], [[proposalId, false]]]);
    expect([await noticesOf(ana), await noticesOf(bia)]).toEqual([[], [{ type: 'rules.waiting', isRead: false }]]);

    await call('moneyRules.decideProposal', { proposalId, decision: 'REJECT', reason: 'Caro' }, bia);

    expect([await waiting(ana), await waiting(bia)]).toEqual([[], []]);
    expect([await noticesOf(ana), await noticesOf(bia)]).toEqual([
      [{ type: 'rules.decided', isRead: false }],
      [{ type: 'rules.waiting', isRead: true }],
    ]);
  });

  it('of terms is decided by neither its proposer nor the person whom it is about, and hidden from whoever may not', async () => {
    const { world, ana } = await openTeam();
    const host = ana.headers.host as string;
    const open = (name: string) =>
      openStaff(node.app, world.platformId, {
        roles: ['admin'],
        permissions: ['isUserAdvancedOptionsAvailable'],
        host,
        name,
      });
    const [dora, eva] = [await open('Dora'), await open('Eva')];
    const terms = { fees: { PIX: { basisPoints: 9_000, fixed: 0 } }, release: {}, managerBasisPoints: null };
    const { body } = await call('fees.setPersonTerms', { personId: world.sellerId, ...terms }, dora);
    expect(body.status).toBe('WAITING');
    const approve = (staff: Staff) =>
      call('moneyRules.decideProposal', { proposalId: body.proposalId, decision: 'APPROVE' }, staff);

    expect((await approve(dora)).body.code).toBe('PROPOSAL_OWN');
    expect((await approve(ana)).body.code).toBe('PROPOSAL_NOT_FOUND');
    expect((await ask('moneyRules.listProposals', {}, ana)).body.proposals).toEqual([]);
    await inspector.rows(`UPDATE money_rule_proposal SET subject = $2 WHERE id = $1`, [body.proposalId, eva.id]);
    expect((await approve(eva)).body.code).toBe('OWN_TERMS_FIXED');
    await inspector.rows(`UPDATE money_rule_proposal SET subject = $2 WHERE id = $1`, [
      body.proposalId,
      world.sellerId,
    ]);
    expect((await approve(eva)).body).toEqual({ status: 'APPLIED' });
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
    const [proposed] = await inspector.rows<{ details: object }>(
      `SELECT details FROM audit_event WHERE platform_id = $1 AND type = 'moneyRules.proposed'`,
      [world.platformId],
    );
    expect(proposed?.details).toMatchObject({ effectiveOn: '2026-11-28', after: { fees: NEAR } });

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
    const { proposals } = (await ask('moneyRules.listProposals', { view: 'PAST' }, ana)).body;
    expect(proposals.map(({ status }: { status: string }) => status)).toEqual(['APPLIED']);
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

  it('lapses where its proposer lost the right meanwhile and nobody approved it, and says so to those who have it', async () => {
    now = new Date('2026-12-03T12:00:00Z');
    const { world, ana, bia } = await openTeam();
    await call('settings.updateRules', { fees: NEAR, effectiveOn: '2026-12-04' }, ana);
    await inspector.rows(`UPDATE role_grant SET permissions = '{isUsersAvailable}' WHERE person_id = $1`, [ana.id]);
    now = new Date('2026-12-04T12:00:00Z');

    await Promise.all([applyDue(node.app), applyDue(second.app)]);

    expect(await feesOf(bia)).toEqual(DEFAULT_PLATFORM_SETTINGS.fees);
    const { proposals } = (await ask('moneyRules.listProposals', { view: 'PAST' }, bia)).body;
    expect(proposals).toMatchObject([{ status: 'LAPSED', decider: null }]);
    const told = await inspector.rows<{ id: string }>(
      `SELECT person_id AS id FROM notification WHERE platform_id = $1 AND type = 'rules.lapsed'`,
      [world.platformId],
    );
    expect(told.map(({ id }) => id)).toContain(bia.id);
    expect(
      await inspector.rows(`SELECT 1 FROM audit_event WHERE platform_id = $1 AND type = 'moneyRules.lapsed'`, [
        world.platformId,
      ]),
    ).toHaveLength(1);
  });

  it('stays valid where another person approved it, and where a master of the operator proposed it', async () => {
    now = new Date('2026-12-05T12:00:00Z');
    const operator = await openTeam();
    const { world, ana, bia } = await openTeam();
    await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
      operator.world.platformId,
      world.platformId,
    ]);
    const host = operator.ana.headers.host as string;
    const master = await openStaff(node.app, operator.world.platformId, { roles: ['master'], host });
    const asked = await call('settings.updateRules', { fees: DEAR, effectiveOn: '2026-12-06' }, ana);
    const { proposalId } = asked.body;
    const approved = await call('moneyRules.decideProposal', { proposalId, decision: 'APPROVE' }, bia);
    expect(approved.body).toEqual({ status: 'SCHEDULED' });
    const { id: connectionId } = await connect(node.app, world);
    const costs = { platformId: world.platformId, connectionId, costs: { PIX: { basisPoints: 99, fixed: 0 } } };
    const ofMaster = await call('fees.setConnectionCosts', { ...costs, effectiveOn: '2026-12-06' }, master);
    expect(ofMaster.body.status).toBe('SCHEDULED');
    await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [ana.id]);
    now = new Date('2026-12-06T12:00:00Z');

    await applyDue(node.app);

    expect(await feesOf(bia)).toEqual(DEAR);
    const { proposals } = (await ask('moneyRules.listProposals', { view: 'PAST' }, bia)).body;
    expect(proposals.map(({ status }: { status: string }) => status)).toEqual(['APPLIED', 'APPLIED']);
  });

  it('is refused for a day that has begun', async () => {
    const { ana } = await openTeam();

    const { status, body } = await call('settings.updateRules', { fees: NEAR, effectiveOn: '2026-12-02' }, ana);

    expect([status, body.details[0].field]).toEqual([400, 'effectiveOn']);
  });
});

const pixFee = (basisPoints: number) => ({
  ...DEFAULT_PLATFORM_SETTINGS.fees,
  PIX: { basisPoints, fixed: 100 },
});

describe('many small changes of one person', () => {
  const raise = async (staff: Staff, basisPoints: number, more: object = {}) =>
    (await call('settings.updateRules', { fees: pixFee(basisPoints), ...more }, staff)).body;

  it('are one large change: nine steps of 9 % wait for a second person from the second on', async () => {
    const { ana, bia } = await openTeam(1_000);
    const base = DEFAULT_PLATFORM_SETTINGS.fees.PIX.basisPoints;
    const statuses = [];
    for (let step = 1; step <= 9; step++) statuses.push((await raise(ana, base + step * 900)).status);

    expect(statuses).toEqual(['APPLIED', ...Array(8).fill('WAITING')]);
    expect((await feesOf(bia)).PIX.basisPoints).toBe(base + 900);
  });

  it('of two people are summed as well, begin anew once a second person approved, and after 30 days', async () => {
    const { world, ana, bia } = await openTeam(1_000);
    const base = DEFAULT_PLATFORM_SETTINGS.fees.PIX.basisPoints;
    expect((await raise(ana, base + 900)).status).toBe('APPLIED');
    const second = await raise(bia, base + 1_800);
    expect(second.status).toBe('WAITING');
    await call('moneyRules.decideProposal', { proposalId: second.proposalId, decision: 'APPROVE' }, ana);

    expect((await raise(bia, base + 2_700)).status).toBe('APPLIED');
    expect((await raise(ana, base + 3_600)).status).toBe('WAITING');
    await inspector.rows(
      `UPDATE money_rule_proposal SET ended_at = ended_at - interval '31 days' WHERE platform_id = $1 AND status = 'APPLIED'`,
      [world.platformId],
    );
    expect((await raise(ana, base + 3_600)).status).toBe('APPLIED');
  });

  it('count those that wait for their day', async () => {
    const { ana } = await openTeam(1_000);
    const base = DEFAULT_PLATFORM_SETTINGS.fees.PIX.basisPoints;
    const { managerBasisPoints } = DEFAULT_PLATFORM_SETTINGS;
    expect((await raise(ana, base + 900, { effectiveOn: '2026-12-31' })).status).toBe('SCHEDULED');

    const { body } = await call('settings.updateRules', { managerBasisPoints: managerBasisPoints + 900 }, ana);

    expect(body.status).toBe('APPLIED');
    expect((await raise(ana, base + 1_800)).status).toBe('WAITING');
  });
});

describe('the second person', () => {
  const GRANTED = ['isConfigAvailable', 'isFunctionariesAvailable'] as const;

  /** Ana invites a second account, which has a password at once. */
  async function inviteCleo({ world, ana }: Team): Promise<Staff> {
    const email = `cleo-${teams}@example.com`;
    await inspector.rows(`UPDATE role_grant SET permissions = $2 WHERE person_id = $1`, [ana.id, GRANTED]);
    const invitation = { name: 'Cleo Lima', email, permissions: ['isConfigAvailable'] };
    const { body } = await call('people.inviteFunctionary', invitation, ana);
    await inspector.rows(`UPDATE person SET password_hash = 'none' WHERE id = $1`, [body.personId]);
    const host = ana.headers.host as string;
    const headers = await openSessionOf(node.app, world.platformId, body.personId, { host });
    return { id: body.personId, name: 'Cleo Lima', email, headers };
  }
  const pass = ({ world }: Team) =>
    inspector.rows(
      `UPDATE role_grant SET created_at = created_at - interval '8 days', permission_grants = jsonb_set(permission_grants,
         '{isConfigAvailable,at}', to_jsonb(now() - interval '8 days')) WHERE platform_id = $1 AND granted_by IS NOT NULL`,
      [world.platformId],
    );
  const propose = async (staff: Staff) => (await call('settings.updateRules', { fees: DEAR }, staff)).body.proposalId;
  const approve = async (staff: Staff, proposalId: string) => {
    const { body } = await call('moneyRules.decideProposal', { proposalId, decision: 'APPROVE' }, staff);
    return body.code ?? body.status;
  };

  it('is nobody whom the proposer let in, as long as somebody else can decide', async () => {
    const team = await openTeam();
    const cleo = await inviteCleo(team);
    const proposalId = await propose(team.ana);

    expect(await approve(cleo, proposalId)).toBe('APPROVER_NEW');
    await pass(team);
    expect(await approve(cleo, proposalId)).toBe('APPROVER_INVITED');
    expect(await approve(team.bia, proposalId)).toBe('APPLIED');
  });

  it('may be one whom the proposer let in a week ago where there is nobody else', async () => {
    const team = await openTeam();
    const cleo = await inviteCleo(team);
    await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [team.bia.id]);
    const proposalId = await propose(team.ana);

    expect(await approve(cleo, proposalId)).toBe('APPROVER_NEW');
    await pass(team);
    expect(await approve(cleo, proposalId)).toBe('APPLIED');
  });

  it('is nobody who let the proposer in within a week', async () => {
    const team = await openTeam();
    const cleo = await inviteCleo(team);
    const proposalId = await propose(cleo);

    expect(await approve(team.ana, proposalId)).toBe('APPROVER_INVITED');
    await pass(team);
    expect(await approve(team.ana, proposalId)).toBe('APPLIED');
  });

  it('is nobody to whom the proposer gave the permission', async () => {
    const team = await openTeam();
    const { world, ana } = team;
    const host = ana.headers.host as string;
    const dora = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: [], host, name: 'Dora' });
    await inspector.rows(`UPDATE role_grant SET permissions = $2 WHERE person_id = $1`, [ana.id, GRANTED]);
    await call('people.setPermissions', { personId: dora.id, permissions: ['isConfigAvailable'] }, ana);
    const proposalId = await propose(ana);

    expect(await approve(dora, proposalId)).toBe('APPROVER_NEW');
    await inspector.rows(
      `UPDATE role_grant SET permission_grants = jsonb_set(permission_grants, '{isConfigAvailable,at}',
         to_jsonb(now() - interval '8 days')) WHERE person_id = $1`,
      [dora.id],
    );
    expect(await approve(dora, proposalId)).toBe('APPROVER_INVITED');
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
      const { body } = await call('settings.previewRules', { ...rules, price }, ana);
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
