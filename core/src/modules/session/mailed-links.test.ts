import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, newAddress, openAccounts } from '../../../test/accounts.ts';
import { enrol, openSession, PASSWORD, post, showCode, signIn } from '../../../test/people.ts';
import { createWorld } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { createToken } from './service.ts';

const STRONG = 'abacaxi voador laranja';

let accounts: Accounts;
beforeAll(async () => {
  accounts = await openAccounts();
});
afterAll(() => accounts.close());

const createSeller = (email: string) => accounts.create({ email, roles: ['seller'] });
const BROWSER = { host: 'localhost', 'sec-fetch-site': 'same-origin' };
const form = (email: string, more: object = {}) => ({ name: 'Ana Nova', email, password: STRONG, ...more });
const countRows = async (table: string, email: string, column = 'email') =>
  (await accounts.inspector.rows(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [email])).length;
/** Inserts a paid purchase with this e-mail. */
async function plantSale(
  email: string,
  {
    isApproved = true,
    platformId = accounts.world.platformId,
    offerId = accounts.world.offerId,
    sellerId = accounts.world.sellerId,
  } = {},
) {
  const saleId = newId();
  await accounts.inspector.rows(
    `INSERT INTO sale (platform_id, id, offer_id, seller_id, buyer_name, buyer_email, total, currency)
     VALUES ($1, $2, $3, $4, 'João Comprador', $5, 1000, 'BRL')`,
    [platformId, saleId, offerId, sellerId, email],
  );
  await accounts.inspector.rows(
    `INSERT INTO payment (platform_id, id, public_id, sale_id, method, amount, currency, expires_at, status, approved_at)
     VALUES ($1, $2, $3, $4, 'PIX', 1000, 'BRL', now() + interval '1 day', $5, $6)`,
    [platformId, newId(), newId(), saleId, isApproved ? 'APPROVED' : 'PENDING', isApproved ? new Date() : null],
  );
}

describe('session.register', () => {
  it('creates nobody before the mailed link is used with the password typed at registration', async () => {
    const email = 'ana@example.com';
    expect(
      (await accounts.ask('session.register', form('Ana@Example.com', { phone: '11987654321', locale: 'en' }))).json(),
    ).toEqual({});
    expect(await countRows('person', email)).toBe(0);
    const [letter] = await accounts.mailsTo(email);
    expect(letter).toMatchObject({ template: 'verify-email', locale: 'en', parameters: { name: 'Ana Nova' } });
    const { url, token } = await accounts.linkTo(email);
    expect([url.origin, url.pathname, url.search]).toEqual(['http://localhost:3999', '/verify-email', '']);

    const wrong = await accounts.ask('session.verifyEmail', { token, password: 'outra senha qualquer' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'SIGN_IN_REFUSED']);
    expect(await countRows('person', email)).toBe(0);
    const headers = { ...BROWSER };
    const answer = await accounts.ask('session.verifyEmail', { token, password: STRONG }, { headers });

    expect(answer.json()).toMatchObject({ state: 'ACTIVE', roles: ['seller'], person: { name: 'Ana Nova', email } });
    expect((await accounts.getSession(headers, accounts.second)).json()).toMatchObject({ roles: ['seller'] });
    const [person] = await accounts.inspector.rows(
      'SELECT phone, locale, email_verified_at IS NOT NULL AS "isProven" FROM person WHERE email = $1',
      [email],
    );
    expect(person).toEqual({ phone: '11987654321', locale: 'en', isProven: true });
    expect((await signIn(accounts.app, email, { password: STRONG })).statusCode).toBe(200);
    expect((await accounts.eventsOf(email)).map(({ type }) => type)).toEqual([
      'account.registered',
      'session.signedIn',
      'session.signedIn',
    ]);
  });

  it('opens one account for one link, also for two at once on two nodes', async () => {
    await accounts.ask('session.register', form('race@example.com'));
    const { token } = await accounts.linkTo('race@example.com');

    const answers = await Promise.all(
      [accounts.app, accounts.second].map((app) =>
        accounts.ask('session.verifyEmail', { token, password: STRONG }, { app }),
      ),
    );

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
    expect(await countRows('person', 'race@example.com')).toBe(1);
    expect((await accounts.ask('session.verifyEmail', { token, password: STRONG })).json().code).toBe('TOKEN_INVALID');
  });

  it('ends the former link with a newer one, and every link with its time', async () => {
    await accounts.ask('session.register', form('newer@example.com'));
    const older = await accounts.linkTo('newer@example.com');
    await accounts.ask('session.register', form('newer@example.com'));
    const newer = await accounts.linkTo('newer@example.com');
    const verify = async (token: string) =>
      (await accounts.ask('session.verifyEmail', { token, password: STRONG })).statusCode;

    expect(await verify(older.token)).toBe(410);
    const lifetimes = await accounts.inspector.rows(
      `SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM one_time_token WHERE email = 'newer@example.com'`,
    );
    expect(lifetimes).toEqual([{ seconds: 86_400 }, { seconds: 86_400 }]);
    await accounts.inspector.rows(`UPDATE one_time_token SET expires_at = now() WHERE email = 'newer@example.com'`);
    expect(await verify(newer.token)).toBe(410);
    expect(await countRows('person', 'newer@example.com')).toBe(0);
  });

  it('answers the same for an e-mail that has an account, which is told by mail', async () => {
    await createSeller('taken@example.com');
    const hash = await accounts.inspector.rows(
      `SELECT password_hash, name FROM person WHERE email = 'taken@example.com'`,
    );

    const [known, unknown] = [
      await accounts.ask('session.register', form('taken@example.com')),
      await accounts.ask('session.register', form('not-taken@example.com')),
    ];

    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
    const [letter, ...more] = await accounts.mailsTo('taken@example.com');
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ template: 'account-exists', parameters: { link: 'http://localhost:3999/login' } });
    expect(await accounts.mailsTo('not-taken@example.com')).toHaveLength(1);
    expect(
      await accounts.inspector.rows(`SELECT password_hash, name FROM person WHERE email = 'taken@example.com'`),
    ).toEqual(hash);
  });

  it('gives a customer whom a purchase made a password and the role of a seller', async () => {
    const { id } = await accounts.create({ email: 'customer@example.com', roles: ['customer'] });
    await accounts.inspector.rows('UPDATE person SET password_hash = NULL WHERE id = $1', [id]);
    await accounts.ask('session.register', form('customer@example.com'));
    const { token } = await accounts.linkTo('customer@example.com');
    const { platformId } = accounts.world;
    const invitation = await createToken(accounts.app, platformId, {
      purpose: 'INVITE',
      email: 'customer@example.com',
      personId: id,
    });
    await accounts.app.database.write(platformId, invitation.statements);

    const answer = await accounts.ask('session.verifyEmail', { token, password: STRONG });

    expect(answer.json()).toMatchObject({
      person: { id, name: 'Pessoa customer@example.com' },
      roles: ['customer', 'seller'],
    });
    const late = await accounts.ask('session.choosePassword', { token: invitation.token, password: `${STRONG} 2` });
    expect(late.json().code).toBe('TOKEN_INVALID');
  });

  it('changes nobody who got an account while the link was on its way', async () => {
    await accounts.ask('session.register', form('meanwhile@example.com'));
    const { token } = await accounts.linkTo('meanwhile@example.com');
    await createSeller('meanwhile@example.com');

    expect((await accounts.ask('session.verifyEmail', { token, password: STRONG })).json().code).toBe('TOKEN_INVALID');
    expect((await signIn(accounts.app, 'meanwhile@example.com', { password: PASSWORD })).statusCode).toBe(200);
  });

  it.each([
    ['short', 400, 'VALIDATION_FAILED'],
    ['1234567890', 422, 'PASSWORD_WEAK'],
    ['zebra anavoadora nova ana nova', 422, 'PASSWORD_WEAK'],
    ['zebra-weak+mail-voadora', 422, 'PASSWORD_WEAK'],
    ['zebra feira de teste voadora', 422, 'PASSWORD_WEAK'],
  ])('refuses the password %s', async (password, status, code) => {
    const answer = await accounts.ask('session.register', form('weakmail@example.com', { password }));

    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await accounts.mailsTo('weakmail@example.com')).toEqual([]);
  });

  it('is closed where the platform says so', async () => {
    const closed = await createWorld(accounts.app, {
      host: 'closed.example.com',
      settings: { isRegistrationOpen: false },
    });
    expect(closed.platformId).toBeTruthy();

    const answer = await accounts.ask('session.register', form('late@example.com'), {
      headers: { host: 'closed.example.com' },
    });

    expect([answer.statusCode, answer.json().code]).toEqual([403, 'ACCESS_DENIED']);
  });
});

describe('session.requestRecovery and choosePassword', () => {
  it('choose another password and end every session, on every node', async () => {
    const email = 'forgot@example.com';
    await createSeller(email);
    const former = await openSession(accounts.app, email);
    await accounts.ask('session.requestRecovery', { email: 'Forgot@Example.com' });
    const { url, token } = await accounts.linkTo(email);
    expect(url.pathname).toBe('/choose-password');

    const answer = await accounts.ask('session.choosePassword', { token, password: STRONG });

    expect(answer.json()).toEqual({ email, entrance: 'platform' });
    expect(answer.cookies.map(({ name }) => name)).toEqual(['__Host-feira-devices']);
    expect((await accounts.getSession(former, accounts.second)).statusCode).toBe(401);
    expect((await signIn(accounts.app, email, { address: newAddress() })).statusCode).toBe(401);
    expect((await signIn(accounts.app, email, { password: STRONG, address: newAddress() })).statusCode).toBe(200);
    expect((await accounts.mailsTo(email)).map(({ template }) => template)).toContain('password-changed');
    expect((await accounts.eventsOf(email)).filter(({ type }) => type.startsWith('account.'))).toEqual([
      { type: 'account.recoveryRequested', details: {} },
      { type: 'account.passwordChanged', details: { by: 'RECOVER' } },
    ]);
  });

  it('take a link once, also from two nodes at once', async () => {
    await createSeller('recover-race@example.com');
    await accounts.ask('session.requestRecovery', { email: 'recover-race@example.com' });
    const { token } = await accounts.linkTo('recover-race@example.com');

    const answers = await Promise.all(
      [accounts.app, accounts.second].map((app, index) =>
        accounts.ask('session.choosePassword', { token, password: `${STRONG} ${index}` }, { app }),
      ),
    );

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
  });

  it('keep the second factor', async () => {
    const email = 'forgot-factor@example.com';
    await createSeller(email);
    const { secret } = await enrol(accounts.app, await openSession(accounts.app, email));
    await accounts.ask('session.requestRecovery', { email });
    await accounts.ask('session.choosePassword', { token: (await accounts.linkTo(email)).token, password: STRONG });

    const headers = await openSession(accounts.app, email, { password: STRONG });

    expect((await accounts.getSession(headers)).json()).toMatchObject({ state: 'CODE_REQUIRED', roles: [] });
    expect(
      (await post(accounts.app, 'session.confirmCode', headers, { code: showCode(accounts.app, secret, 1) }))
        .statusCode,
    ).toBe(200);
  });

  it('leave the link as it is for a password that is too weak', async () => {
    const email = 'weak-choice@example.com';
    await createSeller(email);
    await accounts.ask('session.requestRecovery', { email });
    const { token } = await accounts.linkTo(email);
    const choose = (password: string) => accounts.ask('session.choosePassword', { token, password });

    expect((await choose('senha12345')).json()).toMatchObject({
      code: 'PASSWORD_WEAK',
      details: [{ field: 'password' }],
    });
    expect((await choose(STRONG)).statusCode).toBe(200);
  });

  it.each([
    ['disabled', `UPDATE person SET status = 'DISABLED' WHERE email = $1`],
    ['given another e-mail', `UPDATE person SET email = 'x' || email WHERE email = $1`],
    ['half an hour later', 'UPDATE one_time_token SET expires_at = now() WHERE email = $1'],
  ])('refuse the link of a person who was %s', async (what, sql) => {
    const email = `link-${what.replaceAll(' ', '-')}@example.com`;
    await createSeller(email);
    await accounts.ask('session.requestRecovery', { email });
    const { token } = await accounts.linkTo(email);
    await accounts.inspector.rows(sql, [email]);

    expect((await accounts.ask('session.choosePassword', { token, password: STRONG })).json().code).toBe(
      'TOKEN_INVALID',
    );
  });

  it('refuse a link of another purpose and of another platform', async () => {
    const other = await createWorld(accounts.app, { host: 'third.example.com' });
    const email = 'purpose@example.com';
    await createSeller(email);
    await accounts.ask('session.requestMagicLink', { email });
    const magic = await accounts.linkTo(email);
    await accounts.ask('session.requestRecovery', { email });
    const recovery = await accounts.linkTo(email);

    expect(other.platformId).not.toBe(accounts.world.platformId);
    expect((await accounts.ask('session.choosePassword', { token: magic.token, password: STRONG })).statusCode).toBe(
      410,
    );
    expect((await accounts.ask('session.useMagicLink', { token: recovery.token })).statusCode).toBe(410);
    const foreign = await accounts.ask(
      'session.choosePassword',
      { token: recovery.token, password: STRONG },
      { headers: { host: 'third.example.com' } },
    );
    expect(foreign.statusCode).toBe(410);
  });

  it('open an invitation and lead to its door', async () => {
    const email = 'invited@example.com';
    const { id } = await accounts.create({ email, roles: ['seller', 'admin'] });
    await accounts.inspector.rows('UPDATE person SET password_hash = NULL WHERE id = $1', [id]);
    const { platformId } = accounts.world;
    const { link, token, statements } = await createToken(accounts.app, platformId, {
      purpose: 'INVITE',
      email,
      personId: id,
    });
    await accounts.app.database.write(platformId, statements);
    expect(link).toBe(`http://localhost:3999/choose-password#${token}`);

    const answer = await accounts.ask('session.choosePassword', { token, password: STRONG });

    expect(answer.json()).toEqual({ email, entrance: 'admin' });
    expect(await accounts.mailsTo(email)).toEqual([]);
    expect((await signIn(accounts.app, email, { password: STRONG, entrance: 'admin' })).json()).toMatchObject({
      state: 'ENROLLMENT_REQUIRED',
    });
  });
});

describe('session.requestMagicLink and useMagicLink', () => {
  it('make a customer of who bought here, and sign in with no more than that', async () => {
    const email = 'buyer@example.com';
    await plantSale('Buyer@Example.com');
    await accounts.ask('session.requestMagicLink', { email: 'BUYER@example.com' });
    expect(await countRows('person', email)).toBe(0);
    const { url, token } = await accounts.linkTo(email);
    expect(url.pathname).toBe('/magic-link');
    const headers = { ...BROWSER };

    const answer = await accounts.ask('session.useMagicLink', { token }, { headers });

    expect(answer.json()).toMatchObject({
      state: 'ACTIVE',
      roles: ['customer'],
      person: { name: 'João Comprador', email },
    });
    expect((await accounts.getSession(headers, accounts.second)).json()).toMatchObject({ roles: ['customer'] });
    expect(
      (await post(accounts.app, 'account.requestEmailChange', headers, { email: 'z@example.com' })).json().code,
    ).toBe('REAUTHENTICATION_REQUIRED');
    expect((await post(accounts.app, 'session.reauthenticate', headers, { password: PASSWORD })).json().code).toBe(
      'SIGN_IN_REFUSED',
    );
  });

  it('open nothing but a customer’s pages to whoever is more than that', async () => {
    const email = 'seller-buyer@example.com';
    await createSeller(email);
    await accounts.ask('session.requestMagicLink', { email });
    const headers = { ...BROWSER };
    const { token } = await accounts.linkTo(email);

    const answer = await accounts.ask('session.useMagicLink', { token }, { headers });

    expect(answer.json()).toMatchObject({ roles: ['customer'], heldRoles: ['customer', 'seller'] });
    for (const [name, payload] of [
      ['account.changePassword', { password: STRONG }],
      ['account.startSecondFactor', {}],
      ['account.removeSecondFactor', {}],
    ] as const) {
      expect([name, (await post(accounts.app, name, headers, payload)).json().code]).toEqual([
        name,
        'REAUTHENTICATION_REQUIRED',
      ]);
    }
    expect((await post(accounts.app, 'session.reauthenticate', headers, { password: PASSWORD })).statusCode).toBe(200);
    expect((await accounts.getSession(headers)).json()).toMatchObject({ roles: ['customer', 'seller'] });
  });

  it('ask for a code as well where there is a second factor, and open no more then', async () => {
    const email = 'factor-buyer@example.com';
    await createSeller(email);
    const { secret } = await enrol(accounts.app, await openSession(accounts.app, email));
    await accounts.ask('session.requestMagicLink', { email });
    const headers = { ...BROWSER };
    const { token } = await accounts.linkTo(email);

    const answer = await accounts.ask('session.useMagicLink', { token }, { headers });
    expect(answer.json()).toMatchObject({ state: 'CODE_REQUIRED', roles: [] });
    const confirmed = await post(accounts.app, 'session.confirmCode', headers, {
      code: showCode(accounts.app, secret, 1),
    });

    expect(confirmed.json()).toMatchObject({ state: 'ACTIVE', roles: ['customer'] });
    expect((await post(accounts.app, 'account.removeSecondFactor', headers)).json().code).toBe(
      'REAUTHENTICATION_REQUIRED',
    );
  });

  it('take a link once, also from two nodes at once', async () => {
    await plantSale('link-race@example.com');
    await accounts.ask('session.requestMagicLink', { email: 'link-race@example.com' });
    const { token } = await accounts.linkTo('link-race@example.com');

    const answers = await Promise.all(
      [accounts.app, accounts.second].map((app) => accounts.ask('session.useMagicLink', { token }, { app })),
    );

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
    expect(await countRows('person', 'link-race@example.com')).toBe(1);
  });

  it('know nobody by a purchase that was not paid, or was made elsewhere', async () => {
    const other = await createWorld(accounts.app, { host: 'fourth.example.com' });
    await plantSale('unpaid@example.com', { isApproved: false });
    await plantSale('elsewhere@example.com', other);

    for (const email of ['unpaid@example.com', 'elsewhere@example.com']) {
      expect((await accounts.ask('session.requestMagicLink', { email })).json()).toEqual({});
      expect(await accounts.mailsTo(email)).toEqual([]);
    }
  });
});

describe('whoever asks for a mail', () => {
  const REQUESTS = [
    ['session.register', (email: string) => form(email)],
    ['session.requestRecovery', (email: string) => ({ email })],
    ['session.requestMagicLink', (email: string) => ({ email })],
  ] as const;

  it.each(REQUESTS)('with %s learns nothing: same answer, as many links written', async (name, payload) => {
    const [known, unknown, disabled] = ['known', 'unknown', 'disabled'].map(
      (who) => `${who}-${name.toLowerCase()}@example.com`,
    ) as [string, string, string];
    await createSeller(known);
    await createSeller(disabled);
    await accounts.inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE email = $1`, [disabled]);
    const count = async (table: string) =>
      (await accounts.inspector.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count ?? 0;
    const seen: unknown[] = [];

    for (const email of [known, unknown, disabled]) {
      const before = [await count('one_time_token'), await count('audit_event')] as const;
      const answer = await accounts.ask(name, payload(email));
      const after = [await count('one_time_token'), await count('audit_event')] as const;
      seen.push([
        answer.statusCode,
        answer.body,
        Object.keys(answer.headers),
        after[0] - before[0],
        after[1] - before[1],
      ]);
    }

    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    const [kept] = await accounts.inspector.rows(
      'SELECT (SELECT count(*)::int FROM audit_event a WHERE a::text LIKE $1) + (SELECT count(*)::int FROM mail m WHERE m::text LIKE $1 AND $2) AS count',
      [`%${unknown}%`, name !== 'session.register'],
    );
    expect(kept).toEqual({ count: 0 });
  });

  it.each(REQUESTS)(
    'with %s waits after three for one e-mail, whether anybody has it or not',
    async (name, payload) => {
      await createSeller(`flooded-${name.toLowerCase()}@example.com`);
      for (const who of ['flooded', 'nobody']) {
        const email = `${who}-${name.toLowerCase()}@example.com`;
        const answers = await Promise.all(
          Array.from({ length: 5 }, (_, index) =>
            accounts.ask(name, payload(email), { app: index % 2 ? accounts.second : accounts.app }),
          ),
        );

        expect([who, ...answers.map(({ statusCode }) => statusCode).sort()]).toEqual([who, 200, 200, 200, 429, 429]);
        const refused = answers.find(({ statusCode }) => statusCode === 429);
        expect(refused?.json().code).toBe('TOO_MANY_REQUESTS');
        expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
      }
    },
  );

  it('waits after twenty from one address, whatever is asked for', async () => {
    const address = newAddress();
    const codes: number[] = [];
    for (let index = 0; index < 22; index++) {
      const name = index % 2 ? 'session.requestRecovery' : 'session.requestMagicLink';
      codes.push((await accounts.ask(name, { email: `many-${index}@example.com` }, { address })).statusCode);
    }

    expect(codes).toEqual([...Array(20).fill(200), 429, 429]);
  });

  it.each([
    ['session.register', form('foreign@example.com')],
    ['session.verifyEmail', { token: 'A'.repeat(43), password: STRONG }],
    ['session.requestRecovery', { email: 'foreign@example.com' }],
    ['session.choosePassword', { token: 'A'.repeat(43), password: STRONG }],
    ['session.requestMagicLink', { email: 'foreign@example.com' }],
    ['session.useMagicLink', { token: 'A'.repeat(43) }],
    ['account.confirmEmailChange', { token: 'A'.repeat(43) }],
  ])('with %s from a page of somebody else is refused', async (name, payload) => {
    const answer = await accounts.ask(name, payload, {
      headers: { host: 'localhost', 'sec-fetch-site': 'cross-site' },
    });

    expect([answer.statusCode, answer.json().code]).toEqual([403, 'CROSS_SITE_REQUEST']);
    expect(await accounts.mailsTo('foreign@example.com')).toEqual([]);
  });

  it.each(['session.verifyEmail', 'session.choosePassword', 'session.useMagicLink', 'account.confirmEmailChange'])(
    'and tries tokens with %s is stopped',
    async (name) => {
      const address = newAddress();
      const codes: number[] = [];
      const password = name === 'session.verifyEmail' || name === 'session.choosePassword' ? { password: STRONG } : {};
      for (let index = 0; index < 31; index++) {
        const token = index.toString().padStart(43, 'A');
        codes.push((await accounts.ask(name, { token, ...password }, { address })).statusCode);
      }

      expect(codes).toEqual([...Array(30).fill(410), 429]);
    },
  );

  it('gets a link of which the database has the digest alone', async () => {
    await createSeller('digest@example.com');
    await accounts.ask('session.requestRecovery', { email: 'digest@example.com' });
    const { token } = await accounts.linkTo('digest@example.com');

    const [row] = await accounts.inspector.rows<{ isKept: boolean; hash: Buffer }>(
      `SELECT t::text LIKE $1 AS "isKept", token_hash AS hash FROM one_time_token t WHERE email = 'digest@example.com'`,
      [`%${token}%`],
    );

    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(row?.isKept).toBe(false);
    expect(row?.hash).toHaveLength(32);
  });
});
