/** Rules that let more through, and entries that allow somebody, wait for a second person where there is one. */
import type { RiskRule } from '@feira/schemas/procedures/risk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { loosensRules } from './changes.ts';

let node: TestNode;
let inspector: Inspector;
beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

interface Team {
  world: World;
  ana: Staff;
  bia: Staff;
}
let teams = 0;

/** A platform that two people run. */
async function openTeam(settings: object = {}): Promise<Team> {
  teams += 1;
  const host = `risk-${teams}.example.com`;
  const world = await createWorld(node.app, { host, settings });
  const open = (name: string) =>
    openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'], host, name });
  return { world, ana: await open('Ana'), bia: await open('Bia') };
}

async function call(name: string, { headers }: Staff, payload?: object) {
  const answer = await node.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/${name}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const rule = (extra: Partial<RiskRule> = {}): RiskRule => ({
  id: newId(),
  name: 'Valor alto',
  isEnabled: true,
  methods: ['PIX'],
  conditions: [{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 50_000 }],
  action: 'REFUSE',
  ...extra,
});
const save = (staff: Staff, rules: RiskRule[], version: number) => call('risk.saveRules', staff, { version, rules });
const rulesOf = async (staff: Staff) => (await call('risk.getRules', staff)).body;
const decide = (staff: Staff, proposalId: string, decision = 'APPROVE') =>
  call('moneyRules.decideProposal', staff, { proposalId, decision, reason: 'Conferido.' });

describe('rules', () => {
  it('that only refuse more apply at once; a change that lets more through waits for another person, who sees it', async () => {
    const { ana, bia } = await openTeam();
    const first = rule();
    expect((await save(ana, [first], 0)).body.status).toBe('APPLIED');

    const { body } = await save(ana, [], 1);
    expect(body.status).toBe('WAITING');
    expect(await rulesOf(ana)).toMatchObject({ version: 1, rules: [{ id: first.id }] });
    const { proposals } = (await call('moneyRules.listProposals?view=OPEN', bia)).body;
    expect(proposals).toEqual([
      expect.objectContaining({
        kind: 'RISK_RULES',
        before: { rules: [first] },
        after: { rules: [] },
        mayApprove: true,
      }),
    ]);
    const waiting = (await call('inbox.countItems', bia)).body.items.find(
      ({ kind }: { kind: string }) => kind === 'RULES',
    );
    expect(waiting.count).toBe(1);

    expect((await decide(ana, body.proposalId)).body.code).toBe('PROPOSAL_OWN');
    expect((await decide(bia, body.proposalId)).body).toEqual({ status: 'APPLIED' });
    expect(await rulesOf(ana)).toMatchObject({ version: 2, rules: [] });
    expect((await decide(bia, body.proposalId)).body.code).toBe('PROPOSAL_DECIDED');
    const [saved] = await inspector.rows<{ by: string }>(
      'SELECT saved_by_name AS by FROM risk_rules WHERE version = 2 AND saved_by = $1',
      [ana.id],
    );
    expect(saved?.by).toBe('Ana');
  });

  it('that have changed since are not overwritten by an approval', async () => {
    const { ana, bia } = await openTeam();
    await save(ana, [rule()], 0);
    const { body } = await save(ana, [], 1);
    const stored = (await rulesOf(ana)).rules;
    await save(bia, [...stored, rule()], 1);

    expect((await decide(bia, body.proposalId)).body.code).toBe('EDIT_CONFLICT');
    expect((await rulesOf(ana)).rules).toHaveLength(2);
  });

  it('of two people who save at once are those of one', async () => {
    const { ana, bia } = await openTeam();
    const answers = await Promise.all([save(ana, [rule()], 0), save(bia, [rule()], 0)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await rulesOf(ana)).version).toBe(1);
  });

  it('wait for nobody where one person runs the platform, or it asks for no second one', async () => {
    const { world, ana, bia } = await openTeam();
    await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE platform_id = $1 AND id = $2`, [
      world.platformId,
      bia.id,
    ]);
    expect((await save(ana, [rule({ action: 'ALLOW' })], 0)).body.status).toBe('APPLIED');

    const other = await openTeam({ ruleApprovalAbove: 10_000 });
    expect((await save(other.ana, [rule({ action: 'ALLOW' })], 0)).body.status).toBe('APPLIED');
  });

  it('are not approved by somebody whom the proposer has just let in', async () => {
    const { world, ana, bia } = await openTeam();
    const { body } = await save(ana, [rule({ action: 'ALLOW' })], 0);
    await inspector.rows(
      `UPDATE role_grant SET granted_by = $3, created_at = now() WHERE platform_id = $1 AND person_id = $2`,
      [world.platformId, bia.id, ana.id],
    );

    expect((await decide(bia, body.proposalId)).body.code).toBe('APPROVER_NEW');
  });

  it.each<[string, boolean, (old: RiskRule[]) => RiskRule[]]>([
    ['a rule that refuses, at any place', false, ([one, two]) => [rule(), one!, rule(), two!]],
    ['another order', true, ([one, two]) => [two!, one!]],
    ['a rule that is switched off', true, ([one, two]) => [{ ...one!, isEnabled: false }, two!]],
    ['a rule that challenges before one that refuses', true, (old) => [rule({ action: 'CHALLENGE' }), ...old]],
    [
      'a greater amount',
      true,
      ([one, two]) => [{ ...one!, conditions: [{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 60_000 }] }, two!],
    ],
  ])('know of %s whether it lets more through: %s', (_, isLoosened, change) => {
    const old = [rule(), rule()];
    expect(loosensRules(old, change(old))).toBe(isLoosened);
  });
});

describe('an entry', () => {
  const entry = (list: string) => ({ list, kind: 'EMAIL', value: 'lia@example.com', reason: 'Cliente antiga.' });
  const entriesOf = async (staff: Staff) => (await call('risk.listEntries', staff)).body.items;

  it('that blocks applies at once; one that allows waits for another person, and takes the place of the block', async () => {
    const { ana, bia } = await openTeam();
    expect((await call('risk.addEntry', ana, entry('BLOCK'))).body.status).toBe('APPLIED');
    const { body } = await call('risk.addEntry', ana, { ...entry('ALLOW'), days: 10 });

    expect(body.status).toBe('WAITING');
    expect(await entriesOf(ana)).toMatchObject([{ list: 'BLOCK' }]);
    const { proposals } = (await call('moneyRules.listProposals?view=OPEN', bia)).body;
    expect(proposals[0]).toMatchObject({ kind: 'RISK_ALLOWED', subjectName: 'l…@example.com', mayRestore: false });
    expect(JSON.stringify(proposals)).not.toContain('lia@example.com');
    expect((await decide(bia, body.proposalId)).body.status).toBe('APPLIED');
    expect(await entriesOf(ana)).toMatchObject([{ list: 'ALLOW', addedBy: 'Ana', reason: 'Cliente antiga.' }]);
    expect((await entriesOf(ana))[0].endsAt).not.toBeNull();
  });

  it('that was rejected allows nobody', async () => {
    const { ana, bia } = await openTeam();
    const { body } = await call('risk.addEntry', ana, entry('ALLOW'));
    expect((await decide(bia, body.proposalId, 'REJECT')).body.status).toBe('REJECTED');
    expect(await entriesOf(ana)).toEqual([]);
  });
});
