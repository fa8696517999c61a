/** Tests accounts at payment providers: their owners follow them and ask for one, the team looks after all of them. */
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import * as receivers from '@feira/schemas/procedures/receivers';
import { describe, expect, it } from 'vitest';
import { BIA, createMoney as createAdminMoney } from './admin-money-world.ts';
import { answerAdmin, createSession, createWorld } from './admin-world.ts';
import { button, dialog, heading, openContext, PHONE, page, said } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { answerMoney, createMoney } from './money-world.ts';
import {
  answerManagedReceivers,
  answerOwnReceivers,
  createReceiver,
  createReceivers,
  PAGARME,
  type ReceiversWorld,
} from './receivers-world.ts';
import { listViolations } from './violations.ts';

let world: ReceiversWorld;
setUpScreens({
  answer: () => {
    world = createReceivers();
  },
});

const openOwn = async (address = '', role: Role = 'seller') => {
  answerMoney(server, createMoney(), [role]);
  answerOwnReceivers(server, world);
  await page.goto(`${screens.url}/platform/receivers${address}`);
};
const openManaged = async (address = '') => {
  answerAdmin(server, createWorld(), createSession(ADMIN_PERMISSIONS));
  answerManagedReceivers(server, world);
  await page.goto(`${screens.url}/admin-root/manage-receivers${address}`);
};
const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
const fits = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');

async function fillAddress(): Promise<void> {
  const address = {
    CEP: '01310-100',
    'Rua ou avenida': 'Avenida Paulista',
    Número: '1000',
    Bairro: 'Bela Vista',
    Cidade: 'São Paulo',
  };
  for (const [label, text] of Object.entries(address)) await page.getByRole('textbox', { name: label }).fill(text);
  await page.getByRole('combobox', { name: 'Estado' }).selectOption('SP');
}

const attach = (field: string, name: string, mimeType: string) =>
  page.locator(`input[name="files.${field}"]`).setInputFiles({ name, mimeType, buffer: Buffer.from('%PDF-1.4') });

describe('one’s own receivers', () => {
  it('say where each stands, and are asked for where there is none', async () => {
    await openOwn();
    const asaas = page.getByRole('region', { name: 'Asaas' });
    await asaas.getByText('Em análise').waitFor();
    await asaas.getByText('acc_7f3k2').waitFor();
    expect(await listViolations(page)).toEqual([]);
    Object.assign(world.own[0]!, { status: 'ACTIVE' });
    await asaas.getByRole('button', { name: 'Atualizar' }).click();
    await asaas.getByText('Ativo', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Abrir recebedor Pagar.me' }).click();
    await heading('Abrir recebedor em Pagar.me');
    await button('Enviar para Pagar.me').click();

    await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('birthDate');
    await expect.poll(() => page.getByText('Preencha este campo.').count()).toBe(9);
    await page.getByText('Foto do documento com pessoa é obrigatório.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.getByLabel('Data de nascimento').fill('31/12/1990');
    await fillAddress();
    await page.getByRole('textbox', { name: 'Renda mensal' }).fill('5.000,50');
    await page.getByRole('textbox', { name: 'Ocupação profissional' }).fill('Padeira');
    await expect.poll(() => page.getByText('Contrato social').count()).toBe(0);
    await attach('selfie', 'rosto.gif', 'image/gif');
    await page.getByText('Escolha um PDF, PNG ou JPEG.').waitFor();
    await attach('selfie', 'rosto.png', 'image/png');
    await page.getByText('rosto.png').waitFor();
    await button('Enviar para Pagar.me').click();

    await said('Pedido enviado. Pagar.me está conferindo os seus dados.');
    expect(server.inputsOf(receivers.createOwnReceiver)).toEqual([
      {
        connectionId: PAGARME,
        birthDate: '1990-12-31',
        destinationId: world.accounts[0]!.id,
        address: {
          zipCode: '01310100',
          street: 'Avenida Paulista',
          number: '1000',
          complement: '',
          district: 'Bela Vista',
          city: 'São Paulo',
          state: 'SP',
        },
        data: { monthlyRevenue: 500_050, occupation: 'Padeira', isPublic: false },
        files: { selfie: { name: 'rosto.png', content: 'JVBERi0xLjQ=' } },
      },
    ]);
    await page.getByRole('region', { name: 'Pagar.me' }).getByText('Em análise').waitFor();
  });

  it('do not ask again for a document that the platform has verified', async () => {
    world.verified = ['photoPersonWithDocument'];
    await openOwn(`?open=${PAGARME}`);
    await page.getByText('A plataforma já conferiu este documento e o envia.', { exact: false }).waitFor();
    await page.getByLabel('Data de nascimento').fill('31/12/1990');
    await fillAddress();
    await page.getByRole('textbox', { name: 'Renda mensal' }).fill('5000');
    await page.getByRole('textbox', { name: 'Ocupação profissional' }).fill('Padeira');
    expect(await listViolations(page)).toEqual([]);
    await button('Enviar para Pagar.me').click();
    await page.getByRole('region', { name: 'Pagar.me' }).getByText('Em análise').waitFor();
    const [sent] = server.inputsOf(receivers.createOwnReceiver) as object[];
    expect(sent).not.toHaveProperty('files');
  });

  it('that a provider refuses are corrected and sent again, with what was filled in', async () => {
    world.own = [createReceiver(1, { status: 'REJECTED', reason: 'Endereço não confere.' })];
    world.answer = { status: 'REJECTED', state: 'REFUSED', reason: 'CEP não existe.', receiverId: null };
    await openOwn();
    await page.getByText('Endereço não confere.').waitFor();
    await page.getByRole('button', { name: 'Corrigir e enviar de novo Asaas' }).click();
    await page.getByLabel('Data de nascimento').fill('31/12/1990');
    await fillAddress();
    await button('Enviar para Asaas').click();

    await page.getByRole('alert').filter({ hasText: 'CEP não existe.' }).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Cidade' }).inputValue()).toBe('São Paulo');
    world.answer = { status: 'ACTIVE' };
    await page.getByRole('textbox', { name: 'CEP' }).fill('01310-200');
    await button('Enviar para Asaas').click();
    await said('Recebedor aberto em Asaas.');
    expect(server.inputsOf(receivers.createOwnReceiver)).toHaveLength(2);
  });

  it('are shown the documents that their provider wants: files from here, the rest on its own page', async () => {
    await openOwn();
    const wanted = page.getByRole('listitem').filter({ hasText: 'Documento com foto' });
    await wanted.getByText('Falta enviar').waitFor();
    expect(await listViolations(page)).toEqual([]);
    const choose = (name: string, mimeType: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from('%PDF-1.4') });
    await choose('foto.gif', 'image/gif');
    await wanted.getByText('Escolha um PDF, PNG ou JPEG.').waitFor();
    await choose('rg.pdf', 'application/pdf');
    await wanted.getByText('Em conferência').waitFor();
    expect(server.inputsOf(receivers.sendOwnDocument)).toEqual([
      { documentId: world.documents[0]!.id, name: 'rg.pdf', content: 'JVBERi0xLjQ=' },
    ]);

    await page.getByRole('button', { name: 'Mostrar na página do provedor Prova de vida' }).click();
    const link = page.getByRole('link', { name: 'Abrir a página do provedor' });
    await expect.poll(() => link.getAttribute('href')).toBe('https://provider.invalid/live');
    await expect.poll(() => page.evaluate('document.activeElement?.href')).toBe('https://provider.invalid/live');
  });

  it('name what the server refuses at its field, and ask companies for no birthday', async () => {
    world.documentType = 'CNPJ';
    await openOwn(`?open=${PAGARME}`);
    await heading('Abrir recebedor em Pagar.me');
    await expect.poll(() => page.getByLabel('Data de nascimento').count()).toBe(0);
    await fillAddress();
    await page.getByRole('textbox', { name: 'Renda mensal' }).fill('5000');
    await page.getByRole('textbox', { name: 'Ocupação profissional' }).fill('Padeira');
    for (const field of ['selfie', 'contract']) await attach(field, 'a.pdf', 'application/pdf');
    const message = 'O texto não tem a forma esperada.';
    server.answer(receivers.createOwnReceiver, () => {
      throw new Refused(400, {
        code: 'CREDENTIALS_INVALID',
        message: 'Confira os campos.',
        details: [{ field: 'data.occupation', message }],
      });
    });
    await button('Enviar para Pagar.me').click();

    await page.getByText(message).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('occupation');
  });

  it('fit a phone, in English, and say what is missing', async () => {
    await openContext({ viewport: PHONE, locale: 'en' });
    world.documentType = null;
    world.own = [createReceiver(1, { state: 'UNKNOWN', status: 'PENDING', receiverId: null, providerStatus: null })];
    await openOwn('', 'affiliate');
    await page.getByText('The platform does not have your CPF or CNPJ yet').waitFor();
    await page.getByText('No response').waitFor();
    expect(await fits()).toBe(0);
    expect(await listViolations(page)).toEqual([]);

    world.connections = [];
    world.own = [];
    await page.reload();
    await page.getByText('No provider opens receivers here').waitFor();
  });
});

describe('receivers of everybody', () => {
  it('are told apart by where they stand, and come again after a failure', async () => {
    await openManaged();
    await row('Dora Sampaio').getByText('Documento ilegível.').waitFor();
    await page.getByRole('region', { name: 'Recebedor da plataforma' }).getByText('acc_platform').first().waitFor();
    expect(await listViolations(page)).toEqual([]);
    await openManaged('?state=REJECTED&search=dora');
    await expect.poll(() => row('Dora Sampaio').count()).toBe(1);
    expect(server.inputsOf(receivers.listReceivers)).toContainEqual({
      limit: '20',
      owner: 'PEOPLE',
      status: 'REJECTED',
      search: 'dora',
    });

    server.answer(receivers.listReceivers, () => {
      throw new Refused(403, { code: 'ACCESS_DENIED', message: 'Você não tem permissão para isso.' });
    });
    await page.reload();
    await page.getByText('Você não tem permissão para isso.').first().waitFor();
  });

  it('whose answer was lost are taken in by their number, or given up', async () => {
    await openManaged();
    await row('Bia Costa').getByRole('button', { name: 'Já existe' }).click();
    await dialog().getByRole('button', { name: 'Registrar recebedor' }).click();
    await dialog().getByText('Preencha este campo.').waitFor();
    await dialog().getByLabel('Número em Asaas').fill('acc_none');
    await dialog().getByRole('button', { name: 'Registrar recebedor' }).click();
    await dialog().getByText('Este recebedor não existe no provedor.').first().waitFor();
    await page.keyboard.press('Escape');

    await row('Bia Costa').getByRole('button', { name: 'Não foi aberta' }).click();
    await dialog().getByRole('button', { name: 'Não foi aberta' }).click();
    await said('Anotado: Bia Costa não tem conta em asaas e pode pedir de novo.');
    await row('Bia Costa').getByText('A conta não chegou a ser aberta no provedor.').waitFor();

    await page.getByRole('button', { name: 'Registrar Pagar.me' }).click();
    await dialog().getByLabel('Número em Pagar.me').fill(' re_platform ');
    await dialog().getByRole('button', { name: 'Registrar recebedor' }).click();
    await said('Recebedor da plataforma em Pagar.me registrado.');
    expect(server.inputsOf(receivers.adoptReceiver).at(-1)).toEqual({
      connectionId: PAGARME,
      receiverId: 're_platform',
    });
  });

  it('have their documents sent by the team, who cannot prove who somebody is', async () => {
    await openManaged();
    await row('Dora Sampaio').getByRole('button', { name: 'Documentos' }).click();
    await dialog().getByText('A própria pessoa mostra isto na página do provedor.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    const file = { name: 'rg.png', mimeType: 'image/png', buffer: Buffer.from('x') };
    await dialog().locator('input[type=file]').setInputFiles(file);
    await dialog().getByText('Em conferência').waitFor();
    expect(server.inputsOf(receivers.sendDocument)).toMatchObject([
      { documentId: world.documents[0]!.id, name: 'rg.png' },
    ]);
  });

  it('are opened in the name of somebody whose bank account is confirmed', async () => {
    await openContext({ viewport: PHONE });
    await openManaged();
    await button('Abrir para alguém').click();
    await heading('Abrir recebedor para alguém');
    await button('Enviar para Asaas').click();
    await page.getByText('Escolha a pessoa e a conta bancária.').waitFor();
    await page.getByRole('searchbox', { name: 'Procurar pessoa' }).fill('bia');
    await page.getByRole('radio', { name: 'Bia Costa' }).first().check();
    await fillAddress();
    expect(await fits()).toBe(0);
    expect(await listViolations(page)).toEqual([]);
    await button('Enviar para Asaas').click();

    await said('Pedido para Bia Costa enviado a Asaas. Situação: Em análise.');
    expect(server.inputsOf(receivers.createReceiver)).toMatchObject([
      { personId: BIA.id, destinationId: createAdminMoney().accounts[0]!.id },
    ]);
  });
});
