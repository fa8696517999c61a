/** An announcement reaches the people of its audience on its own platform, each once, and is mailed within the limit of its platform. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { readMails } from '../../../test/mails.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { tell } from './service.ts';

let node: TestNode;
let second: TestNode;
let inspector: Inspector;

beforeAll(async () => {
  node = await buildNode({ isListening: true, env: { SWEEP_INTERVAL_MS: '50' } });
  second = await buildNode({ databaseUrl: node.databaseUrl, isListening: true, env: { SWEEP_INTERVAL_MS: '50' } });
  inspector = await openInspector(node.databaseUrl);
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
});

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(node.app.clock.now().getTime() + days * DAY_MS).toISOString();
const content = (more: object = {}) => ({
  audience: ['SELLERS'],
  texts: {
    'pt-BR': { title: 'Novas regras de saque', text: 'Os saques caem no mesmo dia.' },
    en: { title: 'New payout rules', text: 'Payouts arrive the same day.' },
  },
  link: '/platform/financial',
  isMailed: false,
  endsAt: inDays(7),
  ...more,
});

async function openPlatform() {
  const host = `${newId()}.example`;
  const { platformId } = await createWorld(node.app, { host });
  const open = (roles: Parameters<typeof openStaff>[2]['roles'], more = {}) =>
    openStaff(node.app, platformId, { roles, host, email: `${newId()}@lojas.dev`, ...more });
  const admin = await open(['admin'], { permissions: ['isNotificationsAvailable'] });
  const seller = await open(['seller']);
  await inspector.rows('UPDATE person SET email_verified_at = now() WHERE platform_id = $1', [platformId]);
  const post = async (name: string, payload: object, by: Staff = admin) => {
    const answer = await node.app.inject({ method: 'POST', url: `/api/${name}`, headers: by.headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const announce = async (more: object = {}) => {
    const { status, body } = await post('announcements.createAnnouncement', content(more));
    expect(status, JSON.stringify(body)).toBe(200);
    return body.announcementId as string;
  };
  const list = async (by: Staff = admin) =>
    (await node.app.inject({ url: '/api/announcements.listAnnouncements', headers: by.headers })).json().items;
  const bell = async (by: Staff, language = 'pt-BR') => {
    const headers = { ...by.headers, 'accept-language': language };
    return (await node.app.inject({ url: '/api/notifications.listNotifications', headers })).json();
  };
  /** Waits until everybody was told, and returns whom. */
  const told = async (id: string) => {
    await expect
      .poll(() =>
        inspector.rows("SELECT 1 FROM announcement WHERE id = $1 AND tell_at > now() + interval '5 minutes'", [id]),
      )
      .toHaveLength(1);
    const rows = await inspector.rows<{ personId: string }>(
      'SELECT person_id AS "personId" FROM notification WHERE announcement_id = $1',
      [id],
    );
    return rows.map(({ personId }) => personId).sort();
  };
  return { platformId, host, admin, seller, open, post, announce, list, bell, told };
}

describe('announcements.createAnnouncement', () => {
  it('tells the audience on this platform, each once, over repeats and on two nodes', async () => {
    const here = await openPlatform();
    const elsewhere = await openPlatform();
    const partner = await here.open(['co-producer']);
    const both = await here.open(['seller', 'affiliate']);
    const disabled = await here.open(['seller']);
    await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [disabled.id]);

    const id = await here.announce({ audience: ['SELLERS', 'AFFILIATES'] });
    const expected = await inspector.rows<{ id: string }>(
      `SELECT DISTINCT p.id FROM person p JOIN role_grant g ON g.person_id = p.id
       WHERE p.platform_id = $1 AND p.status = 'ACTIVE' AND g.role IN ('seller', 'affiliate', 'co-producer')`,
      [here.platformId],
    );
    expect(await here.told(id)).toEqual(expected.map((row) => row.id).sort());
    const due = { platformId: here.platformId, id, audience: ['SELLERS' as const, 'AFFILIATES' as const] };
    await Promise.all([node, second, node, second].map(({ app }) => tell(app, due)));

    const people = await here.told(id);
    expect(people).toEqual(expected.map((row) => row.id).sort());
    expect(people).toEqual(expect.arrayContaining([here.seller.id, partner.id, both.id]));
    expect(people).not.toContain(here.admin.id);
    expect((await elsewhere.bell(elsewhere.seller)).announcement).toBeNull();
    expect(await elsewhere.list()).toEqual([]);
  });

  it('stands above the pages in the language of the page until it is dismissed or over, and counts who saw it', async () => {
    const { announce, told, bell, seller, post, list, admin } = await openPlatform();
    const id = await announce({ link: 'https://blog.example/saques' });
    const people = await told(id);

    const { announcement, unread } = await bell(seller);
    expect(announcement).toMatchObject({ id, title: 'Novas regras de saque', isSeen: false });
    expect(announcement.link).toBe('https://blog.example/saques');
    expect(unread).toBeGreaterThan(0);
    expect((await bell(seller, 'en')).announcement.title).toBe('New payout rules');
    expect(await list()).toMatchObject([{ id, state: 'ACTIVE', told: people.length, seen: 0 }]);

    await post('announcements.markSeen', { announcementId: id }, seller);
    // It was not announced to the administrator, who saw nothing.
    await post('announcements.markSeen', { announcementId: id }, admin);
    expect((await bell(seller)).announcement.isSeen).toBe(true);
    expect(await list()).toMatchObject([{ seen: 1 }]);
    await post('notifications.markRead', { ids: [announcement.notificationId] }, seller);
    expect((await bell(seller)).announcement).toBeNull();
    expect(await list()).toMatchObject([{ seen: 1 }]);
  });

  it('shows nobody one that begins later, and tells who comes while it lasts', async () => {
    const { announce, told, bell, seller, open, list } = await openPlatform();
    const later = await announce({ startsAt: inDays(1) });
    const id = await announce();
    await told(id);
    expect((await bell(seller)).announcement.id).toBe(id);
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(['SCHEDULED', 'ACTIVE']);

    const newcomer = await open(['seller']);
    await inspector.rows('UPDATE announcement SET tell_at = now() WHERE id = $1', [id]);

    expect(await told(id)).toContain(newcomer.id);
    expect((await bell(newcomer)).announcement.id).toBe(id);
    expect(await inspector.rows('SELECT 1 FROM notification WHERE announcement_id = $1', [later])).toEqual([]);
  });

  it('is new in the bell of people who keep other topics off it', async () => {
    const { announce, told, bell, seller, post } = await openPlatform();
    const refused = await post('notifications.updatePreference', { topic: 'announcements', bell: false }, seller);
    expect(refused).toMatchObject({ status: 422, body: { code: 'NOTIFICATION_BELL_FIXED' } });

    await told(await announce());

    expect((await bell(seller)).notifications[0]).toMatchObject({ type: 'platform.announcement', isRead: false });
  });

  it('is mailed once to those who want it, and only where it is to be mailed', async () => {
    const { platformId, announce, told, seller, open, post } = await openPlatform();
    const silent = await open(['seller']);
    await inspector.rows('UPDATE person SET email_verified_at = now() WHERE platform_id = $1', [platformId]);
    await post('notifications.updatePreference', { topic: 'announcements', email: 'OFF' }, silent);
    const mails = ({ email }: { email: string }) => readMails(node.app, inspector, platformId, email);
    const settle = () =>
      expect
        .poll(() => inspector.rows('SELECT 1 FROM notification_mail WHERE platform_id = $1', [platformId]))
        .toEqual([]);

    await told(await announce());
    await settle();
    expect(await mails(seller)).toEqual([]);
    await told(await announce({ isMailed: true }));
    await settle();

    const [mail, ...more] = await mails(seller);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      template: 'announcement',
      parameters: { title: 'Novas regras de saque', paragraphs: ['Os saques caem no mesmo dia.'], hasLink: true },
    });
    expect(mail?.parameters.link).toMatch(/\/platform\/financial$/);
    expect(await mails(silent)).toEqual([]);
  });

  it('mails two in seven days at most, however many are announced at once', async () => {
    const { post, platformId } = await openPlatform();

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post('announcements.createAnnouncement', content({ isMailed: true }))),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(
      await inspector.rows('SELECT 1 FROM announcement WHERE platform_id = $1 AND is_mailed', [platformId]),
    ).toHaveLength(2);
    const later = content({ isMailed: true, startsAt: inDays(8), endsAt: inDays(10) });
    expect((await post('announcements.createAnnouncement', later)).status).toBe(200);
    expect((await post('announcements.createAnnouncement', content())).status).toBe(200);
  });

  it('refuses an end before the start or too late, no text, and links that lead astray', async () => {
    const { post } = await openPlatform();
    const codeOf = async (more: object) =>
      (await post('announcements.createAnnouncement', content(more))).body.code ?? 'ok';

    expect(await codeOf({ endsAt: inDays(-1) })).toBe('ANNOUNCEMENT_PERIOD_INVALID');
    expect(await codeOf({ endsAt: inDays(61) })).toBe('ANNOUNCEMENT_PERIOD_INVALID');
    expect(await codeOf({ startsAt: inDays(61), endsAt: inDays(62) })).toBe('ANNOUNCEMENT_PERIOD_INVALID');
    for (const link of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'http://a.example', 'financial'])
      expect([link, await codeOf({ link })]).toEqual([link, 'VALIDATION_FAILED']);
    expect(await codeOf({ texts: {} })).toBe('VALIDATION_FAILED');
    expect(await codeOf({ texts: { en: { title: 'Two\nlines', text: 'Text' } } })).toBe('VALIDATION_FAILED');
  });

  it('stands in the audit log, and is for administrators with the permission', async () => {
    const { announce, post, platformId, open, seller } = await openPlatform();
    const id = await announce();
    await post('announcements.endAnnouncement', { announcementId: id });

    const events = await inspector.rows(
      `SELECT type, details ->> 'title' AS title FROM audit_event WHERE platform_id = $1 AND type LIKE 'announcement.%' ORDER BY created_at, id`,
      [platformId],
    );
    expect(events).toEqual([
      { type: 'announcement.created', title: 'Novas regras de saque' },
      { type: 'announcement.ended', title: 'Novas regras de saque' },
    ]);
    const other = await open(['admin'], { permissions: ['isSalesAvailable'] });
    for (const by of [other, seller])
      expect((await post('announcements.createAnnouncement', content(), by)).status).toBe(403);
  });
});

describe('announcements.endAnnouncement', () => {
  it('takes it off every page at once, and stops mails that wait', async () => {
    const { platformId, announce, told, bell, seller, post, list } = await openPlatform();
    await post('notifications.updatePreference', { topic: 'announcements', email: 'DAILY' }, seller);
    const id = await announce({ isMailed: true });
    await told(id);
    const waiting = () =>
      inspector.rows('SELECT 1 FROM notification_mail WHERE platform_id = $1 AND person_id = $2', [
        platformId,
        seller.id,
      ]);
    await expect
      .poll(() => inspector.rows('SELECT 1 FROM notification_mail WHERE person_id = $1 AND is_summary', [seller.id]))
      .toHaveLength(1);

    expect((await post('announcements.endAnnouncement', { announcementId: id })).status).toBe(200);
    await inspector.rows(
      `UPDATE notification_mail SET due_at = now() - interval '1 second', summary_at = now() - interval '1 second' WHERE person_id = $1`,
      [seller.id],
    );
    await expect.poll(waiting).toEqual([]);

    expect(await readMails(node.app, inspector, platformId, seller.email)).toEqual([]);
    expect((await bell(seller)).announcement).toBeNull();
    expect(await list()).toMatchObject([{ id, state: 'ENDED' }]);
    expect((await post('announcements.endAnnouncement', { announcementId: id })).body.code).toBe(
      'ANNOUNCEMENT_NOT_FOUND',
    );
  });

  it('reaches no announcement of another platform', async () => {
    const here = await openPlatform();
    const elsewhere = await openPlatform();
    const id = await elsewhere.announce();

    const answer = await here.post('announcements.endAnnouncement', { announcementId: id });

    expect(answer.body.code).toBe('ANNOUNCEMENT_NOT_FOUND');
    expect((await elsewhere.list())[0]).toMatchObject({ id, state: 'ACTIVE' });
  });
});
