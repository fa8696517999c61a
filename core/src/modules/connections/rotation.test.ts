/** The data key of a platform is rotated while two nodes sell and a person changes a secret. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { createPerson, enrol, openSession, post, showCode } from '../../../test/people.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, SANDBOX_SECRETS, type World } from '../../../test/world.ts';
import { sealSecret } from '../../shared/envelope.ts';
import { newId } from '../../shared/ids.ts';
import { claimDue, insertMail, type MailRow, parametersPlace } from '../mail/model.ts';
import { openMail, prepareMail } from '../mail/service.ts';
import { openToken, sealToken } from '../receivers/tokens.ts';
import { type Connection, findConnection } from './service.ts';

let nodes: [TestNode, TestNode];
let inspector: Inspector;
let world: World;
let master: Staff;
let connectionId: string;

beforeAll(async () => {
  const first = await buildNode();
  nodes = [first, await buildNode({ databaseUrl: first.databaseUrl })];
  inspector = await openInspector(first.databaseUrl);
  world = await createWorld(first.app);
  ({ id: connectionId } = await connect(first.app, world));
  master = await openStaff(first.app, world.platformId, { roles: ['master'] });
});
afterAll(async () => {
  await inspector?.close();
  for (const node of nodes?.toReversed() ?? []) await node.close();
});

const call = async (name: string, payload: object, node: TestNode = nodes[0]) => {
  const url = `/api/connections.${name}`;
  const answer = await node.app.inject({ method: 'POST', url, headers: master.headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const readVersions = async () => {
  const rows = await inspector.rows<{ version: number }>(
    'SELECT DISTINCT key_version AS version FROM provider_credential WHERE platform_id = $1 ORDER BY 1',
    [world.platformId],
  );
  return rows.map(({ version }) => version);
};
const readSecrets = async ({ app }: TestNode) => {
  app.cache.forgetAll();
  const connection = await findConnection(app, world.platformId, connectionId);
  return Object.fromEntries(connection?.secrets ?? []);
};

describe('POST /api/connections.rotateKey', () => {
  it('seals every secret anew, records it, and what else was sealed with the old key opens still', async () => {
    const old = await nodes[0].app.dataKeys.seal(world.platformId, 'a second factor', 'somewhere');
    const read = () => inspector.rows('SELECT sealed FROM provider_credential ORDER BY name');
    const before = await read();

    const { status, body } = await call('rotateKey', {});

    expect([status, body]).toEqual([200, { keyVersion: 2, resealed: 2 }]);
    expect(await readVersions()).toEqual([2]);
    expect(await read()).not.toEqual(before);
    for (const node of nodes) {
      expect(await readSecrets(node)).toEqual(SANDBOX_SECRETS);
      const opened = await node.app.dataKeys.open(world.platformId, old.keyVersion, old.sealed, 'somewhere');
      expect(opened.toString()).toBe('a second factor');
    }
    const [event] = await inspector.rows(`SELECT details FROM audit_event WHERE type = 'connection.keyRotated'`);
    expect(event).toEqual({ details: body });
  });

  it('seals second factors, waiting mails and accounts of receivers anew, and leaves what it cannot read', async () => {
    const { app } = nodes[0];
    const { platformId } = world;
    const person = await createPerson(app, platformId, { email: 'rita@example.com', roles: ['seller'] });
    const { headers, secret } = await enrol(app, await openSession(app, person.email));
    await post(app, 'account.startSecondFactor', headers);
    const mail = (to: string) =>
      prepareMail(app, platformId, {
        to,
        locale: 'en',
        template: 'magic-link',
        parameters: { link: 'https://a.example/#1' },
      });
    await app.database.write(platformId, [await mail('one@example.com'), await mail('torn@example.com')]);
    await inspector.rows(`UPDATE mail SET sealed_parameters = '\\x00' WHERE recipient = 'torn@example.com'`);
    const connection = (await findConnection(app, platformId, connectionId)) as Connection;
    const receiverToken = await sealToken(app, connection, connection.vault.seal('rk_of_rita'));
    await inspector.rows(
      `INSERT INTO receiver (platform_id, id, connection_id, provider, receiver_token) VALUES ($1, $2, $3, 'sandbox', $4)`,
      [platformId, newId(), connectionId, receiverToken],
    );
    const readOldest = () =>
      inspector.rows(
        `SELECT (SELECT min(key_version) FROM mail WHERE recipient = 'one@example.com') AS mail,
          (SELECT max(key_version) FROM mail WHERE recipient = 'torn@example.com') AS torn, f.key_version AS factor,
          f.candidate_key_version AS candidate, split_part(r.receiver_token, '.', 1)::int AS receiver
        FROM second_factor f, receiver r WHERE f.person_id = $1`,
        [person.id],
      );
    const [before] = await readOldest();

    const { body } = await call('rotateKey', {});

    const now = body.keyVersion;
    expect(before).toEqual({ mail: now - 1, torn: now - 1, factor: now - 1, candidate: now - 1, receiver: now - 1 });
    expect(await readOldest()).toEqual([{ mail: now, torn: now - 1, factor: now, candidate: now, receiver: now }]);
    const signedIn = await openSession(app, person.email);
    expect((await post(app, 'session.confirmCode', signedIn, { code: showCode(app, secret, 1) })).statusCode).toBe(200);
    const mails = await app.database.jobs.list(claimDue(100, 60));
    const row = mails.find(({ recipient }) => recipient === 'one@example.com');
    expect((await openMail(app, row as MailRow))?.text).toContain('https://a.example/#1');
    const [receiver] = await inspector.rows<{ token: string }>('SELECT receiver_token AS token FROM receiver');
    expect(connection.vault.open(await openToken(app, connection, receiver?.token ?? ''))).toBe('rk_of_rita');
  });

  it('leaves what was sealed meanwhile to a job', async () => {
    const { app } = nodes[0];
    const { platformId } = world;
    const old = await app.dataKeys.getNewest(platformId);
    const { body } = await call('rotateKey', {});
    const id = newId();
    const sealed = sealSecret(old.key, '{"link":"late"}', parametersPlace(platformId, id));
    const mail = { recipient: 'late@example.com', template: 'magic-link', locale: 'en', counter: null } as const;
    const late = { id, ...mail, sealed: sealed.toString('base64'), keyVersion: old.version };
    await app.database.write(platformId, [insertMail(platformId, late)]);

    await app.resealing.runAll();

    const stored = await inspector.rows(`SELECT key_version FROM mail WHERE recipient = 'late@example.com'`);
    expect(stored).toEqual([{ key_version: body.keyVersion }]);
  });

  it('loses no sale and no change of a secret that comes at the same moment', async () => {
    const changed = { ...SANDBOX_SECRETS, webhookSecret: 'another-webhook-secret-of-the-race' };
    const sales = () =>
      Array.from({ length: 12 }, (_, index) => buy((nodes[index % 2] as TestNode).app, pixPurchase(world)));

    const [rotations, change, sold] = await Promise.all([
      Promise.all(nodes.map((node) => call('rotateKey', {}, node))),
      call('updateConnection', { connectionId, secrets: { webhookSecret: changed.webhookSecret } }, nodes[1]),
      Promise.all(sales()),
    ]);
    const after = await Promise.all(sales());

    expect(rotations.map(({ body }) => body.keyVersion).sort()).toEqual([5, 6]);
    expect(change.status).toBe(200);
    expect([...sold, ...after].map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([]);
    expect(await readVersions()).toEqual([6]);
    for (const node of nodes) expect(await readSecrets(node)).toEqual(changed);
  });

  it('is heard of where the announcement is not', async () => {
    const [first, second] = nodes;
    await second.app.dataKeys.list(world.platformId);
    const tables = ['platform_key', 'provider_credential', 'provider_connection'];
    for (const table of tables) await inspector.rows(`ALTER TABLE ${table} DISABLE TRIGGER announce_change`);

    const { body } = await call('rotateKey', {});
    const sealed = await first.app.dataKeys.seal(world.platformId, 'news', 'somewhere');

    expect(sealed.keyVersion).toBe(body.keyVersion);
    const opened = await second.app.dataKeys.open(world.platformId, sealed.keyVersion, sealed.sealed, 'somewhere');
    expect(opened.toString()).toBe('news');
    for (const table of tables) await inspector.rows(`ALTER TABLE ${table} ENABLE TRIGGER announce_change`);
  });

  it('changes nothing while a secret cannot be read, and names it', async () => {
    const versions = await readVersions();
    await inspector.rows(`UPDATE provider_credential SET sealed = '\\x00' WHERE name = 'secretKey'`);

    const { status, body } = await call('rotateKey', {});

    expect([status, body.code, body.details[0].field]).toEqual([422, 'CREDENTIALS_INVALID', 'secrets.secretKey']);
    expect(await readVersions()).toEqual(versions);
    const [keys] = await inspector.rows('SELECT max(version) FROM platform_key WHERE platform_id = $1', [
      world.platformId,
    ]);
    expect(keys).toEqual({ max: versions[0] });
  });
});
