import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { openInspector } from '../../../test/inspect.ts';
import { createWorld, type World } from '../../../test/world.ts';
import type { NewMail } from './model.ts';
import { prepareMail } from './service.ts';

let node: TestNode;
let own: World;
let other: World;
let ids: { own: string; other: string };

beforeAll(async () => {
  node = await buildNode({ env: { MAILBOX: 'on' } });
  own = await createWorld(node.app);
  other = await createWorld(node.app, { host: 'other.localhost' });
  ids = {
    own: await write(own, magicLink('ana@example.com')),
    other: await write(other, magicLink('bia@example.com')),
  };
});
afterAll(() => node.close());

const magicLink = (to: string): NewMail => ({
  to,
  locale: 'pt-BR',
  template: 'magic-link',
  parameters: { link: `http://localhost:3999/magic-link#token-of-${to.split('@')[0]}` },
});

/** Returns the mail's id. */
async function write({ platformId }: World, mail: NewMail): Promise<string> {
  const statement = await prepareMail(node.app, platformId, mail);
  await node.app.database.write(platformId, [statement]);
  return JSON.parse(statement.item as string).id;
}

const open = (url: string, host = 'localhost:3999', remoteAddress = '127.0.0.1', on: TestNode = node) =>
  on.app.inject({ method: 'GET', url, headers: { host }, remoteAddress });

describe('GET /mailbox', () => {
  it.each(['localhost', 'localhost:3999', '127.0.0.1:3999', 'anything.localhost:3999', '[::1]:3999'])(
    'lists the mails of the platform at %s, and of no other',
    async (host) => {
      const answer = await open('/mailbox', host);

      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('Seu link de acesso');
      expect(answer.body).toContain('ana@example.com');
      expect(answer.body).not.toContain('bia@example.com');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    },
  );

  it('knows the platform by the host', async () => {
    const answer = await open('/mailbox', 'other.localhost:3999');

    expect(answer.body).toContain('bia@example.com');
    expect(answer.body).not.toContain('ana@example.com');
  });

  it('says how to send mails for real, in the language of the reader', async () => {
    expect((await open('/mailbox')).body).toContain('defina SMTP_URL');
    const english = await open('/mailbox?lang=en');
    expect(english.body).toContain('set SMTP_URL');
    expect(english.body).toContain('<html lang="en">');
  });

  it.each(['/mailbox', 'the mail'])('does not exist for anybody else: %s', async (page) => {
    const url = page === 'the mail' ? `/mailbox/${ids.own}` : page;

    for (const host of [
      'pay.example.com',
      'localhost.example.com',
      'evil-localhost',
      '127.0.0.1.example.com',
      '10.0.0.1',
    ])
      expect((await open(url, host)).statusCode).toBe(404);
    for (const address of ['192.0.2.1', '10.0.0.7', '::ffff:192.0.2.1', '2001:db8::1'])
      expect((await open(url, 'localhost', address)).statusCode).toBe(404);
    for (const address of ['::1', '::ffff:127.0.0.1'])
      expect((await open(url, 'localhost', address)).statusCode).toBe(200);
  });

  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
    'does not exist behind a proxy of this machine that says %s',
    async (header) => {
      const url = '/mailbox';
      const answer = await node.app.inject({ url, headers: { host: 'localhost', [header]: '127.0.0.1' } });

      expect(answer.statusCode).toBe(404);
    },
  );

  it('does not exist unless it is wanted', async () => {
    const closed = await buildNode({ databaseUrl: node.databaseUrl, env: { MAILBOX: 'off' } });
    onTestFinished(() => closed.close());

    expect((await open('/mailbox', 'localhost', '127.0.0.1', closed)).statusCode).toBe(404);
    expect((await open(`/mailbox/${ids.own}`, 'localhost', '127.0.0.1', closed)).statusCode).toBe(404);
  });
});

describe('GET /mailbox/{id}', () => {
  it('shows the mail in a frame that runs nothing, and as text with its link', async () => {
    const { statusCode, body } = await open(`/mailbox/${ids.own}`);

    expect(statusCode).toBe(200);
    const link = 'http://localhost:3999/magic-link#token-of-ana';
    expect(body).toContain(`<a href="${link}" target="_blank" rel="noopener">${link}</a>`);
    expect(body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(body).toMatch(/srcdoc="&#60;!doctype html&#62;[^"]*token-of-ana/);
  });

  it.each([
    ['of another platform', () => ids.other],
    ['that does not exist', () => '01a1fcd3-774b-74b8-83b0-9835ed8d3f13'],
    ['that is no id', () => "'%20OR%20true"],
  ])('answers 404 for a mail %s', async (_, id) => {
    expect((await open(`/mailbox/${id()}`)).statusCode).toBe(404);
  });

  it('lets nothing that people typed out of its place', async () => {
    const name = `Ana"></iframe><script>alert(1)</script>`;
    const id = await write(own, {
      to: '<script>@example.com',
      locale: 'en',
      template: 'invitation',
      parameters: { name, platformName: name, role: 'seller', link: 'http://localhost:3999/choose-password#x' },
    });

    for (const page of [`/mailbox/${id}`, '/mailbox']) {
      const { body } = await open(page);
      expect(body).not.toMatch(/<script|<\/iframe><s/);
      expect(body.match(/<iframe/g) ?? []).toHaveLength(page === '/mailbox' ? 0 : 1);
    }
  });

  it('says that the content of a mail is gone', async () => {
    const id = await write(own, magicLink('carla@example.com'));
    const inspector = await openInspector(node.databaseUrl);
    onTestFinished(() => inspector.close());
    await inspector.rows(
      `UPDATE mail SET state = 'SENT', sent_at = now(), sealed_parameters = NULL, next_attempt_at = NULL WHERE id = $1`,
      [id],
    );

    const { statusCode, body } = await open(`/mailbox/${id}`);

    expect(statusCode).toBe(200);
    expect(body).toContain('foi apagado');
    expect(body).not.toContain('<iframe');
  });

  it('sends nothing: without SMTP_URL mails wait', async () => {
    const inspector = await openInspector(node.databaseUrl);
    onTestFinished(() => inspector.close());

    expect(await inspector.rows('SELECT state, attempts FROM mail WHERE id = $1', [ids.own])).toEqual([
      { state: 'WAITING', attempts: 0 },
    ]);
  });
});
