/** Tests the section where people prove who they are, and the desk at which the team looks at their documents. */
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import type { Output } from '@feira/schemas/procedure';
import * as verifications from '@feira/schemas/procedures/verifications';
import { type RefusalReason, VERIFICATION_DOCUMENTS, type VerificationDocument } from '@feira/schemas/verification';
import { describe, expect, it } from 'vitest';
import { answerAdmin, createSession as createAdmin, createWorld } from './admin-world.ts';
import { button, heading, openContext, PHONE, page, said, WIDE } from './browser-page.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { answerHost, createNotifications, createSession, NO_VERIFICATION } from './host-world.ts';
import { expectNoBarrier } from './looks.ts';

type Own = Output<typeof verifications.getOwnVerification>;
type Reviewed = Output<typeof verifications.getVerification>;
type Document = Own['documents'][number];

const id = (number: number) => `01970000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-28T12:00:00.000Z';
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const KINDS = VERIFICATION_DOCUMENTS.filter((kind) => kind !== 'photoDocumentSocialContract');
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 86 54" width="860" height="540"><rect width="86" height="54" rx="3" fill="#d8e6dc"/>
  <rect x="5" y="14" width="20" height="26" fill="#8aa"/><path d="M30 18h44M30 26h32M30 34h38M5 46h70" stroke="#345" stroke-width="2"/></svg>`;

const empty = (kind: VerificationDocument): Document => ({ kind, isWanted: true, sent: null });
const sent = (kind: VerificationDocument, refusal: RefusalReason | null = null, isPdf = false): Document => ({
  kind,
  isWanted: true,
  sent: {
    id: id(VERIFICATION_DOCUMENTS.indexOf(kind) + 1),
    mediaType: isPdf ? 'application/pdf' : 'image/png',
    byteCount: 1_400_000,
    sentAt: AT,
    refusal,
  },
});

let own: Own;
let reviewed: Reviewed;
setUpScreens({
  answer: () => {
    own = { ...NO_VERIFICATION, demand: 'BEFORE_WITHDRAWALS', documents: KINDS.map(empty) };
    reviewed = {
      person: { id: id(20), name: 'Lia Cardoso', email: 'lia@example.com' },
      document: '11144477735',
      documentType: 'CPF',
      status: 'IN_REVIEW',
      version: 3,
      check: null,
      documents: KINDS.map((kind) => sent(kind, null, kind === 'balanceSheet')),
      note: null,
      submittedAt: AT,
      decidedAt: null,
      expiresAt: null,
      isHalf: false,
      needsAnother: false,
      needsTwo: false,
    };
  },
});

async function openAccount(mark = '') {
  answerHost(server, {
    session: createSession({ roles: ['seller'], heldRoles: ['seller'] }),
    notifications: createNotifications(),
  });
  server.answer(verifications.getOwnVerification, () => own);
  server.answer(verifications.sendDocument, ({ kind }) => {
    own = { ...own, documents: own.documents.map((document) => (document.kind === kind ? sent(kind) : document)) };
    return {};
  });
  server.answer(verifications.submitVerification, () => {
    own = { ...own, status: 'IN_REVIEW', submittedAt: AT };
    return {};
  });
  await page.goto(`${screens.url}/account${mark}`);
  await page.getByRole('region', { name: /Verificação de identidade|Identity verification/ }).waitFor();
}

const part = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
const choose = (name: string, file = { name: 'foto.png', mimeType: 'image/png', buffer: PNG }) =>
  part(name).locator('input[type=file]').last().setInputFiles(file);

describe('the account', () => {
  it('says why and what is asked for, takes files, and hands them in only when all are there', async () => {
    await openAccount();
    await page.getByText('A plataforma confirma quem você é antes de pagar saques.').waitFor();
    await button('Entregar para análise').click();
    await part('Foto do documento').getByText('Foto do documento é obrigatório.').waitFor();
    await part('Balanço patrimonial').getByText('Balanço patrimonial é obrigatório.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Escolher arquivo');
    await expectNoBarrier('what is missing');
    expect(server.inputsOf(verifications.submitVerification)).toEqual([]);

    await choose('Comprovante de endereço', { name: 'conta.txt', mimeType: 'text/plain', buffer: PNG });
    await part('Comprovante de endereço').getByText('Escolha um PDF, PNG ou JPEG.').waitFor();
    for (const name of [
      'Foto do documento',
      'Foto da pessoa com o documento',
      'Comprovante de endereço',
      'Balanço patrimonial',
    ]) {
      await choose(name);
      await part(name).getByText('Enviado', { exact: true }).waitFor();
    }
    await button('Entregar para análise').click();
    await said('Documentos entregues. A equipe avisa quando terminar.');
    await page.getByText('Você entregou os documentos em 28/11/2026.').waitFor();
    expect(await button('Entregar para análise').count()).toBe(0);
    expect(server.inputsOf(verifications.sendDocument)[0]).toEqual({
      kind: 'photoDocument',
      name: 'foto.png',
      content: PNG.toString('base64'),
    });
  });

  it('shows on a phone what was refused and why, and offers its cameras', async () => {
    await openContext({ viewport: PHONE, hasTouch: true, isMobile: true });
    own = {
      ...own,
      status: 'REFUSED',
      note: 'Tire a foto com mais luz.',
      documents: [sent('photoDocument', 'UNREADABLE'), sent('photoPersonWithDocument'), sent('addressProof')],
    };
    await openAccount('#verification');
    await page.getByText('Tire a foto com mais luz.').waitFor();
    await part('Foto do documento').getByText('Não dá para ler', { exact: false }).waitFor();
    const cameras = await page
      .locator('input[capture]')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('capture')));
    expect(cameras).toEqual(['environment', 'user', 'environment']);
    await expectNoBarrier('a refusal');
    await button('Tirar foto Foto do documento').waitFor();
  });

  it('makes a large photo small enough before it leaves', async () => {
    await openAccount();
    const url = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 3_200;
      canvas.height = 400;
      return canvas.toDataURL('image/png');
    });
    const photo = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
    // Bytes that follow the end of a picture are not drawn.
    const padded = Buffer.concat([photo, Buffer.alloc(6_000_000)]);
    await choose('Foto do documento', { name: 'IMG_1.png', mimeType: 'image/png', buffer: padded });
    await part('Foto do documento').getByText('Enviado', { exact: true }).waitFor();
    const [input] = server.inputsOf(verifications.sendDocument) as { name: string; content: string }[];
    expect([input!.name, input!.content.startsWith('/9j/'), input!.content.length < 100_000]).toEqual([
      'photo.jpg',
      true,
      true,
    ]);
  });
});

async function openDesk(search = '') {
  answerAdmin(server, createWorld(), createAdmin(ADMIN_PERMISSIONS));
  server.answer(verifications.listVerifications, ({ status }) => ({
    items:
      !status || status === reviewed.status
        ? [
            {
              person: reviewed.person,
              status: reviewed.status,
              documentType: 'CPF' as const,
              submittedAt: AT,
              decidedAt: null,
              expiresAt: null,
              isHalf: reviewed.isHalf,
              needsAnother: reviewed.needsAnother,
            },
          ]
        : [],
    next: null,
    count: 1,
  }));
  server.answer(verifications.getVerification, () => reviewed);
  server.answer(verifications.openDocument, ({ documentId }) => ({
    url: `/verifications/document?token=${documentId}`,
  }));
  server.answer(verifications.decideVerification, ({ decision }) => {
    reviewed = { ...reviewed, status: decision === 'VERIFY' ? 'VERIFIED' : 'REFUSED' };
    return { isComplete: true };
  });
  server.answer(verifications.askPerson, () => ({ personId: id(20) }));
  await page.route('**/verifications/document*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  );
  await page.goto(`${screens.url}/admin-root/document-validation${search}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const picture = (name: string) => page.getByRole('region', { name, exact: true });

describe('the desk', () => {
  it('opens the documents side by side, enlarges and turns them by keys, and refuses with reasons', async () => {
    await openDesk();
    await heading('Validação de documentos');
    await expectNoBarrier('the queue');
    await button(/^Conferir/).click();
    await page.getByRole('heading', { level: 2, name: 'Lia Cardoso' }).waitFor();
    await page.getByText('111.444.777-35').waitFor();
    await picture('Foto do documento').locator('img').waitFor();
    await expectNoBarrier('the review');
    expect(server.inputsOf(verifications.openDocument)).toHaveLength(3);

    const frame = picture('Foto do documento');
    const widthOf = async () => (await frame.locator('img').boundingBox())!.width;
    const before = await widthOf();
    await frame.focus();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    expect(Math.round((await widthOf()) / before)).toBe(2);
    await page.keyboard.press('r');
    expect(await frame.locator('img').getAttribute('style')).toContain('rotate(90deg)');
    await page.keyboard.press('0');
    expect(await widthOf()).toBe(before);

    await button('Recusar e pedir de novo').click();
    await page.getByText('Marque o documento que não serve, ou escreva à pessoa.').waitFor();
    await part('Foto do documento').getByLabel('O que acha deste documento?').selectOption('UNREADABLE');
    await button('Confirmar identidade').click();
    await page.getByText('Você marcou documentos que não servem.', { exact: false }).waitFor();
    await page.getByLabel('Mensagem à pessoa (opcional)').fill('Tire a foto com mais luz.');
    await button('Recusar e pedir de novo').click();
    await said('Documentos recusados.');
    await page.getByText('Ninguém espera por você').waitFor();
    expect(server.inputsOf(verifications.decideVerification)).toEqual([
      {
        personId: id(20),
        version: 3,
        decision: 'REFUSE',
        refused: [{ kind: 'photoDocument', reason: 'UNREADABLE' }],
        note: 'Tire a foto com mais luz.',
      },
    ]);
  });

  it.each([
    ['pt-BR', WIDE, ['Sandbox: os documentos não comprovam quem é a pessoa.', 'Foto do documento: Não dá para ler']],
    [
      'en',
      PHONE,
      ['Sandbox: the documents do not prove who this person is.', 'Photo of the document: It cannot be read'],
    ],
  ] as const)('shows in %s what a provider says of the documents', async (locale, viewport, texts) => {
    await openContext({ viewport, locale });
    reviewed = {
      ...reviewed,
      check: {
        provider: 'Sandbox',
        status: 'REFUSED',
        reason: 'A foto do documento está ilegível.',
        refusals: [{ kind: 'photoDocument', reason: 'UNREADABLE' }],
        answeredAt: AT,
      },
    };
    await openDesk(`?person=${id(20)}`);
    for (const text of texts) await page.getByText(text, { exact: false }).waitFor();
    await expectNoBarrier('the word of a provider');
  });

  it('verifies, and lets nobody decide twice; on a phone in English without a barrier', async () => {
    await openContext({ viewport: PHONE, locale: 'en', colorScheme: 'dark' });
    reviewed = { ...reviewed, needsTwo: true, isHalf: true, needsAnother: true };
    await openDesk(`?person=${id(20)}`);
    await page.getByText('This decision is for another member of the team.').waitFor();
    await expectNoBarrier('a second approval');
    expect(await button('Confirm identity').count()).toBe(0);
    reviewed = { ...reviewed, needsAnother: false };
    await page.reload();
    await button('Confirm identity').click();
    await said('Identity confirmed.');
    expect(server.inputsOf(verifications.decideVerification)).toEqual([
      { personId: id(20), version: 3, decision: 'VERIFY' },
    ]);
  });

  it('asks somebody for documents', async () => {
    reviewed = { ...reviewed, status: 'VERIFIED' };
    await openDesk();
    await page.getByText('Ninguém espera por você').waitFor();
    await button('Pedir documentos').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('E-mail da pessoa').fill('lia@example.com');
    await form.getByLabel('Mensagem à pessoa').fill('Mande um comprovante novo.');
    await form.getByRole('button', { name: 'Pedir', exact: true }).click();
    await said('Pedido enviado.');
    expect(server.inputsOf(verifications.askPerson)).toEqual([
      { email: 'lia@example.com', note: 'Mande um comprovante novo.' },
    ]);
  });
});
