import { createHash } from 'node:crypto';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { createPerson, openSession, PASSWORD, readCookie, signIn } from '../../../test/people.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { isAllowed } from '../../plugins/access.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

let node: TestNode;
let second: TestNode;
let world: World;
let inspector: Inspector;
let passedMs = 0;
const clock = { now: () => new Date(Date.now() + passedMs) };

beforeAll(async () => {
  node = await buildNode({ clock });
  second = await buildNode({ databaseUrl: node.databaseUrl, clock });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  await createPerson(node.app, world.platformId, { id: world.sellerId, email: 'maria@example.com', roles: ['seller'] });
});
afterAll(async () => {
  await inspector.close();
  await second.close();
  await node.close();
});

type Headers = Record<string, string>;
const getSession = (headers: Headers, app = node.app) => app.inject({ url: '/api/session.getSession', headers });
const signOut = (headers: Headers, payload: object | string = {}) =>
  node.app.inject({ method: 'POST', url: '/api/session.signOut', headers, payload });
/** Every person signs in from another network, so that tests do not throttle each other. */
let networks = 0;
const newAddress = () => `10.1.${++networks}.1`;
const createSeller = (email: string) => createPerson(node.app, world.platformId, { email, roles: ['seller'] });

describe('session.signIn', () => {
  it('answers who it is and sets a cookie that scripts, other sites and other hosts cannot use', async () => {
    const answer = await signIn(node.app, 'Maria@Example.com');

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      state: 'ACTIVE',
      person: { id: world.sellerId, name: 'Maria Vendedora', email: 'maria@example.com' },
      roles: ['seller'],
      heldRoles: ['seller'],
      permissions: [],
      platformName: 'Feira de teste',
      impersonator: null,
      isFactorRequired: true,
      hasPasskey: false,
    });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-feira=[A-Za-z0-9_-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(
        /^__Host-feira-devices=[\w-]+\.[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('keeps the cookie out of the database, and where it was used', async () => {
    const answer = await signIn(node.app, 'maria@example.com', {
      address: '198.51.100.44',
      headers: { 'user-agent': 'Navegador' },
    });
    const token = readCookie(answer).split('=')[1] as string;

    const rows = await inspector.rows<{ hash: Buffer; userAgent: string; seconds: number }>(
      `SELECT token_hash AS hash, user_agent AS "userAgent", extract(epoch FROM expires_at - created_at)::int AS seconds
       FROM session WHERE ip = '198.51.100.44'`,
    );

    expect(rows).toEqual([
      { hash: createHash('sha256').update(token).digest(), userAgent: 'Navegador', seconds: 12 * 3600 },
    ]);
    const [leaks] = await inspector.rows('SELECT count(*)::int AS count FROM session WHERE session::text LIKE $1', [
      `%${token}%`,
    ]);
    expect(leaks).toEqual({ count: 0 });
  });

  it('keeps passwords as Argon2id', async () => {
    const hash = await hashPassword(PASSWORD);
    const { id } = await createSeller('costly@example.com');
    await inspector.rows('UPDATE person SET password_hash = $1 WHERE id = $2', [hash, id]);

    expect((await signIn(node.app, 'costly@example.com', { address: newAddress() })).statusCode).toBe(200);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verifyPassword(PASSWORD.normalize('NFD'), hash)).toBe(true);
    expect(await verifyPassword(`${PASSWORD} `, hash)).toBe(false);
    expect(await verifyPassword('', null)).toBe(false);
    // Made by Argon2's reference implementation.
    const foreign = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', foreign)).toBe(true);
  });

  it('refuses a wrong password, an unknown e-mail, a person without password and a disabled one in the same words', async () => {
    await createSeller('disabled@example.com');
    await createSeller('none@example.com');
    await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE email = 'disabled@example.com'`);
    await inspector.rows(`UPDATE person SET password_hash = NULL WHERE email = 'none@example.com'`);

    const address = newAddress();
    const answers = await Promise.all([
      signIn(node.app, 'maria@example.com', { password: 'errada', address }),
      signIn(node.app, 'unknown@example.com', { address }),
      signIn(node.app, 'disabled@example.com', { address }),
      signIn(node.app, 'none@example.com', { address }),
    ]);

    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ code: 'SIGN_IN_REFUSED', message: 'E-mail ou senha incorretos.' });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0].headers));
    }
  });

  it('knows nobody of another platform', async () => {
    const other = await createWorld(node.app, { host: 'other.example.com' });
    await createPerson(node.app, other.platformId, { email: 'ana@example.com', roles: ['seller'] });

    expect((await signIn(node.app, 'ana@example.com', { address: newAddress() })).statusCode).toBe(401);
    const headers = await openSession(node.app, 'ana@example.com', { host: 'other.example.com' });
    expect((await getSession(headers)).statusCode).toBe(200);
    expect((await getSession({ ...headers, host: 'localhost' })).statusCode).toBe(401);
  });

  it('ends the session this browser had before', async () => {
    const former = await openSession(node.app, 'maria@example.com');

    const answer = await signIn(node.app, 'maria@example.com', { headers: { cookie: former.cookie as string } });

    expect(readCookie(answer)).not.toBe(former.cookie);
    expect((await getSession(former)).statusCode).toBe(401);
    expect((await getSession({ ...former, cookie: readCookie(answer) })).statusCode).toBe(200);
  });

  it('lets no session begin with a password that is being changed at the same moment', async () => {
    const { id } = await createSeller('changing@example.com');
    const owner = await openInspector(node.databaseUrl);
    try {
      await owner.rows('BEGIN');
      await owner.rows(`UPDATE person SET password_hash = 'another' WHERE id = $1`, [id]);
      const answer = signIn(node.app, 'changing@example.com', { address: newAddress() });
      await waitFor('signing in waits for the change', async () => {
        const [row] = await inspector.rows<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO session%'`,
        );
        return row?.count === 1;
      });
      await owner.rows('COMMIT');

      expect((await answer).statusCode).toBe(401);
      expect(await inspector.rows('SELECT 1 FROM session WHERE person_id = $1', [id])).toEqual([]);
    } finally {
      await owner.close();
    }
  });

  it('refuses pages of other sites, and answers programs', async () => {
    const from = (headers: Headers) => signIn(node.app, 'maria@example.com', { headers });

    expect((await from({ 'sec-fetch-site': 'cross-site' })).json().code).toBe('CROSS_SITE_REQUEST');
    expect((await from({ origin: 'https://evil.example' })).json().code).toBe('CROSS_SITE_REQUEST');
    expect((await from({ origin: 'http://localhost' })).statusCode).toBe(200);
    expect((await from({})).statusCode).toBe(200);
  });

  it('names the cookie without the prefix where a browser would refuse it', async () => {
    const plain = await buildNode({
      databaseUrl: node.databaseUrl,
      env: { PUBLIC_URL: 'http://feira.example:3999', SIMULATORS: 'off' },
    });
    try {
      const answer = await signIn(plain.app, 'maria@example.com');

      expect(answer.headers['set-cookie']?.[0]).toMatch(
        /^feira=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect((await getSession({ cookie: readCookie(answer), host: 'localhost' }, plain.app)).statusCode).toBe(200);
    } finally {
      await plain.close();
    }
  });
});

describe('guessing', () => {
  const guess = (email: string, address: string, app = node.app) => signIn(app, email, { password: 'errada', address });
  /** Ends the windows without waiting. */
  const endWindows = async () => {
    passedMs += 3_600_000;
    await inspector.rows('UPDATE sign_in_attempt SET window_ends_at = now()');
  };

  it('stops after ten failures from one address at one account, on every node, until the window ends', async () => {
    await createSeller('guessed@example.com');
    const address = newAddress();

    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        guess('guessed@example.com', address, index % 2 === 0 ? node.app : second.app),
      ),
    );
    const right = await signIn(node.app, 'guessed@example.com', { address });

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    expect(right.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const seconds = Number(right.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(900);
    // The owner signs in from another network.
    expect((await signIn(node.app, 'guessed@example.com', { address: newAddress() })).statusCode).toBe(200);
    await endWindows();
    expect((await signIn(node.app, 'guessed@example.com', { address })).statusCode).toBe(200);
  });

  it('treats an e-mail nobody has the same', async () => {
    const address = newAddress();
    for (let index = 0; index < 10; index++) {
      expect((await guess('nobody@example.com', address)).statusCode).toBe(401);
    }

    expect((await guess('NOBODY@example.com', address)).statusCode).toBe(429);
  });

  it('stops one address that tries many accounts, wherever in its network it sits, late: a carrier has many behind one', async () => {
    await createSeller('behind@example.com');
    const codes: number[] = [];
    const guessAt = async (count: number) => {
      for (let index = 0; index < count; index++)
        codes.push(
          (await guess(`victim-${codes.length}@example.com`, `2001:db8:7:7::${codes.length.toString(16)}`)).statusCode,
        );
    };

    await guessAt(31);
    const neighbour = await signIn(node.app, 'behind@example.com', { address: '2001:db8:7:7::abc' });
    // As if these had been ten times as many.
    await inspector.rows('UPDATE sign_in_attempt SET failures = 298 WHERE failures = 31');
    await guessAt(4);

    expect(neighbour.statusCode).toBe(200);
    expect(codes).toEqual([...Array(33).fill(401), 429, 429]);
    expect((await guess('victim-0@example.com', '2001:db8:7:8::1')).statusCode).toBe(401);
  });

  it('lets no single address close an account for everybody', async () => {
    await createSeller('closed@example.com');
    const stranger = newAddress();

    await Promise.all(Array.from({ length: 120 }, () => guess('closed@example.com', stranger)));

    expect((await signIn(node.app, 'closed@example.com', { address: newAddress() })).statusCode).toBe(200);
  });

  it('stops an account guessed at from everywhere', async () => {
    await createSeller('wanted@example.com');
    const guesses = [];
    // In groups, because a node refuses more at a time than it can check.
    for (let group = 0; group < 11; group++)
      guesses.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, index) => guess('wanted@example.com', `10.9.${group * 10 + index}.1`)),
        )),
      );

    expect(guesses.map(({ statusCode }) => statusCode)).toEqual([...Array(100).fill(401), ...Array(10).fill(429)]);
    expect((await signIn(node.app, 'wanted@example.com', { address: newAddress() })).statusCode).toBe(429);
    await endWindows();
    expect((await signIn(node.app, 'wanted@example.com', { address: newAddress() })).statusCode).toBe(200);
  });

  it('does not count those who knew the password', async () => {
    const address = newAddress();

    for (let index = 0; index < 35; index++) {
      expect((await signIn(node.app, 'maria@example.com', { address })).statusCode).toBe(200);
    }
  });

  it('keeps neither e-mails nor addresses', async () => {
    const columns = await inspector.rows(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'sign_in_attempt' ORDER BY 1`,
    );
    const keys = await inspector.rows<{ key: Buffer }>('SELECT key FROM sign_in_attempt');

    expect(columns.map(({ name }) => name)).toEqual([
      'failures',
      'key',
      'platform_id',
      'waits_until',
      'window_ends_at',
    ]);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter(({ key }) => key.length !== 32)).toEqual([]);
  });
});

describe('a session', () => {
  it('is asked for by what is not public', async () => {
    const none = await getSession({ host: 'localhost' });
    const forged = await getSession({ host: 'localhost', cookie: `__Host-feira=${'A'.repeat(43)}` });
    const broken = await getSession({ host: 'localhost', cookie: '__Host-feira=%00; __Host-feira="' });

    for (const answer of [none, forged, broken]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ code: 'LOGIN_REQUIRED', message: 'Entre na sua conta para continuar.' });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('ends with signOut, on every node', async () => {
    const headers = await openSession(node.app, 'maria@example.com');
    const elsewhere = await openSession(node.app, 'maria@example.com');
    expect((await getSession(headers, second.app)).statusCode).toBe(200);

    const answer = await signOut(headers);

    expect(answer.json()).toEqual({});
    expect(answer.headers['set-cookie']).toMatch(/^__Host-feira=; .*Expires=Thu, 01 Jan 1970/);
    expect((await getSession(headers, second.app)).statusCode).toBe(401);
    expect((await getSession(elsewhere, second.app)).statusCode).toBe(200);
  });

  it('ends everywhere when asked to, and only that person’s', async () => {
    await createSeller('two@example.com');
    const mine = await openSession(node.app, 'maria@example.com');
    const elsewhere = await openSession(second.app, 'maria@example.com');
    const others = await openSession(node.app, 'two@example.com');

    await signOut(mine, { isEverywhere: true });

    expect((await getSession(mine)).statusCode).toBe(401);
    expect((await getSession(elsewhere)).statusCode).toBe(401);
    expect((await getSession(others)).statusCode).toBe(200);
  });

  it.each([
    ['revoked', `UPDATE session SET revoked_at = now()`],
    ['older than twelve hours', `UPDATE session SET expires_at = now()`],
    ['idle for two hours', `UPDATE session SET last_seen_at = now() - interval '2 hours'`],
    ['of a disabled person', `UPDATE person p SET status = 'DISABLED' FROM session s WHERE p.id = s.person_id`],
  ])('is refused on the next request of another node when %s', async (name, sql) => {
    const email = `${name.replaceAll(' ', '-')}@example.com`;
    const { id } = await createSeller(email);
    const headers = await openSession(node.app, email);
    expect((await getSession(headers, second.app)).statusCode).toBe(200);

    await inspector.rows(`${sql} ${sql.includes('FROM') ? 'AND s.' : 'WHERE '}person_id = $1`, [id]);

    expect((await getSession(headers, second.app)).statusCode).toBe(401);
    expect((await getSession(headers)).statusCode).toBe(401);
  });

  it('stays alive while it is used, and cannot outlive its day', async () => {
    const { id } = await createSeller('busy@example.com');
    const headers = await openSession(node.app, 'busy@example.com');
    const [before] = await inspector.rows('SELECT expires_at FROM session WHERE person_id = $1', [id]);
    await inspector.rows(`UPDATE session SET last_seen_at = now() - interval '119 minutes' WHERE person_id = $1`, [id]);

    expect((await getSession(headers)).statusCode).toBe(200);

    const [after] = await inspector.rows(
      `SELECT expires_at, last_seen_at > now() - interval '1 minute' AS "isSeen" FROM session WHERE person_id = $1`,
      [id],
    );
    expect(after).toEqual({ ...before, isSeen: true });
  });

  it('shows a changed role on the next request of another node', async () => {
    const { id } = await createSeller('changed@example.com');
    const headers = await openSession(node.app, 'changed@example.com');
    await inspector.rows(`UPDATE session SET strength = 'SECOND_FACTOR' WHERE person_id = $1`, [id]);
    await inspector.rows('DELETE FROM role_grant WHERE person_id = $1', [id]);
    await inspector.rows(
      `INSERT INTO role_grant (platform_id, person_id, role, permissions) VALUES ($1, $2, 'admin', '{isSalesAvailable}')`,
      [world.platformId, id],
    );

    expect((await getSession(headers, second.app)).json()).toMatchObject({
      roles: ['admin'],
      permissions: ['isSalesAvailable'],
    });
  });
});

describe('a change asked for with a session', () => {
  it.each<[string, Headers, number, string]>([
    ['a foreign origin', { origin: 'https://evil.example' }, 403, 'CROSS_SITE_REQUEST'],
    ['a sandboxed page', { origin: 'null' }, 403, 'CROSS_SITE_REQUEST'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403, 'CROSS_SITE_REQUEST'],
    ['a sister host', { 'sec-fetch-site': 'same-site', origin: 'http://localhost' }, 403, 'CROSS_SITE_REQUEST'],
    ['nobody says where', {}, 403, 'CROSS_SITE_REQUEST'],
    [
      'a form',
      { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'MEDIA_TYPE_UNSUPPORTED',
    ],
    ['a plain text', { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' }, 415, 'MEDIA_TYPE_UNSUPPORTED'],
  ])('is refused when it comes from %s', async (_, sent, status, code) => {
    const { cookie, host } = (await openSession(node.app, 'maria@example.com')) as { cookie: string; host: string };

    const answer = await signOut({ cookie, host, 'content-type': 'application/json', ...sent }, '{}');

    expect(answer.statusCode).toBe(status);
    expect(answer.json().code).toBe(code);
    expect((await getSession({ cookie, host })).statusCode).toBe(200);
  });

  it('is served when it comes from the own origin', async () => {
    const { cookie, host } = (await openSession(node.app, 'maria@example.com')) as { cookie: string; host: string };

    expect((await signOut({ cookie, host, origin: 'http://localhost' })).statusCode).toBe(200);
  });
});

describe('isAllowed', () => {
  const sales = { kind: 'role', roles: ['admin', 'manager'], permission: 'isSalesAvailable' } as const;
  const person = (
    roles: Parameters<typeof isAllowed>[0]['roles'],
    permissions: (typeof ADMIN_PERMISSIONS)[number][],
  ) => ({
    roles,
    permissions,
  });

  it('asks an administrator alone for the permission', () => {
    expect(isAllowed(person(['admin'], ['isSalesAvailable']), sales)).toBe(true);
    expect(
      isAllowed(
        person(
          ['admin'],
          ADMIN_PERMISSIONS.filter((name) => name !== 'isSalesAvailable'),
        ),
        sales,
      ),
    ).toBe(false);
    expect(isAllowed(person(['manager'], []), sales)).toBe(true);
  });

  it('lets nobody in by a role that is not listed, not even the master', () => {
    expect(isAllowed(person(['master', 'seller', 'customer'], [...ADMIN_PERMISSIONS]), sales)).toBe(false);
    expect(isAllowed(person([], []), { kind: 'signedIn' })).toBe(true);
  });
});
