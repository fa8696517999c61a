/** An administrator words the mails to buyers, and sees meanwhile how they arrive. */
import { LOCALES } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import * as mailTexts from '@feira/schemas/procedures/mail-texts';
import { BUYER_MAILS, findUnknownPlaceholder } from '@feira/schemas/rules/buyer-mails';
import { expect, it } from 'vitest';
import { renderMail } from '../../core/src/modules/mail/layout.ts';
import { OPENINGS } from '../../core/src/modules/mail/openings.ts';
import { writeMailText } from '../../core/src/modules/mail/texts.ts';
import { sampleOf } from '../../core/src/modules/mail-texts/samples.ts';
import { answerAdmin, createWorld } from './admin-world.ts';
import { button, heading, openContext, PHONE, page, said } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { listViolations } from './violations.ts';

const BRAND = {
  name: 'Feira do Norte',
  url: 'https://feira.example',
  logoUrl: '',
  colour: undefined,
  legalName: '',
  supportEmail: 'ajuda@feira.example',
};

const refusal = (status: number, code: string, field: string, message: string) =>
  new Refused(status, { code, message, details: [{ field, message }] });

let mails: Output<typeof mailTexts.listMailTexts>['mails'];

setUpScreens({
  answer: () => {
    answerAdmin(server, createWorld());
    mails = BUYER_MAILS.flatMap((mail) =>
      LOCALES.map((locale) => {
        const standard = OPENINGS[locale][mail];
        return { mail, locale, ...standard, standard, version: 0 };
      }),
    );
    server.answer(mailTexts.listMailTexts, () => ({ mails }));
    server.answer(mailTexts.previewMailText, ({ mail, locale, ...wording }) => {
      const unknown = findUnknownPlaceholder(wording.intro, locale);
      if (unknown) throw refusal(422, 'MAIL_PLACEHOLDER_UNKNOWN', 'intro', `${unknown} não existe.`);
      const { template, parameters } = sampleOf(mail, BRAND.url, new Date('2026-11-20T12:00:00Z'));
      return renderMail(writeMailText(template, locale, parameters, BRAND.name, wording), BRAND, locale);
    });
    server.answer(mailTexts.sendTestMail, () => ({}));
    server.answer(mailTexts.updateMailText, ({ mail, locale, version, ...typed }) => {
      const text = mails.find((entry) => entry.mail === mail && entry.locale === locale)!;
      if (text.version !== version) throw refusal(409, 'EDIT_CONFLICT', 'subject', 'Isto foi alterado em outra aba.');
      const { subject, intro } = typed;
      mails = mails.map((entry) =>
        entry === text
          ? { ...text, ...(subject && { subject }), ...(intro && { intro }), version: version + 1 }
          : entry,
      );
      return { version: version + 1 };
    });
  },
});

const PIX = '/admin-root/notifications?mail=pix-created&lang=pt-BR';
const open = (path: string) => page.goto(screens.url + path);
const mailShown = () => page.frameLocator('iframe').locator('body');

it('lists the mails, and words one with a placeholder while the page shows how it arrives', async () => {
  await open('/admin-root/notifications');
  await heading('E-mails aos compradores');
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('link', { name: /Código Pix/ }).click();
  await mailShown().getByText('Olá, Ana!').waitFor();
  const card = mailShown().locator('table.card');
  await expect.poll(() => card.evaluate((table) => getComputedStyle(table).maxWidth)).toBe('560px');

  await page.getByLabel('Introdução').fill('Oi, {nome}! <b>Falta</b> pouco. ');
  await button('Código do pedido').click();
  await mailShown().getByRole('paragraph').filter({ hasText: 'Oi, Ana! <b>Falta</b> pouco. 7F3A-90C2' }).waitFor();
  await expect.poll(() => page.locator('iframe').getAttribute('sandbox')).toBe('');
  expect(await listViolations(page)).toEqual([]);

  await button('Enviar teste para mim').click();
  await said('Teste enviado para o seu e-mail.');
  expect(server.inputsOf(mailTexts.sendTestMail)).toMatchObject([
    { intro: 'Oi, {nome}! <b>Falta</b> pouco. {pedido}' },
  ]);
  await button('Salvar alterações').click();
  await expect
    .poll(() => server.inputsOf(mailTexts.updateMailText))
    .toEqual([{ mail: 'pix-created', locale: 'pt-BR', version: 0, intro: 'Oi, {nome}! <b>Falta</b> pouco. {pedido}' }]);
  await page.getByRole('link', { name: 'Todos os e-mails' }).click();
  await page.getByRole('link', { name: /Código Pix.*Texto próprio/ }).waitFor();
});

it('names what no placeholder is, and restores the standard text', async () => {
  await open(PIX);
  const intro = page.getByLabel('Introdução');
  await intro.fill('Oi, {cpf}!');
  await page.getByText('{cpf} não existe.').waitFor();
  await expect.poll(() => intro.getAttribute('aria-invalid')).toBe('true');

  await button('Restaurar texto padrão').click();

  await expect.poll(() => intro.inputValue()).toBe(OPENINGS['pt-BR']['pix-created'].intro);
  await page.getByText('{cpf} não existe.').waitFor({ state: 'detached' });
});

it('tells the second of two tabs what changed, and keeps what it typed', async () => {
  await open(PIX);
  await page.getByLabel('Introdução').fill('Meu texto.');
  mails = mails.map((entry) =>
    entry.mail === 'pix-created' && entry.locale === 'pt-BR'
      ? { ...entry, subject: 'Da outra aba', version: 1 }
      : entry,
  );

  await button('Salvar alterações').click();
  await page.getByText('Da outra aba').waitFor();
  await button('Continuar com o que digitei').click();
  await button('Salvar alterações').click();

  await expect
    .poll(() => server.inputsOf(mailTexts.updateMailText).at(-1))
    .toMatchObject({
      version: 1,
      intro: 'Meu texto.',
    });
  await expect.poll(() => page.getByLabel('Assunto').inputValue()).toBe('Da outra aba');
});

it('fits a phone', async () => {
  await openContext({ viewport: PHONE });
  for (const path of ['/admin-root/notifications', PIX]) {
    await open(path);
    await page.locator('.line, iframe').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  }
});
