import { BUYER_MAILS } from '@feira/schemas/rules/buyer-mails';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { readMails } from '../../../test/mails.ts';
import { openStaff } from '../../../test/staff.ts';
import { createWorld } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import type { MailRow, NewMail } from '../mail/model.ts';
import { openMail, prepareMail } from '../mail/service.ts';

let node: TestNode;
let inspector: Inspector;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const PIX = { mail: 'pix-created', locale: 'pt-BR' } as const;

async function openPlatform() {
  const host = `${newId()}.example`;
  const { platformId } = await createWorld(node.app, { host });
  const staff = await openStaff(node.app, platformId, {
    roles: ['admin'],
    permissions: ['isNotificationsAvailable'],
    host,
  });
  const { headers } = staff;
  const post = async (name: string, payload: object) => {
    const answer = await node.app.inject({ method: 'POST', url: `/api/mailTexts.${name}`, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const get = async (name: string, query: Record<string, string> = {}) => {
    const answer = await node.app.inject({ url: `/api/mailTexts.${name}`, query, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const find = async (mail = 'pix-created', locale = 'pt-BR') =>
    (await get('listMailTexts')).body.mails.find(
      (entry: { mail: string; locale: string }) => entry.mail === mail && entry.locale === locale,
    );
  /** Writes a mail to a buyer, and returns it as it would leave. */
  const send = async () => {
    const to = `${newId()}@buyers.dev`;
    const parameters = {
      name: 'João Comprador',
      title: 'Curso',
      seller: 'Maria',
      amount: 9_990,
      currency: 'BRL',
      orderCode: '7F3A-90C2',
      supportEmail: '',
      link: 'https://pay.example.com/checkout/payment/abc',
      code: '000201',
      expiresAt: '2026-05-15T02:59:59.000Z',
    } as const;
    const mail: NewMail = { to, locale: 'pt-BR', template: 'pix-created', parameters };
    await node.app.database.write(platformId, [await prepareMail(node.app, platformId, mail)]);
    return openNewest(platformId, to);
  };
  return { platformId, staff, post, get, find, send };
}

async function openNewest(platformId: string, recipient: string) {
  const [row] = await inspector.rows<MailRow>(
    `SELECT platform_id AS "platformId", id, template, locale, key_version AS "keyVersion", sealed_parameters AS "sealedParameters"
     FROM mail WHERE platform_id = $1 AND recipient = $2 ORDER BY created_at DESC LIMIT 1`,
    [platformId, recipient],
  );
  return row ? await openMail(node.app, row) : null;
}

describe('mailTexts.updateMailText', () => {
  it('words the mails of its platform alone, and restores the standard text', async () => {
    const [one, other] = [await openPlatform(), await openPlatform()];
    const standard = await one.find();
    expect((await one.get('listMailTexts')).body.mails).toHaveLength(BUYER_MAILS.length * 2);

    const saved = await one.post('updateMailText', {
      ...PIX,
      version: 0,
      subject: '  Oi {nome}, falta o Pix do pedido {pedido}  ',
      intro: 'Oi, {nome}!\r\n\r\nPague {valor} a {vendedor}.',
    });

    expect(saved.body).toEqual({ version: 1 });
    expect(await one.find()).toMatchObject({
      subject: 'Oi {nome}, falta o Pix do pedido {pedido}',
      intro: 'Oi, {nome}!\n\nPague {valor} a {vendedor}.',
      standard: standard.standard,
      version: 1,
    });
    expect(await other.find()).toEqual(standard);
    const mail = await one.send();
    expect(mail?.subject).toBe('Oi João, falta o Pix do pedido 7F3A-90C2');
    expect(mail?.text).toMatch(/^Oi, João!\n\nPague R\$\s99,90 a Maria\.\n\nPix copia e cola:\n000201/);
    expect((await other.send())?.subject).toBe(standard.subject);

    const restored = await one.post('updateMailText', { ...PIX, version: 1, subject: null, intro: standard.intro });
    expect(restored.body).toEqual({ version: 2 });
    expect(await one.find()).toEqual({ ...standard, version: 2 });
    expect((await one.send())?.subject).toBe(standard.subject);
    expect(
      await inspector.rows(
        `SELECT details->'after' AS after FROM audit_event WHERE platform_id = $1 AND type = 'mail.textChanged' ORDER BY created_at, id`,
        [one.platformId],
      ),
    ).toMatchObject([
      { after: { subject: 'Oi {nome}, falta o Pix do pedido {pedido}' } },
      { after: { subject: null } },
    ]);
  });

  it('tells the second of two tabs what changed, also at the same moment', async () => {
    const { post, find } = await openPlatform();

    const answers = await Promise.all(
      ['Um', 'Dois'].map((subject) => post('updateMailText', { ...PIX, version: 0, subject })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: [{ field: 'subject' }],
    });
    expect((await find()).version).toBe(1);
    expect((await post('updateMailText', { ...PIX, version: 1, intro: 'Pague já.' })).body).toEqual({ version: 2 });
  });

  it.each([
    [{ subject: 'Oi {nome}{cpf}' }, 422, 'MAIL_PLACEHOLDER_UNKNOWN', 'subject', '{cpf}'],
    [{ intro: 'Hello {name}' }, 422, 'MAIL_PLACEHOLDER_UNKNOWN', 'intro', '{name}'],
    [{ intro: ' \n ' }, 422, 'MAIL_TEXT_EMPTY', 'intro', ''],
    [{ subject: 'Oi\r\nBcc: x@example.com' }, 400, 'VALIDATION_FAILED', 'subject', ''],
    [{ subject: 'x'.repeat(121) }, 400, 'VALIDATION_FAILED', 'subject', ''],
  ])('refuses %j and names the field', async (typed, status, code, field, named) => {
    const { post, find } = await openPlatform();

    const answer = await post('updateMailText', { ...PIX, version: 0, ...typed });

    expect(answer).toMatchObject({ status, body: { code } });
    expect(new Set(answer.body.details.map((detail: { field: string }) => detail.field))).toEqual(new Set([field]));
    expect(answer.body.details[0].message).toContain(named);
    expect((await find()).version).toBe(0);
  });
});

describe('mailTexts.previewMailText', () => {
  it.each(BUYER_MAILS)('shows %s with sample values, as it would arrive', async (mail) => {
    const { get } = await openPlatform();
    const wording = {
      subject: '<b>{produto}</b>',
      intro: '<script>alert(1)</script>\n{nome}, {pedido}, {valor}, {vendedor}',
    };

    const { status, body } = await get('previewMailText', { mail, locale: 'pt-BR', ...wording });

    expect(status).toBe(200);
    expect(body.subject).toBe('<b>Curso de Pão Artesanal</b>');
    expect(body.html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(body.html).not.toMatch(/<script|<b>/);
    expect(body.text).toMatch(/Ana, 7F3A-90C2, R\$\s99,90, Maria Souza/);
    expect(`${body.text}${body.html}`).not.toMatch(/undefined|NaN/);
  });
});

describe('mailTexts.sendTestMail', () => {
  it('mails the caller what stands in the form, which is not saved', async () => {
    const { platformId, staff, post, find } = await openPlatform();

    const answer = await post('sendTestMail', { ...PIX, subject: 'Olha, {nome}', intro: 'Um teste.' });

    expect(answer.status).toBe(200);
    expect(await readMails(node.app, inspector, platformId, staff.email)).toHaveLength(1);
    const mail = await openNewest(platformId, staff.email);
    expect(mail?.subject).toBe('Teste: Olha, Ana');
    expect(mail?.text).toMatch(/^Um teste\.\n/);
    expect((await find()).version).toBe(0);
  });
});
