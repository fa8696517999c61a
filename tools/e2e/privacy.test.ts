/** Tests the pages where people get their data or have it erased, and where the team sees what stands in the way. */
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import type { Output } from '@feira/schemas/procedure';
import * as privacy from '@feira/schemas/procedures/privacy';
import { describe, expect, it } from 'vitest';
import { answerAdmin, createSession as createAdmin, createWorld } from './admin-world.ts';
import { button, dialog, heading, openContext, PHONE, page, said } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { answerHost, createNotifications, createSession } from './host-world.ts';
import { listViolations } from './violations.ts';

type Own = Output<typeof privacy.getOwnPrivacy>;
type Listed = Output<typeof privacy.listRequests>['items'][number];

const REQUEST = {
  id: '01970000-0000-7000-8000-0000000000e1',
  state: 'WAITING',
  createdAt: '2026-11-28T12:00:00.000Z',
  startsAt: '2026-12-01T12:00:00.000Z',
  dueAt: '2026-12-13T12:00:00.000Z',
  closedAt: null,
  reason: null,
} as const;

let own: Own;
let listed: Listed[];
setUpScreens({
  answer: () => {
    own = { request: null, hindrances: [] };
    listed = [];
  },
});

async function openAccount() {
  answerHost(server, { session: createSession({ roles: ['customer'] }), notifications: createNotifications() });
  server.answer(privacy.getOwnPrivacy, () => own);
  server.answer(privacy.requestErasure, () => {
    own = { ...own, request: REQUEST };
    return {};
  });
  server.answer(privacy.withdrawErasure, () => {
    own = { ...own, request: { ...REQUEST, state: 'WITHDRAWN' } };
    return {};
  });
  await page.goto(`${screens.url}/account`);
  await heading('Minha conta');
}

async function openDesk(search = '') {
  answerAdmin(server, createWorld(), createAdmin(ADMIN_PERMISSIONS));
  server.answer(privacy.listRequests, ({ state }) => ({
    items: listed.filter((request) => !state || request.state === state),
    next: null,
  }));
  await page.goto(`${screens.url}/admin-root/privacy-requests${search}`);
}

const request = (extra: Partial<Listed> = {}): Listed => ({
  ...REQUEST,
  email: 'lia@example.com',
  name: 'Lia Cardoso',
  personId: '01970000-0000-7000-8000-0000000000e2',
  isByTeam: false,
  hindrances: [],
  isHalf: false,
  needsAnother: false,
  ...extra,
});

describe('the account', () => {
  it('asks for the erasure after saying what goes and what stays, and takes it back', async () => {
    own.hindrances = ['SUBSCRIPTION'];
    await openAccount();
    await button('Apagar meus dados').click();
    await dialog().getByText('Você não abre mais o que comprou.').waitFor();
    await dialog().getByText('Você tem uma assinatura. Cancele antes.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Pedir para apagar' }).click();

    await page.getByText('Seus dados serão apagados a partir de 01/12/2026.').waitFor();
    await page.getByText('Pedido recebido. Enviamos um e-mail; até lá você pode cancelar aqui.').waitFor();
    await button('Cancelar o pedido').click();
    await page.getByText('Pedido cancelado. Nada foi apagado.').waitFor();
    await button('Apagar meus dados').waitFor();
    expect(server.inputsOf(privacy.requestErasure)).toEqual([{}]);
  });

  it('downloads a copy from the address that the server signed', async () => {
    await openAccount();
    server.answer(privacy.openCopy, () => ({ url: '/privacy/copy?token=signed' }));
    const asked: string[] = [];
    await page.route('**/privacy/copy*', (route) => {
      asked.push(new URL(route.request().url()).search);
      return route.fulfill({
        contentType: 'application/zip',
        headers: { 'content-disposition': 'attachment; filename="seus-dados.zip"' },
        body: 'PK',
      });
    });
    const download = page.waitForEvent('download');
    await button('Baixar meus dados').click();

    expect((await download).suggestedFilename()).toBe('seus-dados.zip');
    expect(asked).toEqual(['?token=signed']);
  });
});

describe('the page about data', () => {
  it('tells what is kept and leads to it, in both languages and on a phone', async () => {
    await openContext({ viewport: PHONE });
    answerHost(server, { session: null, notifications: createNotifications() });
    await page.goto(`${screens.url}/privacy`);
    await heading('Seus dados e a LGPD');
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Entrar e ver meus dados' }).click();
    await heading('Minhas compras');
    await page.getByRole('link', { name: 'O que guardamos sobre você' }).click();
    await button(/English/).click();

    await heading('Your data');
    await page.getByText('Card numbers are never kept.').waitFor();
  });
});

describe('the team', () => {
  it('sees what stands in the way, agrees where money is owed, and refuses with a reason', async () => {
    listed = [
      request({ hindrances: ['MONEY', 'REFUND'], isHalf: true }),
      request({
        id: '01970000-0000-7000-8000-0000000000e3',
        email: 'noa@example.com',
        name: null,
        personId: null,
        isByTeam: true,
      }),
    ];
    await openDesk('?state=WAITING');
    await page
      .getByText('Reembolso em andamento · Saldo ou dívida')
      .or(page.getByText('Saldo ou dívida · Reembolso em andamento'))
      .waitFor();
    await page.getByText('Uma pessoa já concordou').waitFor();
    await page.getByText('Nada: segue sozinho').waitFor();
    expect(await listViolations(page)).toEqual([]);

    server.answer(privacy.approveRequest, () => ({ isComplete: true }));
    await button(/^Concordar.*Lia Cardoso/).click();
    await dialog().getByRole('button', { name: 'Concordar em apagar' }).click();
    await said('Duas pessoas concordaram. O pedido segue.');

    server.answer(privacy.refuseRequest, () => ({}));
    await button(/^Recusar.*noa@example.com/).click();
    await dialog().getByLabel('Motivo').fill('Há um processo judicial em andamento.');
    await dialog().getByRole('button', { name: 'Recusar pedido' }).click();
    await said('Pedido recusado. A pessoa foi avisada.');
    expect(server.inputsOf(privacy.refuseRequest)).toEqual([
      { requestId: listed[1]!.id, reason: 'Há um processo judicial em andamento.' },
    ]);
  });

  it('writes down what somebody asks for by letter, and says so when nobody is known by the address', async () => {
    await openDesk();
    await page.getByText('Ninguém pediu para apagar os dados').waitFor();
    server.answer(privacy.openRequest, ({ email }) => {
      if (email !== 'lia@example.com')
        throw new Refused(404, { code: 'PERSON_NOT_FOUND', message: 'Esta pessoa não existe.' });
      listed = [request({ isByTeam: true })];
      return {};
    });
    await button('Anotar um pedido').click();
    await dialog().getByRole('button', { name: 'Anotar pedido' }).click();
    await dialog().getByText('Digite um e-mail válido').waitFor();
    await dialog().getByLabel('E-mail de quem pede').fill('nobody@example.com');
    await dialog().getByRole('button', { name: 'Anotar pedido' }).click();
    await dialog().getByText('Esta pessoa não existe.').waitFor();
    await dialog().getByLabel('E-mail de quem pede').fill('lia@example.com');
    await dialog().getByRole('button', { name: 'Anotar pedido' }).click();

    await said('Pedido anotado. O endereço foi avisado.');
    await page.getByText('Anotado pela equipe').waitFor();
  });
});
