import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, TEST_KEY, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { createServerProcess } from '../../../test/server-process.ts';
import { decodeWords, openSmtpInbox, type SmtpInbox } from '../../../test/smtp-inbox.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { finishMail, type NewMail, purgeMails, type Verdict } from './model.ts';
import { prepareMail } from './service.ts';
import { wordingIdOf } from './wording-model.ts';

/** No sweep runs during a test, so mails are sent because of a notification. */
const NEVER_MS = '600000';
const LINK = 'http://localhost:3999/recover-password#secret-token-of-the-link';

const recovery = (to = 'ana@example.com'): NewMail => ({
  to,
  locale: 'pt-BR',
  template: 'recover-password',
  parameters: { name: 'Ana Lima', link: LINK },
});

let inbox: SmtpInbox;
let node: TestNode;
let world: World;
let inspector: Inspector;

beforeAll(async () => {
  inbox = await openSmtpInbox();
  node = await buildNode({
    isListening: true,
    env: { SMTP_URL: inbox.url, MAIL_FROM: 'Feira <mail@feira.example>', SWEEP_INTERVAL_MS: NEVER_MS },
  });
  world = await createWorld(node.app, {
    settings: { customization: { account: { supportEmail: 'ajuda@loja.example' } } },
  });
  inspector = await openInspector(node.databaseUrl);
});
afterAll(async () => {
  await inspector.close();
  await node.close();
  await inbox.close();
});
beforeEach(() => {
  Object.assign(inbox.answer, { recipient: null, message: null });
});
afterEach(async () => {
  await inspector.rows('DELETE FROM mail');
  inbox.letters.length = 0;
});

async function write(app: FastifyInstance, ...mails: NewMail[]): Promise<void> {
  const statements = await Promise.all(mails.map((mail) => prepareMail(app, world.platformId, mail)));
  await app.database.write(world.platformId, statements);
}

interface StoredMail {
  id: string;
  state: string;
  attempts: number;
  failure: string | null;
  sealed_parameters: Buffer | null;
  isDue: boolean | null;
  isSent: boolean;
}

const readMails = () =>
  inspector.rows<StoredMail>(
    `SELECT id, state, attempts, failure, sealed_parameters, next_attempt_at <= now() AS "isDue", sent_at IS NOT NULL AS "isSent"
     FROM mail ORDER BY id`,
  );

const waitForState = (state: string) =>
  waitFor(`a mail is ${state}`, async () => (await readMails()).find((mail) => mail.state === state));

const waitForAttempts = (attempts: number) =>
  waitFor(`attempt ${attempts} has ended`, async () => {
    const [mail] = await inspector.rows<StoredMail>(`SELECT * FROM mail WHERE attempts = $1 AND failure IS NOT NULL`, [
      attempts,
    ]);
    return mail;
  });

/** Makes the next attempt due. */
async function makeDue(): Promise<void> {
  await inspector.rows(
    `UPDATE mail SET next_attempt_at = now() - interval '1 second', failure = NULL WHERE state = 'WAITING'`,
  );
  await inspector.rows(`NOTIFY feira_mail`);
}

describe('a mail that was written', () => {
  it('is sent at once, once, with both parts, and forgets its link', async () => {
    await write(node.app, recovery());

    const sent = await waitForState('SENT');

    expect(inbox.letters).toHaveLength(1);
    const [letter] = inbox.letters;
    expect(letter).toMatchObject({
      from: 'mail@feira.example',
      to: ['ana@example.com'],
      subject: 'Crie uma nova senha',
    });
    const header = (name: string) => decodeWords(letter?.headers.get(name) ?? '');
    expect(header('from')).toBe('Feira de teste <mail@feira.example>');
    expect(header('to')).toBe('ana@example.com');
    expect(header('reply-to')).toBe('Feira de teste <ajuda@loja.example>');
    expect(header('message-id')).toBe(`<${sent.id}@feira.example>`);
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('content-type')).toContain('multipart/alternative');
    expect(letter?.text).toContain(`Olá, Ana!`);
    expect(letter?.text).toContain(`Criar nova senha:\r\n${LINK}`);
    expect(letter?.html).toContain('<html lang="pt-BR">');
    expect(letter?.html.split(LINK)).toHaveLength(4);
    expect(sent).toMatchObject({ attempts: 1, failure: null, sealed_parameters: null, isDue: null, isSent: true });
  });

  it('lets a buyer reply to who answers for the product, in the words of the platform', async () => {
    await inspector.rows('DELETE FROM mail_text');
    await inspector.rows(
      `INSERT INTO mail_text (platform_id, id, mail, locale, subject, version) VALUES ($1, $2, 'refund-done', 'pt-BR', $3, 1)`,
      [
        world.platformId,
        wordingIdOf(world.platformId, 'refund-done', 'pt-BR'),
        'Devolvido: {produto}\r\nBcc: eve@example.com',
      ],
    );
    const parameters = {
      name: 'Ana Lima',
      title: 'Curso',
      seller: 'Maria',
      amount: 9_990,
      currency: 'BRL',
      orderCode: '7F3A-90C2',
      supportEmail: 'curso@loja.example',
      method: 'PIX',
    } as const;
    await write(node.app, { to: 'ana@example.com', locale: 'pt-BR', template: 'refund-done', parameters });

    await waitForState('SENT');

    const [letter] = inbox.letters;
    const header = (name: string) => decodeWords(letter?.headers.get(name) ?? '');
    expect(header('reply-to')).toBe('Feira de teste <curso@loja.example>');
    // A line break that somebody wrote past the form ends no header.
    expect(header('subject')).toBe('Devolvido: Curso Bcc: eve@example.com');
    expect(letter?.headers.has('bcc')).toBe(false);
    expect(letter?.to).toEqual(['ana@example.com']);
  });

  it('is not readable in the database while it waits', async () => {
    inbox.answer.message = 451;
    await write(node.app, recovery());

    const waiting = await waitForAttempts(1);

    expect(waiting.sealed_parameters?.toString('latin1')).not.toContain('secret-token');
    expect(JSON.stringify(await inspector.rows('SELECT * FROM mail'))).not.toContain('secret-token');
  });

  it('does not exist where its change was undone', async () => {
    const statement = await prepareMail(node.app, world.platformId, recovery());
    const failing = { text: 'SELECT 1 / 0', values: [] };

    await expect(node.app.database.write(world.platformId, [statement, failing])).rejects.toThrow('division by zero');

    expect(await readMails()).toEqual([]);
  });

  it('does not open in another row', async () => {
    inbox.answer.message = 451;
    await write(node.app, recovery('ana@example.com'), recovery('eve@example.com'));
    await waitFor('both were tried', async () => (await readMails()).every(({ failure }) => failure));
    await inspector.rows(
      `UPDATE mail SET sealed_parameters = (SELECT sealed_parameters FROM mail WHERE recipient = 'ana@example.com')
       WHERE recipient = 'eve@example.com'`,
    );
    Object.assign(inbox.answer, { message: null });
    inbox.letters.length = 0;
    await makeDue();

    await waitForState('SENT');
    const other = await waitFor('the other could not be opened', async () =>
      (await readMails()).find(({ failure }) => failure === 'UNREADABLE'),
    );

    expect(other.state).toBe('WAITING');
    expect(inbox.letters.map(({ to }) => to)).toEqual([['ana@example.com']]);
  });
});

describe('a server that', () => {
  it('cannot take a mail now gets it again later, under the same Message-ID', async () => {
    inbox.answer.message = 451;
    await write(node.app, recovery());
    const waiting = await waitForAttempts(1);
    expect(waiting).toMatchObject({ state: 'WAITING', failure: 'SMTP 451 (DATA)' });
    expect((await readMails())[0]?.isDue).toBe(false);
    inbox.answer.message = null;
    await makeDue();

    await waitForState('SENT');

    const ids = inbox.letters.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it.each([
    ['the recipient', { recipient: 550 }, 'SMTP 550 (RCPT TO)'],
    ['the message', { message: 554 }, 'SMTP 554 (DATA)'],
  ])('refuses %s for good is not asked again', async (_, answer, failure) => {
    Object.assign(inbox.answer, answer);
    await write(node.app, recovery());

    const failed = await waitForState('FAILED');

    expect(failed).toMatchObject({ attempts: 1, failure, sealed_parameters: null, isDue: null, isSent: false });
  });

  it('never takes a mail is left alone after the last attempt', async () => {
    inbox.answer.recipient = 452;
    await write(node.app, { ...recovery(), template: 'password-changed' } as NewMail);
    for (let attempt = 1; attempt <= 11; attempt++) {
      await waitForAttempts(attempt);
      await makeDue();
    }

    const failed = await waitForState('FAILED');

    expect(failed).toMatchObject({ attempts: 12, failure: 'SMTP 452 (RCPT TO)', sealed_parameters: null });
  });

  it('comes back too late gets no mail whose link has ended', async () => {
    inbox.answer.message = 451;
    await write(node.app, recovery());
    await waitForAttempts(1);
    inbox.letters.length = 0;
    Object.assign(inbox.answer, { message: null });
    await inspector.rows(`UPDATE mail SET created_at = now() - interval '31 minutes'`);
    await makeDue();

    const failed = await waitForState('FAILED');

    expect(failed.failure).toBe('EXPIRED');
    expect(inbox.letters).toEqual([]);
  });
});

describe('an address or a name that breaks lines', () => {
  it('adds neither headers nor recipients', async () => {
    const name = 'Ana\r\nBcc: eve@example.com\r\n\r\n<b>"x"</b>';
    await inspector.rows('UPDATE platform SET name = $1', ['Loja "da" Ana\r\nBcc: eve@example.com']);
    await write(
      node.app,
      { to: 'ana@example.com, eve@example.com', locale: 'en', template: 'magic-link', parameters: { link: LINK } },
      {
        to: 'ana@example.com',
        locale: 'en',
        template: 'invitation',
        parameters: { name, link: LINK, platformName: name, role: 'admin' },
      },
    );

    await waitForState('SENT');
    const failed = await waitForState('FAILED');
    await inspector.rows(`UPDATE platform SET name = 'Feira de teste'`);

    expect(failed.failure).toBe('ADDRESS');
    expect(inbox.letters).toHaveLength(1);
    const [letter] = inbox.letters;
    expect(letter?.to).toEqual(['ana@example.com']);
    expect(letter?.headers.has('bcc')).toBe(false);
    expect(letter?.subject).toBe('Invitation to Ana Bcc: eve@example.com <b>"x"</b>');
    expect(letter?.html).not.toContain('<b>');
    expect(letter?.html).toContain('&#60;b&#62;&#34;x&#34;&#60;/b&#62;');
  });
});

describe('two nodes', () => {
  it('share the mails: each is sent once', async () => {
    const other = await buildNode({
      databaseUrl: node.databaseUrl,
      isListening: true,
      env: { SMTP_URL: inbox.url, SWEEP_INTERVAL_MS: '50' },
    });
    const addresses = Array.from({ length: 60 }, (_, index) => `person-${index}@example.com`);

    for (let at = 0; at < addresses.length; at += 6)
      await write((at % 12 ? node : other).app, ...addresses.slice(at, at + 6).map((to) => recovery(to)));
    await waitFor('all are sent', async () => {
      const [open] = await inspector.rows(`SELECT 1 FROM mail WHERE state <> 'SENT'`);
      return !open;
    });
    await other.close();

    expect(inbox.letters.map(({ to }) => to[0]).toSorted()).toEqual(addresses.toSorted());
    expect(await inspector.rows('SELECT DISTINCT attempts FROM mail')).toEqual([{ attempts: 1 }]);
  });
});

describe('a node that is killed', () => {
  it('while it sends leaves the mail to be sent again, recognisably, and says nothing of it in its log', async () => {
    const database = await buildNode();
    const home = await createWorld(database.app);
    const inspector = await openInspector(database.databaseUrl);
    const server = await createServerProcess({
      DATABASE_URL: database.databaseUrl,
      ENCRYPTION_KEY: TEST_KEY,
      LOG_LEVEL: 'debug',
      SMTP_URL: inbox.url,
      SIMULATORS: 'on',
    });
    const state = async () => (await inspector.rows<{ state: string }>('SELECT state FROM mail'))[0]?.state;
    try {
      await server.start();
      inbox.answer.message = 'silence';
      await database.app.database.write(home.platformId, [
        await prepareMail(database.app, home.platformId, recovery('bia@example.com')),
      ]);
      await waitFor('the server holds the mail', () => inbox.letters.length === 1);

      await server.kill();
      expect(await state()).toBe('WAITING');
      inbox.answer.message = 451;
      await server.start();
      expect(inbox.letters).toHaveLength(1);
      // The claim of the dead node expires.
      await inspector.rows(`UPDATE mail SET next_attempt_at = now()`);
      await waitFor('the log tells of the attempt', () => server.log().includes('could not be sent yet'));
      inbox.answer.message = null;
      await inspector.rows(`UPDATE mail SET next_attempt_at = now()`);
      await waitFor('it is sent', async () => (await state()) === 'SENT');

      expect(inbox.letters).toHaveLength(3);
      expect(new Set(inbox.letters.map(({ headers }) => headers.get('message-id'))).size).toBe(1);
      expect(server.log()).toContain('SMTP 451');
      expect(server.log()).not.toMatch(/bia@|secret-token|Ana Lima/);
    } finally {
      await server.kill();
      await inspector.close();
      await database.close();
    }
  });
});

/** Sends one mail through a node of its own. Returns the row after the first attempt. */
async function sendOnce(url: string, extra: Record<string, string> = {}): Promise<StoredMail> {
  const other = await buildNode({ isListening: true, env: { SMTP_URL: url, SWEEP_INTERVAL_MS: NEVER_MS, ...extra } });
  const home = await createWorld(other.app);
  const look = await openInspector(other.databaseUrl);
  try {
    await other.app.database.write(home.platformId, [await prepareMail(other.app, home.platformId, recovery())]);
    return await waitFor('an attempt has ended', async () => {
      const [mail] = await look.rows<StoredMail>(`SELECT * FROM mail WHERE state <> 'WAITING' OR failure IS NOT NULL`);
      return mail;
    });
  } finally {
    await look.close();
    await other.close();
  }
}

describe('encryption', () => {
  it('is taken where it is offered, and only with a certificate that holds', async () => {
    const offering = await openSmtpInbox({ disabledCommands: [] });

    expect(await sendOnce(offering.url)).toMatchObject({ state: 'WAITING', failure: 'ESOCKET' });
    expect(offering.letters).toEqual([]);
    expect(await sendOnce(`${offering.url}?tls.rejectUnauthorized=false`)).toMatchObject({ state: 'SENT' });
    expect(offering.letters).toMatchObject([{ isEncrypted: true }]);
    await offering.close();
  });

  it('is demanded before a password leaves the machine, and by smtps://', async () => {
    const passwords: unknown[] = [];
    const plain = await openSmtpInbox({
      // The node takes this address for another machine.
      host: '127.0.0.2',
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => {
        passwords.push(password);
        done(null, { user: 'shop' });
      },
    });
    const withPassword = plain.url.replace('//', '//shop:its-password@');

    expect(await sendOnce(withPassword)).toMatchObject({ state: 'WAITING', failure: 'SMTP 500 (STARTTLS)' });
    expect(await sendOnce(withPassword.replace('smtp:', 'smtps:'))).toMatchObject({
      state: 'WAITING',
      failure: 'ESOCKET',
    });
    expect([passwords, plain.letters]).toEqual([[], []]);
    // The option in the URL allows it.
    expect(await sendOnce(`${withPassword}?requireTLS=false`)).toMatchObject({ state: 'SENT' });
    expect(passwords).toEqual(['its-password']);
    await plain.close();
  });

  it('a refused login is our own fault: the mail waits', async () => {
    const strict = await openSmtpInbox({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(Object.assign(new Error('No'), { responseCode: 535 })),
    });

    expect(await sendOnce(strict.url.replace('//', '//user:password@'))).toMatchObject({
      state: 'WAITING',
      failure: 'SMTP 535 (AUTH PLAIN)',
    });
    await strict.close();
  });
});

describe('a server that falls silent', () => {
  it('is given up in time: before anybody else may take the mail', async () => {
    inbox.answer.message = 'silence';

    const mail = await sendOnce(inbox.url, { CLAIM_SECONDS: '1' });

    expect(mail).toMatchObject({ state: 'WAITING', attempts: 1, failure: 'EABORT' });
    expect(inbox.letters).toHaveLength(1);
  });

  it('changes nothing when its answer comes after the claim', async () => {
    inbox.answer.message = 451;
    await write(node.app, recovery());
    const { id, attempts } = await waitForAttempts(1);
    await inspector.rows('UPDATE mail SET attempts = attempts + 1');
    const mine = { platformId: world.platformId, id, attempts };
    const finish = (verdict: Verdict) =>
      node.app.database.write(world.platformId, [finishMail(mine, verdict)]).then(([result]) => result?.rowCount);

    expect(await finish({ state: 'WAITING', failure: 'LATE', retryInSeconds: 0 })).toBe(0);
    expect(await finish({ state: 'FAILED', failure: 'LATE' })).toBe(0);
    expect(await finish({ state: 'SENT' })).toBe(1);
    expect(await finish({ state: 'FAILED', failure: 'LATE' })).toBe(0);
  });
});

describe('a platform that is not open', () => {
  it('keeps its mails until it opens', async () => {
    await inspector.rows(`UPDATE platform SET status = 'DISABLED'`);
    await write(node.app, recovery());
    const waiting = await waitForAttempts(1);
    expect(waiting).toMatchObject({ state: 'WAITING', failure: 'PLATFORM_DISABLED' });

    await inspector.rows(`UPDATE platform SET status = 'ACTIVE'`);
    await makeDue();

    await waitForState('SENT');
    expect(inbox.letters).toHaveLength(1);
  });
});

describe('a node without SMTP_URL', () => {
  it('says once that nothing is sent, unless there is a mailbox to read it in', async () => {
    const database = await buildNode();
    const start = async (mailbox: string) => {
      const server = await createServerProcess({
        DATABASE_URL: database.databaseUrl,
        ENCRYPTION_KEY: TEST_KEY,
        LOG_LEVEL: 'warn',
        MAILBOX: mailbox,
      });
      await server.start();
      await server.terminate();
      return server.log().split('No mail is sent: set SMTP_URL').length - 1;
    };
    try {
      expect([await start('off'), await start('on')]).toEqual([1, 0]);
    } finally {
      await database.close();
    }
  });
});

describe('old mails', () => {
  it('are purged after 30 days', async () => {
    inbox.answer.message = 451;
    await write(node.app, recovery('old@example.com'), recovery('young@example.com'));
    await waitFor('both were tried', async () => (await readMails()).every(({ failure }) => failure));
    await inspector.rows(
      `UPDATE mail SET created_at = now() - interval '30 days 1 minute' WHERE recipient = 'old@example.com'`,
    );
    await inspector.rows(
      `UPDATE mail SET created_at = now() - interval '29 days 23 hours' WHERE recipient = 'young@example.com'`,
    );

    await purgeMails(node.app);

    expect(await inspector.rows('SELECT recipient FROM mail')).toEqual([{ recipient: 'young@example.com' }]);
  });
});
