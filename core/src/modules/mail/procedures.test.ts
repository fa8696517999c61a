/** Masters see which mails were sent, wait or failed, on their platforms alone and without addresses or contents. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { prepareMail } from './service.ts';

let node: TestNode;
let inspector: Inspector;
let own: World;
let operated: World;
let foreign: World;
let master: Staff;

const mailTo = async ({ platformId }: World, to: string) =>
  node.app.database.run(
    platformId,
    await prepareMail(node.app, platformId, {
      to,
      locale: 'pt-BR',
      template: 'magic-link',
      parameters: { link: 'https://example.com/secret' },
    }),
  );
const list = async (query: Record<string, string> = {}, { headers } = master) =>
  (await node.app.inject({ url: '/api/mail.listMails', query, headers })).json();

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  own = await createWorld(node.app);
  operated = await createWorld(node.app, { host: 'operated.example.com' });
  foreign = await createWorld(node.app, { host: 'foreign.example.com' });
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    own.platformId,
    operated.platformId,
  ]);
  master = await openStaff(node.app, own.platformId, { roles: ['master'] });
  await mailTo(own, 'ana.lima@example.com');
  await mailTo(own, 'bia@example.org');
  await mailTo(operated, 'caio@example.net');
  await mailTo(foreign, 'dora@example.com');
  await inspector.rows(
    `UPDATE mail SET state = 'FAILED', failure = 'REFUSED', sealed_parameters = NULL, next_attempt_at = NULL, attempts = 8
     WHERE recipient = 'bia@example.org'`,
  );
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

interface Mail {
  recipient: string;
  state: string;
  failure: string | null;
}

describe('mail.listMails', () => {
  it('lists the own mails newest first, masked and without their contents', async () => {
    const answer = await list();

    expect(answer.items.map(({ recipient }: Mail) => recipient)).toEqual(['b…@example.org', 'a…@example.com']);
    expect(answer.items[0]).toMatchObject({ state: 'FAILED', failure: 'REFUSED', attempts: 8, template: 'magic-link' });
    expect(answer.recent).toEqual({ sent: 0, waiting: 1, failed: 1 });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it('finds the mails to one address, and those in one state', async () => {
    expect((await list({ recipient: 'ana.lima@example.com' })).items).toHaveLength(1);
    expect((await list({ recipient: 'ana@example.com' })).items).toEqual([]);
    expect((await list({ state: 'FAILED' })).items).toMatchObject([{ recipient: 'b…@example.org' }]);
    expect((await list({ recipient: 'no address' })).code).toBe('VALIDATION_FAILED');
  });

  it('reaches operated platforms, no others, and only for masters', async () => {
    const of = (world: World) => list({ platformId: world.platformId });

    expect((await of(operated)).items).toMatchObject([{ recipient: 'c…@example.net' }]);
    expect((await of(foreign)).code).toBe('PLATFORM_NOT_FOUND');
    const admin = await openStaff(node.app, own.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] });
    expect((await list({}, admin)).code).toBe('ACCESS_DENIED');
  });
});
