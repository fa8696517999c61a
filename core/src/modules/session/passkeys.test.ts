/** Passkeys open a session in place of a code and prove who sits there: on their host, for their person, once for each challenge. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../../../test/accounts.ts';
import { Authenticator } from '../../../test/authenticator.ts';
import { type BrowserHeaders, createPerson, enrol, openSession, post, showCode } from '../../../test/people.ts';
import { createWorld } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

let accounts: Accounts;
beforeAll(async () => {
  accounts = await openAccounts();
});
afterAll(() => accounts.close());

const pageOf = (host = 'localhost') => ({
  origin: `${new URL(accounts.app.config.publicUrl).protocol}//${host}`,
  rpId: host,
});
const call = async (name: string, headers: BrowserHeaders, payload: object = {}) => {
  const answer = await post(accounts.app, name, headers, payload);
  return { status: answer.statusCode, body: answer.json() };
};
const codeOf = async (answer: ReturnType<typeof call>) => (await answer).body.code;

interface Holder {
  email: string;
  id: string;
  headers: BrowserHeaders;
  secret: string;
  key: Authenticator;
}

async function addPasskey(headers: BrowserHeaders, name: string, host?: string): Promise<Authenticator> {
  const key = new Authenticator();
  const { body } = await call('account.startPasskey', headers);
  const added = await call('account.addPasskey', headers, { name, ...key.register(body.options, pageOf(host)) });
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  return key;
}

/** Creates a seller with a code app and a passkey. */
async function createHolder(): Promise<Holder> {
  const email = `${newId()}@example.com`;
  const { id } = await accounts.create({ email, roles: ['seller'] });
  const { headers, secret } = await enrol(accounts.app, await openSession(accounts.app, email));
  return { email, id, headers, secret, key: await addPasskey(headers, 'Celular') };
}

/** Signs in with the password alone. */
const knock = ({ email }: Holder, host = 'localhost') => openSession(accounts.app, email, { host });
const start = async (headers: BrowserHeaders) => (await call('session.startPasskeyProof', headers)).body.options;
const prove = async ({ key }: Pick<Holder, 'key'>, headers: BrowserHeaders, host?: string) =>
  call('session.confirmPasskey', headers, key.sign(await start(headers), pageOf(host)));
/** Ends the time in which a confirmed identity counts. */
const age = ({ id }: Holder) =>
  accounts.inspector.rows(`UPDATE session SET confirmed_at = now() - interval '1 hour' WHERE person_id = $1`, [id]);

describe('a passkey', () => {
  it('completes a sign-in in place of the code, with another token and a record', async () => {
    const holder = await createHolder();
    const headers = await knock(holder);
    expect((await accounts.getSession(headers)).json()).toMatchObject({ state: 'CODE_REQUIRED', hasPasskey: true });
    const before = headers.cookie as string;

    const { body } = await prove(holder, headers);

    expect(body).toMatchObject({ state: 'ACTIVE', roles: ['seller'], hasPasskey: true });
    expect((await accounts.getSession({ ...headers, cookie: before })).statusCode).toBe(401);
    expect((await accounts.getSession(headers, accounts.second)).json().state).toBe('ACTIVE');
    expect((await accounts.eventsOf(holder.email)).at(-1)).toEqual({
      type: 'session.signedIn',
      details: { state: 'ACTIVE', strength: 'SECOND_FACTOR', factor: 'PASSKEY' },
    });
  });

  it('proves who sits there, for what money and credentials want a recent proof of', async () => {
    const holder = await createHolder();
    const { headers } = holder;
    await age(holder);
    const change = () => codeOf(call('account.renewRecoveryCodes', headers));
    expect(await change()).toBe('REAUTHENTICATION_REQUIRED');

    expect((await prove(holder, headers)).status).toBe(200);

    expect(await change()).toBeUndefined();
  });

  it('signs each challenge once, and only the newest of its session', async () => {
    const holder = await createHolder();
    const headers = await knock(holder);
    const former = await start(headers);
    const options = await start(headers);
    const refused = { status: 422, code: 'PASSKEY_REFUSED' };
    const send = async (answer: object, as = headers) => {
      const { status, body } = await call('session.confirmPasskey', as, answer);
      return { status, code: body.code };
    };
    expect(await send(holder.key.sign(former, pageOf()))).toEqual(refused);
    // The refused try has used up the challenge.
    expect(await send(holder.key.sign(options, pageOf()))).toEqual(refused);

    const answer = holder.key.sign(await start(headers), pageOf());
    expect(await send(answer)).toMatchObject({ status: 200 });
    expect(await send(answer)).toEqual(refused);
    // Another session of the same person has challenges of its own.
    const other = await knock(holder);
    expect(await send(holder.key.sign(await start(headers), pageOf()), other)).toEqual(refused);
    expect((await accounts.getSession(other)).json().state).toBe('CODE_REQUIRED');
  });

  it('is not asked for after its challenge has expired', async () => {
    const holder = await createHolder();
    const headers = await knock(holder);
    const options = await start(headers);
    await accounts.inspector.rows(`UPDATE passkey_challenge SET expires_at = now() - interval '1 second'`);

    expect(await codeOf(call('session.confirmPasskey', headers, holder.key.sign(options, pageOf())))).toBe(
      'PASSKEY_REFUSED',
    );
  });

  it('signs for one of two requests that send the same answer', async () => {
    const holder = await createHolder();
    const headers = await knock(holder);
    const answer = holder.key.sign(await start(headers), pageOf());

    const statuses = await Promise.all(
      [1, 2].map(async () => (await call('session.confirmPasskey', { ...headers }, answer)).status),
    );

    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it.each<[string, (holder: Holder, options: { challenge: string }) => object]>([
    [
      'a page of another origin',
      ({ key }, options) => key.sign(options, { ...pageOf(), origin: 'https://evil.example' }),
    ],
    [
      'a page of another port',
      ({ key }, options) => key.sign(options, { ...pageOf(), origin: `${pageOf().origin}:81` }),
    ],
    ['another site', ({ key }, options) => key.sign(options, { ...pageOf(), rpId: 'evil.example' })],
    ['a challenge of its own', ({ key }) => key.sign({ challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }, pageOf())],
    ['an unknown authenticator', (_, options) => new Authenticator().sign(options, pageOf())],
    [
      'a changed signature',
      ({ key }, options) => {
        const answer = key.sign(options, pageOf());
        return { ...answer, authenticatorData: `${answer.authenticatorData.slice(0, -1)}B` };
      },
    ],
    [
      'an authenticator that did not verify its owner',
      ({ key }, options) => {
        key.isVerifying = false;
        return key.sign(options, pageOf());
      },
    ],
  ])('is refused from %s', async (_what, answer) => {
    const holder = await createHolder();
    const headers = await knock(holder);

    expect(await codeOf(call('session.confirmPasskey', headers, answer(holder, await start(headers))))).toBe(
      'PASSKEY_REFUSED',
    );
    expect((await accounts.getSession(headers)).json().state).toBe('CODE_REQUIRED');
    expect((await accounts.eventsOf(holder.email)).at(-1)).toEqual({
      type: 'session.refused',
      details: { reason: 'PASSKEY' },
    });
  });

  it('is refused for another person, who has one as well', async () => {
    const [one, other] = [await createHolder(), await createHolder()];
    const headers = await knock(one);
    const answer = other.key.sign(await start(headers), pageOf());

    expect(await codeOf(call('session.confirmPasskey', headers, answer))).toBe('PASSKEY_REFUSED');
  });

  it('is refused where a copy of the authenticator has counted on', async () => {
    const holder = await createHolder();
    for (let use = 0; use < 3; use++) expect((await prove(holder, await knock(holder))).status).toBe(200);
    holder.key.counter = 1;

    expect((await prove(holder, await knock(holder))).body.code).toBe('PASSKEY_REFUSED');
  });

  it('works on its host alone, where it is not offered elsewhere', async () => {
    const holder = await createHolder();
    await accounts.inspector.rows('INSERT INTO platform_domain (host, platform_id) VALUES ($1, $2)', [
      'outro.example.com',
      accounts.world.platformId,
    ]);
    const there = await knock(holder, 'outro.example.com');

    expect((await accounts.getSession(there)).json()).toMatchObject({ state: 'CODE_REQUIRED', hasPasskey: false });
    expect(await codeOf(call('session.startPasskeyProof', there))).toBe('PASSKEY_NOT_FOUND');
    const code = { code: showCode(accounts.app, holder.secret, 1) };
    expect((await call('session.confirmCode', there, code)).status).toBe(200);
    const { body } = await call('account.startPasskey', there);
    expect(body.options.rp.id).toBe('outro.example.com');
    const listed = await accounts.app.inject({ url: '/api/account.listPasskeys', headers: there });
    expect(listed.json().passkeys).toMatchObject([{ name: 'Celular', host: 'localhost', isHere: false }]);
  });

  it('belongs to one platform', async () => {
    const holder = await createHolder();
    const world = await createWorld(accounts.app, { host: 'vizinha.example.com' });
    await createPerson(accounts.app, world.platformId, { email: holder.email, roles: ['seller'] });
    const options = { host: 'vizinha.example.com' };
    const { headers } = await enrol(accounts.app, await openSession(accounts.app, holder.email, options));

    expect((await accounts.getSession(headers)).json().hasPasskey).toBe(false);
    const listed = await accounts.app.inject({ url: '/api/account.listPasskeys', headers });
    expect(listed.json().passkeys).toEqual([]);
    // The same authenticator may be registered on both.
    const { body } = await call('account.startPasskey', headers);
    const added = await call('account.addPasskey', headers, {
      name: 'A mesma',
      ...holder.key.register(body.options, pageOf('vizinha.example.com')),
    });
    expect(added.status).toBe(200);
    await call('account.removePasskey', headers, { id: added.body.passkeyId });
    expect((await prove(holder, await knock(holder))).status).toBe(200);
  });

  it('opens no more than the mailed link that began the session', async () => {
    const holder = await createHolder();
    const headers = await knock(holder);
    await accounts.inspector.rows(
      `UPDATE session SET strength = 'LINK' WHERE person_id = $1 AND state = 'CODE_REQUIRED'`,
      [holder.id],
    );

    expect((await prove(holder, headers)).body).toMatchObject({ state: 'ACTIVE', roles: [] });
  });
});

describe('account.addPasskey', () => {
  it('keeps it with its host, tells its person by mail, and stands in the log', async () => {
    const holder = await createHolder();

    const listed = await accounts.app.inject({ url: '/api/account.listPasskeys', headers: holder.headers });
    expect(listed.json().passkeys).toEqual([
      {
        id: expect.any(String),
        name: 'Celular',
        host: 'localhost',
        isHere: true,
        createdAt: expect.any(String),
        lastUsedAt: null,
      },
    ]);
    expect((await accounts.mailsTo(holder.email)).at(-1)).toMatchObject({
      template: 'passkey-changed',
      parameters: { passkey: 'Celular', isAdded: true },
    });
    expect((await accounts.eventsOf(holder.email)).at(-1)).toEqual({
      type: 'account.passkeyAdded',
      details: { passkey: 'Celular', host: 'localhost' },
    });
  });

  it('wants a code app first, a recent proof of identity, and one that is not there yet', async () => {
    const email = `${newId()}@example.com`;
    await accounts.create({ email, roles: ['seller'] });
    const plain = await openSession(accounts.app, email);
    expect(await codeOf(call('account.startPasskey', plain))).toBe('PASSKEY_WITHOUT_FACTOR');

    const holder = await createHolder();
    const { headers, key } = holder;
    const { body } = await call('account.startPasskey', headers);
    expect(body.options.excludeCredentials).toEqual([{ id: key.id, transports: ['usb'], type: 'public-key' }]);
    const again = { name: 'De novo', ...key.register(body.options, pageOf()) };
    expect(await codeOf(call('account.addPasskey', headers, again))).toBe('PASSKEY_REFUSED');
    await age(holder);
    expect(await codeOf(call('account.startPasskey', headers))).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('refuses an answer to another challenge, from another origin, and without a verified owner', async () => {
    const { headers } = await createHolder();
    const attempt = async (change: (key: Authenticator, options: { challenge: string }) => object) => {
      const { body } = await call('account.startPasskey', headers);
      return codeOf(
        call('account.addPasskey', headers, { name: 'Nova', ...change(new Authenticator(), body.options) }),
      );
    };
    const proof = (await call('session.startPasskeyProof', headers)).body.options;
    expect(await attempt((key) => key.register(proof, pageOf()))).toBe('PASSKEY_REFUSED');
    expect(
      await attempt((key, options) => key.register(options, { ...pageOf(), origin: 'https://evil.example' })),
    ).toBe('PASSKEY_REFUSED');
    expect(await attempt((key, options) => key.register(options, { ...pageOf(), rpId: 'evil.example' }))).toBe(
      'PASSKEY_REFUSED',
    );
    const unverified = await attempt((key, options) => {
      key.isVerifying = false;
      return key.register(options, pageOf());
    });
    expect(unverified).toBe('PASSKEY_REFUSED');
  });

  it('keeps ten at most', async () => {
    const { headers } = await createHolder();
    for (let count = 1; count < 9; count++) await addPasskey(headers, `Chave ${count}`);
    await addPasskey(headers, 'Décima');

    await expect(addPasskey(headers, 'Uma a mais')).rejects.toThrow('PASSKEY_LIMIT');
  });
});

describe('account.removePasskey', () => {
  it('ends it at once, by its person alone, and says so by mail', async () => {
    const [holder, other] = [await createHolder(), await createHolder()];
    const listed = await accounts.app.inject({ url: '/api/account.listPasskeys', headers: holder.headers });
    const [{ id }] = listed.json().passkeys;
    for (const name of ['removePasskey', 'renamePasskey'])
      expect(
        await codeOf(
          call(`account.${name}`, other.headers, { id, ...(name === 'renamePasskey' && { name: 'Minha' }) }),
        ),
      ).toBe('PASSKEY_NOT_FOUND');

    expect((await call('account.renamePasskey', holder.headers, { id, name: 'Notebook' })).status).toBe(200);
    expect((await call('account.removePasskey', holder.headers, { id })).status).toBe(200);

    expect(await codeOf(call('session.startPasskeyProof', await knock(holder)))).toBe('PASSKEY_NOT_FOUND');
    expect((await accounts.mailsTo(holder.email)).at(-1)).toMatchObject({
      template: 'passkey-changed',
      parameters: { passkey: 'Notebook', isAdded: false },
    });
    expect((await accounts.eventsOf(holder.email)).slice(-3).map(({ type }) => type)).toEqual([
      'account.passkeyAdded',
      'account.passkeyRenamed',
      'account.passkeyRemoved',
    ]);
  });

  it('happens to all of them with the code app', async () => {
    const holder = await createHolder();

    expect((await call('account.removeSecondFactor', holder.headers)).status).toBe(200);

    expect(await accounts.inspector.rows('SELECT 1 FROM passkey WHERE person_id = $1', [holder.id])).toEqual([]);
    expect((await accounts.getSession(await knock(holder))).json().state).toBe('ACTIVE');
  });
});

it('forgets challenges that nobody signed', async () => {
  const holder = await createHolder();
  await start(holder.headers);
  await accounts.inspector.rows(`UPDATE passkey_challenge SET expires_at = now() - interval '1 second'`);
  const { purgeSessions } = await import('./purge.ts');
  await purgeSessions(accounts.app);

  expect(await accounts.inspector.rows('SELECT 1 FROM passkey_challenge')).toEqual([]);
});
