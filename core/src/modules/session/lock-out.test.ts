/** Attackers fail to keep owners out of their accounts, and all callers out of the database. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Accounts, newAddress, openAccounts } from '../../../test/accounts.ts';
import { openInspector } from '../../../test/inspect.ts';
import { enrol, openSession, PASSWORD, post, showCode, signIn } from '../../../test/people.ts';

let accounts: Accounts;

beforeAll(async () => {
  accounts = await openAccounts();
});
afterAll(() => accounts.close());

const createSeller = (email: string) => accounts.create({ email, roles: ['seller'] });
const guess = (email: string, address = newAddress()) => signIn(accounts.app, email, { password: 'errada', address });

/** Signs in and returns the cookie by which the browser is known. */
async function knowBrowser(email: string): Promise<string> {
  const answer = await signIn(accounts.app, email, { address: newAddress() });
  const device = answer.cookies.find(({ name }) => name.endsWith('feira-devices'));
  return `${device?.name}=${device?.value}`;
}

/** Strangers at many addresses guess until the account makes them wait. */
async function closeAccount(email: string): Promise<void> {
  await guess(email);
  // As if many more had guessed.
  await accounts.inspector.rows('UPDATE sign_in_attempt SET failures = 99 WHERE failures = 1');
  await guess(email);
}

describe('strangers who guess a password', () => {
  it('make strangers wait, and not the owner in a browser that was signed in before', async () => {
    await createSeller('owner@example.com');
    const cookie = await knowBrowser('owner@example.com');
    await closeAccount('owner@example.com');

    const stranger = await signIn(accounts.app, 'owner@example.com', { address: newAddress() });
    const owner = await signIn(accounts.app, 'owner@example.com', { address: newAddress(), headers: { cookie } });

    expect([stranger.statusCode, owner.statusCode]).toEqual([429, 200]);
  });

  it('get no attempts by a browser that knows another account, or by a cookie that was changed', async () => {
    await createSeller('mine@example.com');
    await createSeller('theirs@example.com');
    const cookie = await knowBrowser('mine@example.com');
    await closeAccount('theirs@example.com');

    for (const sent of [cookie, cookie.replace(/=./, '=A'), `${cookie}x`, '__Host-feira-devices=a.b~~.'])
      expect(
        (await signIn(accounts.app, 'theirs@example.com', { address: newAddress(), headers: { cookie: sent } }))
          .statusCode,
      ).toBe(429);
  });

  it('are stopped in a known browser, too', async () => {
    await createSeller('stolen@example.com');
    const cookie = await knowBrowser('stolen@example.com');
    const codes: number[] = [];
    for (let index = 0; index < 12; index++)
      codes.push(
        (
          await signIn(accounts.app, 'stolen@example.com', {
            password: 'errada',
            address: newAddress(),
            headers: { cookie },
          })
        ).statusCode,
      );

    expect(codes).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('leave a person who is signed in able to confirm who they are', async () => {
    await createSeller('working@example.com');
    const headers = await openSession(accounts.app, 'working@example.com', { address: newAddress() });
    await closeAccount('working@example.com');

    const answer = await post(accounts.app, 'session.reauthenticate', headers, { password: PASSWORD }, newAddress());

    expect(answer.statusCode).toBe(200);
  });

  it('leave an owner in a new browser the way by mail', async () => {
    await createSeller('away@example.com');
    await closeAccount('away@example.com');
    await accounts.ask('session.requestRecovery', { email: 'away@example.com' });
    const { token } = await accounts.linkTo('away@example.com');
    const chosen = await accounts.ask('session.choosePassword', {
      token,
      password: 'jabuticaba madura no quintal 58',
    });
    const device = chosen.cookies.find(({ name }) => name.endsWith('feira-devices'));

    const answer = await signIn(accounts.app, 'away@example.com', {
      password: 'jabuticaba madura no quintal 58',
      address: newAddress(),
      headers: { cookie: `${device?.name}=${device?.value}` },
    });

    expect(answer.statusCode).toBe(200);
  });

  it('wait twice as long each time', async () => {
    const address = newAddress();
    const waits: number[] = [];
    for (let index = 0; index < 10; index++) await guess('slower@example.com', address);
    for (let round = 0; round < 3; round++) {
      waits.push(Number((await guess('slower@example.com', address)).headers['retry-after']));
      accounts.passSeconds(3600);
      await accounts.inspector.rows(`UPDATE sign_in_attempt SET waits_until = now() WHERE waits_until > now()`);
      expect((await guess('slower@example.com', address)).statusCode).toBe(401);
    }

    expect(waits).toEqual([30, 60, 120]);
  });
});

describe('who has learned a password', () => {
  async function lockCodes(email: string) {
    await createSeller(email);
    const known = await knowBrowser(email);
    const first = await openSession(accounts.app, email, { address: newAddress() });
    const enrolled = await enrol(accounts.app, first);
    const half = await signIn(accounts.app, email, { address: newAddress() });
    const thief = { cookie: cookieOf(half), host: 'localhost', 'sec-fetch-site': 'same-origin' };
    for (let index = 0; index < 6; index++)
      await post(accounts.app, 'session.confirmCode', thief, { code: '000000' }, newAddress());
    const other = await signIn(accounts.app, email, { address: newAddress() });
    const anew = { cookie: cookieOf(other), host: 'localhost', 'sec-fetch-site': 'same-origin' };
    const blocked = await post(accounts.app, 'session.confirmCode', anew, { code: '000000' }, newAddress());
    expect(blocked.statusCode).toBe(429);
    return { ...enrolled, known, anew };
  }
  const cookieOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
    answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

  it('does not use up the codes of the owner, neither in a known browser nor in an open session', async () => {
    const { secret, headers, known } = await lockCodes('coded@example.com');

    const back = await signIn(accounts.app, 'coded@example.com', {
      address: newAddress(),
      headers: { cookie: known },
    });
    const owner = { cookie: `${cookieOf(back)}; ${known}`, host: 'localhost', 'sec-fetch-site': 'same-origin' };
    const coded = await post(accounts.app, 'session.confirmCode', owner, { code: showCode(accounts.app, secret, 1) });
    accounts.passSeconds(60);
    const again = await post(accounts.app, 'session.reauthenticate', headers, {
      password: PASSWORD,
      code: showCode(accounts.app, secret, 1),
    });

    expect([coded.statusCode, again.statusCode]).toEqual([200, 200]);
  });

  it('does not use up the recovery codes', async () => {
    const { anew, recoveryCodes } = await lockCodes('recovering@example.com');

    const answer = await post(accounts.app, 'session.confirmCode', anew, { code: recoveryCodes[0] }, newAddress());

    expect(answer.statusCode).toBe(200);
  });
});

describe('strangers who use up the mails of an address', () => {
  it('leave its owner those of a known browser', async () => {
    await createSeller('mailed@example.com');
    const cookie = await knowBrowser('mailed@example.com');
    const ask = (headers: Record<string, string> = {}) =>
      accounts.ask(
        'session.requestMagicLink',
        { email: 'mailed@example.com' },
        {
          headers: { host: 'localhost', ...headers },
        },
      );
    for (let index = 0; index < 3; index++) await ask();

    expect([(await ask()).statusCode, (await ask({ cookie })).statusCode]).toEqual([429, 200]);
  });

  it('never make anybody wait longer than a mailed link works', async () => {
    const email = 'patient@example.com';
    const ask = () => accounts.ask('session.requestMagicLink', { email });
    for (let index = 0; index < 3; index++) await ask();
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      waits.push(Number((await ask()).headers['retry-after']));
      accounts.passSeconds(3600);
      await accounts.inspector.rows('UPDATE sign_in_attempt SET waits_until = now() WHERE waits_until > now()');
      await ask();
    }

    expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600, 600]);
  });
});

describe('who has to wait', () => {
  it('costs no statement of the database', async () => {
    const address = newAddress();
    for (let index = 0; index < 11; index++) await guess('costly@example.com', address);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const answers = await Promise.all(Array.from({ length: 40 }, () => guess('costly@example.com', address)));
    // A node also asks for the time and shows that it lives meanwhile; a sign-in would read or write these tables.
    const texts = query.mock.calls.map(([statement]) => JSON.stringify(statement));
    query.mockRestore();

    expect(texts.filter((text) => /\b(sign_in_attempt|person|session|platform|platform_domain)\b/.test(text))).toEqual(
      [],
    );
    expect([...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([429]);
  });

  it('does not wait for a row that another holds', async () => {
    const address = newAddress();
    await guess('held@example.com', address);
    const holder = await openInspector(accounts.node.databaseUrl);
    try {
      await holder.rows('BEGIN');
      await holder.rows('SELECT 1 FROM sign_in_attempt FOR UPDATE');

      const answer = await guess('held@example.com', address);

      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '1']);
    } finally {
      await holder.rows('ROLLBACK');
      await holder.close();
    }
  });
});
