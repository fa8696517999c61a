import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, newAddress, openAccounts } from '../../../test/accounts.ts';
import { enrol, openSession, PASSWORD, post, showCode, signIn, signInStaff } from '../../../test/people.ts';

const STRONG = 'abacaxi voador laranja';
type Headers = Record<string, string>;

let accounts: Accounts;
beforeAll(async () => {
  accounts = await openAccounts();
});
afterAll(() => accounts.close());

/** Creates a seller with an open session. */
async function enter(email: string) {
  const { id } = await accounts.create({ email, roles: ['seller'] });
  return { id, email, headers: await openSession(accounts.app, email, { address: newAddress() }) };
}
const call = (name: string, headers: Headers, payload: object = {}, app = accounts.app) =>
  post(app, `account.${name}`, headers, payload, newAddress());
const getAccount = async (headers: Headers) =>
  (await accounts.app.inject({ url: '/api/account.getAccount', headers })).json();
const listSessions = async (headers: Headers) =>
  (await accounts.app.inject({ url: '/api/account.listSessions', headers })).json().sessions as {
    id: string;
    isCurrent: boolean;
    userAgent: string | null;
    ip: string;
  }[];
const typesOf = async (email: string) =>
  (await accounts.eventsOf(email)).map(({ type }) => type).filter((type) => type.startsWith('account.'));

describe('account.getAccount and updateProfile', () => {
  it('show and change own data, and leave the rest as it is', async () => {
    const { email, headers } = await enter('profile@example.com');
    expect(await getAccount(headers)).toEqual({
      name: `Pessoa ${email}`,
      email,
      phone: null,
      document: null,
      showsDocument: false,
      publicAddress: null,
      locale: null,
      hasPassword: true,
      hasSecondFactor: false,
      isFactorMandatory: false,
      recoveryCodesLeft: 0,
      pixEnabled: true,
      creditCardEnabled: true,
      billetEnabled: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });

    expect(
      (await call('updateProfile', headers, { name: '  Ana Maria ', phone: '11987654321', locale: 'en' })).json(),
    ).toEqual({});
    expect(await getAccount(headers)).toMatchObject({ name: 'Ana Maria', phone: '11987654321', locale: 'en' });
    await call('updateProfile', headers, { phone: '' });
    await call('updateProfile', headers, {});

    expect(await getAccount(headers)).toMatchObject({ name: 'Ana Maria', phone: null, locale: 'en' });
    expect((await accounts.eventsOf(email)).slice(1)).toEqual([
      { type: 'account.profileChanged', details: { fields: ['name', 'phone', 'locale'] } },
      { type: 'account.profileChanged', details: { fields: ['phone'] } },
    ]);
  });

  it.each([
    { role: 'admin' },
    { email: 'x@example.com' },
    { pixEnabled: false },
    { id: 'x' },
    { name: 'Al' },
    { phone: '123' },
  ])('refuse %o', async (payload) => {
    const { headers } = await enter(`refused-${Object.keys(payload)[0]?.toLowerCase()}@example.com`);

    expect((await call('updateProfile', headers, payload)).json().code).toBe('VALIDATION_FAILED');
  });

  it('says that the staff needs a second factor', async () => {
    await accounts.create({ email: 'staff@example.com', roles: ['admin'] });
    const { headers } = await signInStaff(accounts.app, 'staff@example.com', {
      entrance: 'admin',
      address: newAddress(),
    });

    expect(await getAccount(headers)).toMatchObject({
      isFactorMandatory: true,
      hasSecondFactor: true,
      recoveryCodesLeft: 10,
    });
  });
});

describe('the document of an account', () => {
  const documentOf = async (email: string) =>
    (await accounts.inspector.rows<{ document: string }>('SELECT document FROM person WHERE email = $1', [email]))[0]
      ?.document;

  it('is set once, shown in part, and told to the log by its name alone', async () => {
    const { email, headers } = await enter('document@example.com');

    expect((await call('updateProfile', headers, { document: '529.982.247-25', phone: '11987654321' })).json()).toEqual(
      {},
    );
    expect((await call('updateProfile', headers, { document: '52998224725' })).json()).toEqual({});
    const other = await call('updateProfile', headers, { document: '111.444.777-35', name: 'Outra Pessoa' });

    expect([other.statusCode, other.json()]).toMatchObject([409, { code: 'DOCUMENT_SET' }]);
    expect(other.json().details).toMatchObject([{ field: 'document' }]);
    expect(await documentOf(email)).toBe('52998224725');
    expect(await getAccount(headers)).toMatchObject({ document: '•••.982.247-••', name: `Pessoa ${email}` });
    expect((await accounts.eventsOf(email)).slice(1)).toEqual([
      { type: 'account.profileChanged', details: { fields: ['phone', 'document'] } },
    ]);
  });

  it('may be a CNPJ with letters', async () => {
    const { email, headers } = await enter('company@example.com');
    await call('updateProfile', headers, { document: '12.abc.345/01de-35' });

    expect(await documentOf(email)).toBe('12ABC34501DE35');
    expect(await getAccount(headers)).toMatchObject({ document: '••.ABC.345/••••-••' });
  });

  it.each(['', '529.982.247-26', '00000000000', 'Ana Maria'])('is not %j', async (document) => {
    const { email, headers } = await enter(`wrong-${newAddress()}@example.com`);
    const answer = await call('updateProfile', headers, { document });

    expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.json().details).toMatchObject([{ field: 'document' }]);
    if (document) expect(answer.json().details[0].message).toBe('Digite um CPF ou CNPJ válido.');
    expect(await documentOf(email)).toBeNull();
  });

  it('is the first of two that are set at once, on whichever node', async () => {
    for (let round = 0; round < 10; round++) {
      const { email, headers } = await enter(`race-${round}@example.com`);
      const wanted = ['52998224725', '11144477735'];
      const answers = await Promise.all(
        wanted.map((document, index) =>
          call('updateProfile', headers, { document }, index ? accounts.second : accounts.app),
        ),
      );

      const codes = answers.map(({ statusCode }) => statusCode);
      expect([...codes].sort()).toEqual([200, 409]);
      expect(await documentOf(email)).toBe(wanted[codes.indexOf(200)]);
    }
  });
});

describe('account.changePassword', () => {
  it('ends every other session and recovery link, and gives this session another token', async () => {
    const { email, headers } = await enter('change@example.com');
    const elsewhere = await openSession(accounts.second, email, { address: newAddress() });
    await accounts.ask('session.requestRecovery', { email });
    const { token } = await accounts.linkTo(email);
    const before = headers.cookie as string;

    expect((await call('changePassword', headers, { password: STRONG })).json()).toEqual({});

    expect((await accounts.getSession({ ...headers, cookie: before }, accounts.second)).statusCode).toBe(401);
    expect((await accounts.getSession(elsewhere, accounts.second)).statusCode).toBe(401);
    expect((await accounts.getSession(headers, accounts.second)).statusCode).toBe(200);
    expect((await accounts.ask('session.choosePassword', { token, password: `${STRONG} 2` })).statusCode).toBe(410);
    expect((await signIn(accounts.app, email, { password: PASSWORD, address: newAddress() })).statusCode).toBe(401);
    expect((await signIn(accounts.app, email, { password: STRONG, address: newAddress() })).statusCode).toBe(200);
    expect((await accounts.mailsTo(email)).map(({ template }) => template)).toContain('password-changed');
    expect(await typesOf(email)).toEqual(['account.recoveryRequested', 'account.passwordChanged']);
  });

  it('refuses a password that is easy to guess', async () => {
    const { headers } = await enter('easy@example.com');

    expect((await call('changePassword', headers, { password: 'senha12345' })).json()).toMatchObject({
      code: 'PASSWORD_WEAK',
      details: [{ field: 'password' }],
    });
  });

  it.each([
    ['changePassword', { password: STRONG }],
    ['requestEmailChange', { email: 'other@example.com' }],
    ['startSecondFactor', {}],
    ['confirmSecondFactor', { code: '123456' }],
    ['renewRecoveryCodes', {}],
    ['removeSecondFactor', {}],
  ])('like %s wants a proof of the last ten minutes', async (name, payload) => {
    const { id, headers } = await enter(`stale-${name.toLowerCase()}@example.com`);
    await accounts.inspector.rows(
      `UPDATE session SET confirmed_at = now() - interval '601 seconds' WHERE person_id = $1`,
      [id],
    );

    const answer = await call(name, headers, payload);

    expect([answer.statusCode, answer.json().code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
  });
});

describe('account.requestEmailChange and confirmEmailChange', () => {
  it('take the new e-mail once its mailbox is proved, and end every session', async () => {
    const { email, headers } = await enter('old@example.com');
    expect((await call('requestEmailChange', headers, { email: 'New-One@Example.com' })).json()).toEqual({});
    expect(await getAccount(headers)).toMatchObject({ email });
    const { url, token } = await accounts.linkTo('new-one@example.com');
    expect(url.pathname).toBe('/confirm-email');

    expect((await accounts.ask('account.confirmEmailChange', { token })).json()).toEqual({});

    expect((await accounts.getSession(headers, accounts.second)).statusCode).toBe(401);
    expect((await signIn(accounts.app, email, { address: newAddress() })).statusCode).toBe(401);
    expect((await signIn(accounts.app, 'new-one@example.com', { address: newAddress() })).statusCode).toBe(200);
    const told = (await accounts.mailsTo(email)).at(-1);
    expect(told).toMatchObject({ template: 'email-changed', parameters: { newEmail: 'n…@example.com' } });
    expect((await accounts.eventsOf('new-one@example.com'))[0]).toEqual({
      type: 'account.emailChanged',
      details: { from: email, to: 'new-one@example.com' },
    });
  });

  it('take a link once, also from two nodes at once', async () => {
    const { headers } = await enter('email-race@example.com');
    await call('requestEmailChange', headers, { email: 'email-race-2@example.com' });
    const { token } = await accounts.linkTo('email-race-2@example.com');

    const answers = await Promise.all(
      [accounts.app, accounts.second].map((app) => accounts.ask('account.confirmEmailChange', { token }, { app })),
    );

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
  });

  it('tell nobody whether an e-mail is taken, and take none that is', async () => {
    const { id, headers } = await enter('curious@example.com');
    await accounts.create({ email: 'held@example.com', roles: ['seller'] });

    const taken = await call('requestEmailChange', headers, { email: 'held@example.com' });
    const free = await call('requestEmailChange', headers, { email: 'free@example.com' });
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    expect(await accounts.mailsTo('held@example.com')).toEqual([]);
    const { token } = await accounts.linkTo('free@example.com');
    await accounts.create({ email: 'free@example.com', roles: ['seller'] });
    expect((await accounts.ask('account.confirmEmailChange', { token })).json().code).toBe('TOKEN_INVALID');

    expect(await accounts.inspector.rows('SELECT email FROM person WHERE id = $1', [id])).toEqual([
      { email: 'curious@example.com' },
    ]);
    expect((await accounts.getSession(headers)).statusCode).toBe(200);
  });

  it('end what was mailed before to the old address', async () => {
    const { email, headers } = await enter('leaving@example.com');
    await accounts.ask('session.requestRecovery', { email });
    const recovery = await accounts.linkTo(email);
    await call('requestEmailChange', headers, { email: 'left@example.com' });
    await accounts.ask('account.confirmEmailChange', { token: (await accounts.linkTo('left@example.com')).token });

    expect((await accounts.ask('session.choosePassword', { token: recovery.token, password: STRONG })).statusCode).toBe(
      410,
    );
  });

  it('wait after three mails to one address', async () => {
    const { headers } = await enter('impatient@example.com');
    const codes: number[] = [];
    for (let index = 0; index < 4; index++)
      codes.push((await call('requestEmailChange', headers, { email: 'victim@example.com' })).statusCode);

    expect(codes).toEqual([200, 200, 200, 429]);
  });
});

describe('account.listSessions and revokeSession', () => {
  it('show where the person is signed in, and sign a device out on every node', async () => {
    const { email, headers } = await enter('devices@example.com');
    const phone = await openSession(accounts.app, email, {
      address: '203.0.113.9',
      headers: { 'user-agent': 'Telefone' },
    });
    const other = await enter('devices-2@example.com');
    const listed = await listSessions(headers);
    expect(listed.map(({ isCurrent, userAgent }) => [isCurrent, userAgent]).sort()).toEqual([
      [false, 'Telefone'],
      [true, 'lightMyRequest'],
    ]);
    const stolen = listed.find(({ isCurrent }) => !isCurrent);
    expect(stolen?.ip).toBe('203.0.113.9');

    const foreign = await call('revokeSession', other.headers, { id: stolen?.id });
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'SESSION_NOT_FOUND']);
    expect((await call('revokeSession', headers, { id: stolen?.id })).json()).toEqual({});

    expect((await accounts.getSession(phone, accounts.second)).statusCode).toBe(401);
    expect(await listSessions(headers)).toHaveLength(1);
    expect((await call('revokeSession', headers, { id: stolen?.id })).json().code).toBe('SESSION_NOT_FOUND');
    const [event] = await accounts.inspector.rows(
      `SELECT actor_email AS actor, subject_type AS type, subject_name AS name FROM audit_event WHERE type = 'session.revoked' AND subject_id = $1`,
      [stolen?.id],
    );
    expect(event).toEqual({ actor: email, type: 'session', name: 'Telefone' });
  });

  it('sign the own browser out as well', async () => {
    const { headers } = await enter('self@example.com');
    const [own] = await listSessions(headers);

    const answer = await accounts.app.inject({
      method: 'POST',
      url: '/api/account.revokeSession',
      headers,
      payload: { id: own?.id },
    });

    expect(answer.headers['set-cookie']).toMatch(/^__Host-feira=; /);
    expect((await accounts.getSession(headers)).statusCode).toBe(401);
  });
});

describe('a second factor', () => {
  it('is set up with a secret, an address and a picture, and ends the other sessions', async () => {
    const { email, headers } = await enter('setup@example.com');
    const elsewhere = await openSession(accounts.app, email, { address: newAddress() });
    const started = await call('startSecondFactor', headers);
    const { secret, uri, qrCode } = started.json();
    expect(started.headers['cache-control']).toBe('no-store');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(new URL(uri).pathname)).toContain(email);
    expect(decodeURIComponent(qrCode.slice('data:image/svg+xml,'.length))).toMatch(/^<svg [\s\S]*<\/svg>$/);
    const before = headers.cookie as string;

    const wrong = await call('confirmSecondFactor', headers, { code: showCode(accounts.app, secret, 5) });
    expect(wrong.json().code).toBe('CODE_REFUSED');
    expect(await getAccount(headers)).toMatchObject({ hasSecondFactor: false });
    const right = await call('confirmSecondFactor', headers, { code: showCode(accounts.app, secret) });

    expect(right.json().recoveryCodes).toHaveLength(10);
    expect(right.json().recoveryCodes[0]).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    expect((await accounts.getSession({ ...headers, cookie: before })).statusCode).toBe(401);
    expect((await accounts.getSession(elsewhere, accounts.second)).statusCode).toBe(401);
    expect(await getAccount(headers)).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 10 });
    expect((await accounts.mailsTo(email)).at(-1)).toMatchObject({
      template: 'second-factor-changed',
      parameters: { isOn: true },
    });
    expect(await typesOf(email)).toEqual(['account.secondFactorOn']);
  });

  it('is confirmed once, also by two at once', async () => {
    const { email, headers } = await enter('confirm-race@example.com');
    const { secret } = (await call('startSecondFactor', headers)).json();
    const code = showCode(accounts.app, secret);

    const answers = await Promise.all(
      [accounts.app, accounts.second].map((app) => call('confirmSecondFactor', { ...headers }, { code }, app)),
    );

    // A late request finds its session ended or, later still, nothing left to confirm.
    const late = answers.filter(({ statusCode }) => statusCode !== 200).map(({ statusCode }) => statusCode);
    expect(late).toEqual([expect.toBeOneOf([401, 422])]);
    expect((await typesOf(email)).filter((type) => type === 'account.secondFactorOn')).toHaveLength(1);
  });

  it('stays in use until another one is confirmed', async () => {
    const { email, headers } = await enter('moved@example.com');
    const former = await enrol(accounts.app, headers);
    const { secret } = (await call('startSecondFactor', headers)).json();
    const again = await openSession(accounts.app, email, { address: newAddress() });
    expect(
      (await post(accounts.app, 'session.confirmCode', again, { code: showCode(accounts.app, former.secret, 1) }))
        .statusCode,
    ).toBe(200);

    expect((await call('confirmSecondFactor', headers, { code: showCode(accounts.app, secret) })).statusCode).toBe(200);

    accounts.passSeconds(60);
    const later = await openSession(accounts.app, email, { address: newAddress() });
    expect(
      (await post(accounts.app, 'session.confirmCode', later, { code: showCode(accounts.app, former.secret) }))
        .statusCode,
    ).toBe(422);
    expect((await post(accounts.app, 'session.confirmCode', later, { code: former.recoveryCodes[0] })).statusCode).toBe(
      422,
    );
    expect(
      (await post(accounts.app, 'session.confirmCode', later, { code: showCode(accounts.app, secret) })).statusCode,
    ).toBe(200);
  });

  it('stops taking codes after five wrong ones', async () => {
    const { headers } = await enter('setup-guess@example.com');
    await call('startSecondFactor', headers);
    const codes: number[] = [];
    for (let index = 0; index < 6; index++)
      codes.push((await call('confirmSecondFactor', headers, { code: '000000' })).statusCode);

    expect(codes).toEqual([...Array(5).fill(422), 429]);
  });

  it('gets new recovery codes, which end the old ones', async () => {
    const { email, headers } = await enter('renew@example.com');
    expect((await call('renewRecoveryCodes', headers)).json().code).toBe('CODE_REFUSED');
    const { recoveryCodes: former } = await enrol(accounts.app, headers);

    const { recoveryCodes } = (await call('renewRecoveryCodes', headers)).json();

    expect(recoveryCodes).toHaveLength(10);
    const again = await openSession(accounts.app, email, { address: newAddress() });
    expect((await post(accounts.app, 'session.confirmCode', again, { code: former[0] })).statusCode).toBe(422);
    expect((await post(accounts.app, 'session.confirmCode', again, { code: recoveryCodes[0] })).statusCode).toBe(200);
    expect(await typesOf(email)).toEqual([
      'account.secondFactorOn',
      'account.recoveryCodesRenewed',
      'account.recoveryCodeUsed',
    ]);
  });

  it('is removed where no role demands it, with the codes and the strength it gave', async () => {
    const { id, email, headers } = await enter('remove@example.com');
    await enrol(accounts.app, headers);

    expect((await call('removeSecondFactor', headers)).json()).toEqual({});
    expect((await call('removeSecondFactor', headers)).json()).toEqual({});

    expect(await getAccount(headers)).toMatchObject({ hasSecondFactor: false, recoveryCodesLeft: 0 });
    expect((await signIn(accounts.app, email, { address: newAddress() })).json()).toMatchObject({ state: 'ACTIVE' });
    expect(
      (await accounts.mailsTo(email)).filter(({ template }) => template === 'second-factor-changed').at(-1),
    ).toMatchObject({ parameters: { isOn: false } });
    expect(await typesOf(email)).toEqual(['account.secondFactorOn', 'account.secondFactorOff']);
    // The person becomes an administrator now, without the second factor that an administrator needs.
    await accounts.inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'admin')`, [
      accounts.world.platformId,
      id,
    ]);
    expect((await accounts.getSession(headers)).json()).toMatchObject({ roles: ['seller'] });
  });

  it('cannot be removed by the staff', async () => {
    await accounts.create({ email: 'bound@example.com', roles: ['master'] });
    const { headers } = await signInStaff(accounts.app, 'bound@example.com', {
      entrance: 'master',
      address: newAddress(),
    });

    const answer = await call('removeSecondFactor', headers);

    expect([answer.statusCode, answer.json().code]).toEqual([422, 'SECOND_FACTOR_MANDATORY']);
    expect(await getAccount(headers)).toMatchObject({ hasSecondFactor: true });
  });
});
