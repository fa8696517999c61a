import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, newAddress, openAccounts } from '../../../test/accounts.ts';
import { createPerson, openSession, PASSWORD, post, signInStaff } from '../../../test/people.ts';
import { createWorld } from '../../../test/world.ts';
import { purgeSessions } from './purge.ts';

let accounts: Accounts;
beforeAll(async () => {
  accounts = await openAccounts();
});
afterAll(() => accounts.close());

let people = 0;
/** Creates an administrator and a person to impersonate. */
async function openPerson(
  roles: Parameters<Accounts['create']>[0]['roles'] = ['seller'],
  permissions = ['isUsersLoginAvailable'] as const,
) {
  const number = ++people;
  const admin = await accounts.create({
    email: `admin-${number}@example.com`,
    roles: ['admin'],
    permissions: [...permissions],
  });
  const user = await accounts.create({ email: `user-${number}@example.com`, roles: roles ?? [] });
  const { headers } = await signInStaff(accounts.app, admin.email, { entrance: 'admin', address: newAddress() });
  return { admin, user, headers };
}
const signInAs = (headers: Record<string, string>, personId: string) =>
  post(accounts.app, 'session.signInAs', headers, { personId });

describe('session.signInAs', () => {
  it('shows the platform as that person, and who really sits there', async () => {
    const { admin, user, headers } = await openPerson(['seller', 'affiliate']);
    const own = { ...headers };

    const answer = await signInAs(headers, user.id);

    expect(answer.json()).toMatchObject({
      state: 'ACTIVE',
      person: { id: user.id },
      roles: ['affiliate', 'seller'],
      permissions: [],
      impersonator: { email: admin.email },
    });
    expect((await accounts.getSession(headers, accounts.second)).json()).toMatchObject({
      impersonator: { email: admin.email },
    });
    // The former cookie is invalid, so a copy of it is useless.
    expect((await accounts.getSession(own)).statusCode).toBe(401);
  });

  it('lets nobody change what protects an account, or what it is', async () => {
    const { user, headers } = await openPerson();
    await signInAs(headers, user.id);
    const [session] = await accounts.inspector.rows<{ id: string }>('SELECT id FROM session WHERE person_id = $1', [
      user.id,
    ]);

    for (const [name, payload] of [
      ['account.changePassword', { password: 'abacaxi voador laranja' }],
      ['account.requestEmailChange', { email: 'thief@example.com' }],
      ['account.startSecondFactor', {}],
      ['account.confirmSecondFactor', { code: '123456' }],
      ['account.renewRecoveryCodes', {}],
      ['account.removeSecondFactor', {}],
      ['account.updateProfile', { name: 'Outro Nome' }],
      ['account.revokeSession', { id: session?.id }],
      ['session.reauthenticate', { password: PASSWORD }],
      ['session.signOut', { isEverywhere: true }],
    ] as const) {
      const refused = await post(accounts.app, name, headers, payload);
      expect([name, refused.statusCode, refused.json().code]).toEqual([name, 403, 'IMPERSONATION_FORBIDDEN']);
    }
    expect((await accounts.app.inject({ url: '/api/account.getAccount', headers })).json()).toMatchObject({
      email: user.email,
    });
  });

  it.each([['admin'], ['master']] as const)('reaches no %s', async (role) => {
    const { user, headers } = await openPerson(['seller', role]);

    const answer = await signInAs(headers, user.id);

    expect([answer.statusCode, answer.json().code]).toEqual([403, 'ACCESS_DENIED']);
    expect((await accounts.getSession(headers)).json()).toMatchObject({ impersonator: null, roles: ['admin'] });
  });

  it('lends no rights that the person gets meanwhile', async () => {
    const { user, headers } = await openPerson();
    await signInAs(headers, user.id);
    await accounts.inspector.rows(
      `INSERT INTO role_grant (platform_id, person_id, role, permissions) VALUES ($1, $2, 'admin', '{isSalesAvailable}')`,
      [accounts.world.platformId, user.id],
    );

    expect((await accounts.getSession(headers)).json()).toMatchObject({ roles: ['seller'], permissions: [] });
  });

  it('does not find people of another platform, disabled ones, and those who do not exist', async () => {
    const { user, headers } = await openPerson();
    const other = await createWorld(accounts.app, { host: `other-${people}.example.com` });
    const foreign = await createPerson(accounts.app, other.platformId, {
      email: 'foreign@example.com',
      roles: ['seller'],
    });
    await accounts.inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [user.id]);

    for (const id of [foreign.id, user.id, '01900000-0000-7000-8000-000000000000']) {
      const answer = await signInAs(headers, id);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'PERSON_NOT_FOUND']);
    }
  });

  it('wants the permission, a fresh proof, and nobody in between', async () => {
    const without = await openPerson(['seller'], [] as never);
    expect((await signInAs(without.headers, without.user.id)).json().code).toBe('ACCESS_DENIED');

    const { admin, user, headers } = await openPerson();
    const third = await accounts.create({ email: `third-${people}@example.com`, roles: ['seller'] });
    await accounts.inspector.rows(
      `UPDATE session SET confirmed_at = now() - interval '11 minutes' WHERE person_id = $1`,
      [admin.id],
    );
    expect((await signInAs(headers, user.id)).json().code).toBe('REAUTHENTICATION_REQUIRED');
    await accounts.inspector.rows('UPDATE session SET confirmed_at = now() WHERE person_id = $1', [admin.id]);
    expect((await signInAs(headers, user.id)).statusCode).toBe(200);
    expect((await signInAs(headers, third.id)).json().code).toBe('ACCESS_DENIED');
  });

  it.each([
    ['the administrator loses the permission', `UPDATE role_grant SET permissions = '{}' WHERE person_id = $1`],
    ['the administrator is disabled', `UPDATE person SET status = 'DISABLED' WHERE id = $1`],
    ['the administrator is signed out', 'UPDATE session SET revoked_at = now() WHERE person_id = $1'],
  ])('ends on the next request of another node when %s', async (_, sql) => {
    const { admin, user, headers } = await openPerson();
    await signInAs(headers, user.id);
    expect((await accounts.getSession(headers, accounts.second)).statusCode).toBe(200);

    await accounts.inspector.rows(sql, [admin.id]);

    expect((await accounts.getSession(headers, accounts.second)).statusCode).toBe(401);
  });

  it('outlives neither its administrator’s session nor its purge', async () => {
    const { admin, user, headers } = await openPerson();
    await accounts.inspector.rows(`UPDATE session SET expires_at = now() + interval '1 hour' WHERE person_id = $1`, [
      admin.id,
    ]);
    await signInAs(headers, user.id);

    const rows = await accounts.inspector.rows<{ expires_at: Date }>(
      'SELECT expires_at FROM session WHERE person_id = ANY($1)',
      [[admin.id, user.id]],
    );

    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
    await accounts.inspector.rows(
      `UPDATE session SET expires_at = now() - interval '31 days' WHERE person_id = ANY($1)`,
      [[admin.id, user.id]],
    );
    await accounts.inspector.rows(`UPDATE one_time_token SET expires_at = now()`);
    await purgeSessions(accounts.app);
    expect(
      await accounts.inspector.rows('SELECT 1 FROM session WHERE person_id = ANY($1)', [[admin.id, user.id]]),
    ).toEqual([]);
  });

  it('is no device of that person, who is not told of it, and ends with that person’s sessions', async () => {
    const { user, headers } = await openPerson();
    const owner = await openSession(accounts.app, user.email, { address: newAddress() });
    await signInAs(headers, user.id);
    const list = async () =>
      (await accounts.app.inject({ url: '/api/account.listSessions', headers: owner })).json().sessions;
    const [hidden] = await accounts.inspector.rows<{ id: string }>(
      'SELECT id FROM session WHERE person_id = $1 AND impersonator_session_id IS NOT NULL',
      [user.id],
    );

    expect(await list()).toHaveLength(1);
    expect((await post(accounts.app, 'account.revokeSession', owner, { id: hidden?.id })).json().code).toBe(
      'SESSION_NOT_FOUND',
    );
    await post(accounts.app, 'session.signOut', owner, { isEverywhere: true });
    expect((await accounts.getSession(headers)).statusCode).toBe(401);
  });
});

describe('session.stopImpersonation', () => {
  it('leads back to oneself under another token, and ends the other session', async () => {
    const { admin, user, headers } = await openPerson();
    const first = headers.cookie;
    await signInAs(headers, user.id);
    const impersonated = { ...headers };

    const answer = await post(accounts.app, 'session.stopImpersonation', headers);

    expect(answer.json()).toMatchObject({ person: { id: admin.id }, roles: ['admin'], impersonator: null });
    expect(new Set([first, impersonated.cookie, headers.cookie]).size).toBe(3);
    expect((await accounts.getSession(impersonated, accounts.second)).statusCode).toBe(401);
    expect((await accounts.getSession(headers, accounts.second)).json()).toMatchObject({ roles: ['admin'] });
    expect((await post(accounts.app, 'session.stopImpersonation', headers)).json().code).toBe('ACCESS_DENIED');
  });

  it('is recorded with both identities, at both ends', async () => {
    const { admin, user, headers } = await openPerson();
    await signInAs(headers, user.id);
    await post(accounts.app, 'session.stopImpersonation', headers);

    const events = await accounts.inspector.rows(
      `SELECT type, actor_email AS actor, subject_id AS subject FROM audit_event WHERE type LIKE 'session.impersonation%' AND subject_id = $1 ORDER BY created_at`,
      [user.id],
    );

    expect(events).toEqual([
      { type: 'session.impersonationStarted', actor: admin.email, subject: user.id },
      { type: 'session.impersonationEnded', actor: admin.email, subject: user.id },
    ]);
  });

  it('happens for good with signOut, which ends both sessions', async () => {
    const { admin, user, headers } = await openPerson();
    await signInAs(headers, user.id);

    expect((await post(accounts.app, 'session.signOut', headers)).statusCode).toBe(200);

    const open = await accounts.inspector.rows(
      'SELECT 1 FROM session WHERE person_id = ANY($1) AND revoked_at IS NULL',
      [[admin.id, user.id]],
    );
    expect(open).toEqual([]);
    const events = await accounts.inspector.rows(
      `SELECT type, actor_email AS actor, impersonator_email AS impersonator FROM audit_event
       WHERE type IN ('session.signedOut', 'session.impersonationEnded') AND (actor_id::text = $1 OR subject_id = $1) ORDER BY type`,
      [user.id],
    );
    expect(events).toEqual([
      { type: 'session.impersonationEnded', actor: admin.email, impersonator: null },
      { type: 'session.signedOut', actor: user.email, impersonator: admin.email },
    ]);
  });

  it('happens for good with the next sign-in of the same browser', async () => {
    const { admin, user, headers } = await openPerson();
    await signInAs(headers, user.id);
    const next = await accounts.create({ email: `next-${people}@example.com`, roles: ['seller'] });

    await openSession(accounts.app, next.email, {
      headers: { cookie: headers.cookie as string },
      address: newAddress(),
    });

    const open = await accounts.inspector.rows(
      'SELECT 1 FROM session WHERE person_id = ANY($1) AND revoked_at IS NULL',
      [[admin.id, user.id]],
    );
    expect(open).toEqual([]);
  });
});
