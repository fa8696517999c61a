import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, newAddress, openAccounts } from '../../../test/accounts.ts';
import { enrol, openSession, PASSWORD, post, showCode, signIn, signInStaff } from '../../../test/people.ts';

let accounts: Accounts;
beforeAll(async () => {
  accounts = await openAccounts();
});
afterAll(() => accounts.close());

const createSeller = (email: string) => accounts.create({ email, roles: ['seller'] });
/** Creates a seller with a second factor, signed in again with only the password. */
async function openWithPasswordOnly(email: string) {
  const { id } = await createSeller(email);
  const { secret, recoveryCodes } = await enrol(accounts.app, await openSession(accounts.app, email));
  accounts.passSeconds(60);
  return { id, secret, recoveryCodes, headers: await openSession(accounts.app, email) };
}

describe('a door', () => {
  it.each([
    ['platform', 'seller'],
    ['platform', 'customer'],
    ['platform', 'affiliate'],
    ['platform', 'co-producer'],
    ['manager', 'manager'],
    ['admin', 'admin'],
    ['master', 'master'],
  ] as const)('%s opens for a %s and for nobody who has no business behind it', async (entrance, role) => {
    const email = `${entrance}-${role}@example.com`;
    await accounts.create({ email, roles: [role] });

    for (const door of ['platform', 'manager', 'admin', 'master'] as const) {
      const answer = await signIn(accounts.app, email, { entrance: door, address: newAddress() });
      expect([door, answer.statusCode]).toEqual([door, door === entrance ? 200 : 401]);
      if (door !== entrance) expect(answer.json().code).toBe('SIGN_IN_REFUSED');
    }
  });

  it('is closed to whoever has no role at all', async () => {
    await accounts.create({ email: 'nothing@example.com' });

    expect((await signIn(accounts.app, 'nothing@example.com', { address: newAddress() })).statusCode).toBe(401);
  });

  it('of the staff asks for a second factor before anything else', async () => {
    await accounts.create({
      email: 'new-admin@example.com',
      roles: ['admin', 'seller'],
      permissions: ['isUsersAvailable'],
    });
    const headers = await openSession(accounts.app, 'new-admin@example.com', { entrance: 'admin' });

    expect((await accounts.getSession(headers)).json()).toMatchObject({
      state: 'ENROLLMENT_REQUIRED',
      roles: [],
      heldRoles: ['admin', 'seller'],
      permissions: [],
    });
    expect((await accounts.app.inject({ url: '/api/account.getAccount', headers })).statusCode).toBe(401);
    const before = headers.cookie;
    await enrol(accounts.app, headers);

    expect((await accounts.getSession(headers, accounts.second)).json()).toMatchObject({
      state: 'ACTIVE',
      roles: ['admin', 'seller'],
      permissions: ['isUsersAvailable'],
    });
    expect((await accounts.getSession({ ...headers, cookie: before as string })).statusCode).toBe(401);
  });

  it('for everybody leaves the staff without the rights of the staff', async () => {
    await accounts.create({ email: 'both@example.com', roles: ['admin', 'seller'], permissions: ['isUsersAvailable'] });

    const answer = await signIn(accounts.app, 'both@example.com');

    expect(answer.json()).toMatchObject({
      state: 'ACTIVE',
      roles: ['seller'],
      heldRoles: ['admin', 'seller'],
      permissions: [],
    });
  });

  it('of the staff asks for the password alone where the platform was told so', async () => {
    const relaxed = await openAccounts({ SECOND_FACTOR: 'off' });
    try {
      await relaxed.create({ email: 'admin@example.com', roles: ['admin'], permissions: ['isSalesAvailable'] });

      const answer = await signIn(relaxed.app, 'admin@example.com', { entrance: 'admin' });

      expect(answer.json()).toMatchObject({
        state: 'ACTIVE',
        roles: ['admin'],
        permissions: ['isSalesAvailable'],
        isFactorRequired: false,
      });
    } finally {
      await relaxed.close();
    }
  });
});

describe('session.confirmCode', () => {
  it('completes a sign-in with a code and gives the session another token', async () => {
    const { headers, secret } = await openWithPasswordOnly('code@example.com');
    const before = headers.cookie as string;
    expect((await accounts.getSession(headers)).json()).toMatchObject({ state: 'CODE_REQUIRED', roles: [] });

    const answer = await post(accounts.app, 'session.confirmCode', headers, { code: showCode(accounts.app, secret) });

    expect(answer.json()).toMatchObject({ state: 'ACTIVE', roles: ['seller'] });
    expect(headers.cookie).not.toBe(before);
    expect((await accounts.getSession({ ...headers, cookie: before })).statusCode).toBe(401);
    expect((await accounts.getSession(headers, accounts.second)).json()).toMatchObject({
      state: 'ACTIVE',
      roles: ['seller'],
    });
  });

  it('opens nothing before: not even a way to replace or remove what makes the codes', async () => {
    const { headers } = await openWithPasswordOnly('bypass@example.com');

    const start = await post(accounts.app, 'account.startSecondFactor', headers);
    const confirm = await post(accounts.app, 'account.confirmSecondFactor', headers, { code: '123456' });
    expect([start.statusCode, start.json().code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    expect([confirm.statusCode, confirm.json().code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    for (const [name, payload] of [
      ['account.removeSecondFactor', {}],
      ['account.renewRecoveryCodes', {}],
      ['account.changePassword', { password: 'abacaxi voador laranja' }],
      ['account.updateProfile', { name: 'Outra' }],
      ['session.reauthenticate', { password: PASSWORD }],
      ['session.stopImpersonation', {}],
    ] as const) {
      expect([name, (await post(accounts.app, name, headers, payload)).statusCode]).toEqual([name, 401]);
    }
  });

  it('refuses a replacement started before the code was owed', async () => {
    await createSeller('planted@example.com');
    const headers = await openSession(accounts.app, 'planted@example.com');
    // An intruder with the password starts a factor and keeps its secret; then the owner sets up another one.
    const planted = (await post(accounts.app, 'account.startSecondFactor', headers)).json().secret;
    await enrol(accounts.app, await openSession(accounts.app, 'planted@example.com'));

    const late = await post(accounts.app, 'account.confirmSecondFactor', headers, {
      code: showCode(accounts.app, planted),
    });

    expect(late.statusCode).toBe(401);
    const again = await openSession(accounts.app, 'planted@example.com');
    const answer = await post(accounts.app, 'session.confirmCode', again, { code: showCode(accounts.app, planted, 1) });
    expect(answer.json().code).toBe('CODE_REFUSED');
  });

  it('takes the codes of the steps beside this one, and no others', async () => {
    const { headers, secret } = await openWithPasswordOnly('steps@example.com');
    const confirm = async (steps: number) =>
      (await post(accounts.app, 'session.confirmCode', { ...headers }, { code: showCode(accounts.app, secret, steps) }))
        .statusCode;

    expect(await confirm(2)).toBe(422);
    expect(await confirm(-2)).toBe(422);
    expect(await confirm(1)).toBe(200);
  });

  it('takes a code once, also from two nodes at once', async () => {
    const { headers, secret } = await openWithPasswordOnly('once@example.com');
    const elsewhere = await openSession(accounts.app, 'once@example.com');
    const code = showCode(accounts.app, secret);

    const answers = await Promise.all([
      post(accounts.app, 'session.confirmCode', { ...headers }, { code }),
      post(accounts.second, 'session.confirmCode', { ...elsewhere }, { code }),
    ]);
    const later = await openSession(accounts.app, 'once@example.com');
    const replay = await post(accounts.app, 'session.confirmCode', later, { code });
    const older = await post(accounts.app, 'session.confirmCode', later, { code: showCode(accounts.app, secret, -1) });

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect(replay.json().code).toBe('CODE_REFUSED');
    expect(older.json().code).toBe('CODE_REFUSED');
  });

  it('takes each recovery code once, also from two nodes at once, however it is typed', async () => {
    const { headers, recoveryCodes } = await openWithPasswordOnly('recovery@example.com');
    const elsewhere = await openSession(accounts.app, 'recovery@example.com');
    const [first, other] = recoveryCodes as [string, string];

    const answers = await Promise.all([
      post(accounts.app, 'session.confirmCode', { ...headers }, { code: first }),
      post(
        accounts.second,
        'session.confirmCode',
        { ...elsewhere },
        { code: first.toUpperCase().replaceAll('-', ' ') },
      ),
    ]);

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    const again = await openSession(accounts.app, 'recovery@example.com');
    expect((await post(accounts.app, 'session.confirmCode', { ...again }, { code: first })).statusCode).toBe(422);
    expect(
      (await post(accounts.app, 'session.confirmCode', again, { code: other.replaceAll('0', 'O') })).statusCode,
    ).toBe(200);
    const account = await accounts.app.inject({ url: '/api/account.getAccount', headers: again });
    expect(account.json()).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 8 });
    expect(
      (await accounts.eventsOf('recovery@example.com')).filter(({ type }) => type === 'account.recoveryCodeUsed'),
    ).toHaveLength(2);
  });

  it('stops after five wrong codes of a person, whatever the sessions, until the window ends', async () => {
    const { headers, secret } = await openWithPasswordOnly('guessed@example.com');
    const elsewhere = await openSession(accounts.app, 'guessed@example.com');

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        post(
          index % 2 ? accounts.second : accounts.app,
          'session.confirmCode',
          { ...(index % 2 ? headers : elsewhere) },
          { code: 'wrong1' },
        ),
      ),
    );
    const right = await post(accounts.app, 'session.confirmCode', headers, { code: showCode(accounts.app, secret) });

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(5).fill(422), ...Array(3).fill(429)]);
    expect(right.json().code).toBe('TOO_MANY_REQUESTS');
    await accounts.endWindows();
    expect(
      (await post(accounts.app, 'session.confirmCode', headers, { code: showCode(accounts.app, secret) })).statusCode,
    ).toBe(200);
  });

  it('ends the time to type a code after ten minutes', async () => {
    const { id, headers } = await openWithPasswordOnly('slow@example.com');

    const [row] = await accounts.inspector.rows(
      `SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM session WHERE person_id = $1 AND state = 'CODE_REQUIRED'`,
      [id],
    );

    expect(row).toEqual({ seconds: 600 });
    await accounts.inspector.rows('UPDATE session SET expires_at = now() WHERE person_id = $1', [id]);
    expect((await accounts.getSession(headers)).statusCode).toBe(401);
  });

  it('records who came in and who was refused', async () => {
    const { headers, secret } = await openWithPasswordOnly('recorded@example.com');
    await post(accounts.app, 'session.confirmCode', headers, { code: 'wrong1' });
    await post(accounts.app, 'session.confirmCode', headers, { code: showCode(accounts.app, secret) });
    await signIn(accounts.app, 'recorded@example.com', { password: 'errada', entrance: 'admin' });

    expect(await accounts.eventsOf('recorded@example.com')).toEqual([
      { type: 'session.signedIn', details: { entrance: 'platform', state: 'ACTIVE', strength: 'PASSWORD' } },
      { type: 'account.secondFactorOn', details: {} },
      { type: 'session.refused', details: { reason: 'CODE' } },
      { type: 'session.signedIn', details: { state: 'ACTIVE', strength: 'SECOND_FACTOR' } },
      { type: 'session.refused', details: { reason: 'PASSWORD', entrance: 'admin' } },
    ]);
    await signIn(accounts.app, 'a-password-typed-here@example.com', { password: 'errada', address: '192.0.2.99' });
    const [unknown] = await accounts.inspector.rows(
      `SELECT audit_event::text LIKE '%typed-here%' AS "isKept", type FROM audit_event WHERE ip = '192.0.2.99'`,
    );
    expect(unknown).toEqual({ isKept: false, type: 'session.refused' });
  });

  it('keeps secrets sealed and codes hashed', async () => {
    const { id, secret, recoveryCodes } = await openWithPasswordOnly('sealed@example.com');

    const [row] = await accounts.inspector.rows<{ text: string }>(
      `SELECT (SELECT second_factor::text FROM second_factor WHERE person_id = $1) ||
        (SELECT string_agg(recovery_code::text, ' ') FROM recovery_code WHERE person_id = $1) AS text`,
      [id],
    );

    const [first] = recoveryCodes as [string];
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const plain of [secret, first, first.replaceAll('-', '')]) {
      expect(row?.text).not.toContain(plain);
      expect(row?.text).not.toContain(Buffer.from(plain).toString('hex'));
    }
  });
});

describe('session.reauthenticate', () => {
  const age = (headers: Record<string, string>) =>
    accounts.inspector.rows(
      `UPDATE session SET confirmed_at = now() - interval '11 minutes' WHERE token_hash = sha256($1::bytea)`,
      [headers.cookie?.split('=')[1]],
    );
  const change = (headers: Record<string, string>) =>
    post(accounts.app, 'account.requestEmailChange', headers, { email: 'new@example.com' }, newAddress());

  it('opens protected changes again for ten minutes, under another token', async () => {
    await createSeller('stale@example.com');
    const headers = await openSession(accounts.app, 'stale@example.com');
    expect((await change(headers)).statusCode).toBe(200);
    await age(headers);
    expect((await change(headers)).json().code).toBe('REAUTHENTICATION_REQUIRED');
    const before = headers.cookie as string;

    const wrong = await post(accounts.app, 'session.reauthenticate', headers, { password: 'errada' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'SIGN_IN_REFUSED']);
    expect((await change(headers)).json().code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await post(accounts.app, 'session.reauthenticate', headers, { password: PASSWORD })).json()).toEqual({});

    expect(headers.cookie).not.toBe(before);
    expect((await accounts.getSession({ ...headers, cookie: before })).statusCode).toBe(401);
    expect((await change(headers)).statusCode).toBe(200);
  });

  it('asks for a code as well where there is a second factor', async () => {
    await accounts.create({ email: 'stale-admin@example.com', roles: ['admin'] });
    const { headers, secret } = await signInStaff(accounts.app, 'stale-admin@example.com', { entrance: 'admin' });
    await age(headers);

    const without = await post(accounts.app, 'session.reauthenticate', headers, { password: PASSWORD });
    const used = await post(accounts.app, 'session.reauthenticate', headers, {
      password: PASSWORD,
      code: showCode(accounts.app, secret),
    });
    expect(without.json()).toMatchObject({ code: 'CODE_REFUSED', details: [{ field: 'code' }] });
    expect(used.json().code).toBe('CODE_REFUSED');
    expect((await change(headers)).json().code).toBe('REAUTHENTICATION_REQUIRED');

    const right = { password: PASSWORD, code: showCode(accounts.app, secret, 1) };
    expect((await post(accounts.app, 'session.reauthenticate', headers, right)).statusCode).toBe(200);
    expect((await change(headers)).statusCode).toBe(200);
  });

  it('is throttled like signing in', async () => {
    await createSeller('reguessed@example.com');
    const headers = await openSession(accounts.app, 'reguessed@example.com');
    const address = newAddress();
    const codes: number[] = [];
    for (let index = 0; index < 12; index++) {
      codes.push(
        (await post(accounts.app, 'session.reauthenticate', headers, { password: 'errada' }, address)).statusCode,
      );
    }

    expect(codes).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await accounts.getSession(headers)).statusCode).toBe(200);
  });

  it('gives one of two at once the new token', async () => {
    await createSeller('twice@example.com');
    const headers = await openSession(accounts.app, 'twice@example.com');

    const answers = await Promise.all(
      [accounts.app, accounts.second].map((app) =>
        post(app, 'session.reauthenticate', { ...headers }, { password: PASSWORD }),
      ),
    );

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });
});

describe('a sign-in from a device that was not seen lately', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36';

  it('is told by mail and by the bell, and once', async () => {
    const email = 'travelling@example.com';
    const { id } = await createSeller(email);
    const enter = (userAgent: string, address: string) =>
      signIn(accounts.app, email, { address, headers: { 'user-agent': userAgent } });
    await enter(FIREFOX, '203.0.113.7');
    await enter(FIREFOX.replaceAll('140', '141'), '203.0.90.1');
    await enter(CHROME, '203.0.113.7');
    await enter(CHROME, '198.18.0.1');
    await enter(CHROME, '198.18.0.2');

    const mails = await accounts.mailsTo(email);

    expect(mails.map(({ template, parameters }) => [template, parameters.device, parameters.ip])).toEqual([
      ['new-device', 'Firefox, Linux', '203.0.113.7'],
      ['new-device', 'Chrome, Windows', '203.0.113.7'],
      ['new-device', 'Chrome, Windows', '198.18.0.1'],
    ]);
    const bell = await accounts.inspector.rows('SELECT type, href FROM notification WHERE person_id = $1', [id]);
    expect(bell).toEqual(Array(3).fill({ type: 'account.newDevice', href: '/account' }));
    await accounts.inspector.rows(`UPDATE session SET created_at = now() - interval '31 days' WHERE person_id = $1`, [
      id,
    ]);
    await enter(CHROME, '198.18.0.2');
    expect(await accounts.mailsTo(email)).toHaveLength(4);
  });

  it('is not told where the password was wrong', async () => {
    await createSeller('quiet@example.com');
    await signIn(accounts.app, 'quiet@example.com', { password: 'errada', address: newAddress() });

    expect(await accounts.mailsTo('quiet@example.com')).toEqual([]);
  });
});
