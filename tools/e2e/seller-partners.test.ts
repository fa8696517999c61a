/** Tests the pages on which sellers, affiliates and co-producers agree on terms. */
import type { Procedure, Role } from '@feira/schemas/procedure';
import {
  changeContract,
  decideAffiliation,
  decideContract,
  endContract,
  listMarketplace,
  listMyAffiliations,
  offerContract,
  requestAffiliation,
  setProductTerms,
} from '@feira/schemas/procedures/partners';
import { describe, expect, it } from 'vitest';
import { button, context, dialog, heading, page, said } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens } from './looks.ts';
import { answerPartners, createPartners, id, type PartnersWorld } from './partners-world.ts';

let world: PartnersWorld;
setUpScreens({
  answer: () => {
    world = createPartners();
  },
});

async function open(address: string, ...roles: Role[]): Promise<void> {
  answerPartners(server, world, roles.length > 0 ? roles : ['seller']);
  await page.goto(screens.url + address);
}

const lastInput = (procedure: Procedure) => server.inputsOf(procedure).at(-1);
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });

describe('affiliates of a seller', () => {
  it('are approved from the requests, and stand among the active ones then', async () => {
    await open('/platform/affiliates?tab=requested');
    await button('Aprovar Ana Afiliada').click();
    await dialog().getByText('Ana Afiliada recebe 30% de cada venda de Curso de Pão').waitFor();

    await inDialog('Aprovar').click();

    await said('Afiliação aprovada.');
    expect(lastInput(decideAffiliation)).toEqual({ affiliationId: id(21), decision: 'APPROVE' });
    await heading('Nenhuma solicitação', 2);
    await page.getByRole('tab', { name: 'Ativos' }).click();
    await row('Ana Afiliada').waitFor();
    expect(page.url()).toBe(`${screens.url}/platform/affiliates`);
  });

  it('learn what a product offers from its seller, told at the field where it is too much', async () => {
    server.answer(setProductTerms, ({ basisPoints }) => {
      if (basisPoints <= 4_000) return { version: 2 };
      const message = 'As partes somam mais de 90 %.';
      throw new Refused(422, { code: 'SHARES_TOO_LARGE', message, details: [{ field: 'basisPoints', message }] });
    });
    await open('/platform/affiliates?tab=products');
    await button('Configurar a afiliação de Curso de Pão').click();
    await dialog().getByLabel('Comissão do afiliado').fill('noventa');
    await inDialog('Salvar').click();
    await dialog().getByText('Digite um percentual de 0,01 a 90.').waitFor();
    await dialog().getByLabel('Comissão do afiliado').fill('90');
    await inDialog('Salvar').click();
    await dialog().locator('.form-field').getByText('As partes somam mais de 90 %.').waitFor();

    await dialog().getByLabel('Comissão do afiliado').fill('12,5');
    await inDialog('Salvar').click();

    await said('Afiliação do produto salva.');
    const terms = { isOpen: true, isAutomatic: false, basisPoints: 1_250, windowDays: 30 };
    expect(lastInput(setProductTerms)).toEqual({ productId: id(1), version: 1, ...terms });
  });
});

describe('terms that another tab changed meanwhile', () => {
  it('are named, and what was typed here is kept and saved over what was seen', async () => {
    server.answer(setProductTerms, ({ version }) => {
      if (version === 2) return { version: 3 };
      Object.assign(world.products[0]!, { basisPoints: 2_000, windowDays: 60, version: 2 });
      throw new Refused(409, { code: 'EDIT_CONFLICT', message: 'Isto foi alterado em outra aba.', details: [] });
    });
    await open('/platform/affiliates?tab=products');
    await button('Configurar a afiliação de Curso de Pão').click();
    await dialog().getByLabel('Comissão do afiliado').fill('12,5');
    await inDialog('Salvar').click();
    const notice = dialog().getByRole('alert');
    await notice.getByText('Isto foi alterado em outra aba.').waitFor();
    await notice.getByRole('listitem').filter({ hasText: 'Comissão do afiliado: 20' }).waitFor();
    await notice.getByRole('button').first().click();
    await notice.waitFor({ state: 'detached' });
    await inDialog('Salvar').click();

    await said('Afiliação do produto salva.');
    expect(lastInput(setProductTerms)).toMatchObject({ version: 2, basisPoints: 1_250, windowDays: 60 });
  });
});

describe('an affiliate', () => {
  it('finds a product, asks for it and is told that it counts at once', async () => {
    server.answer(requestAffiliation, () => ({ affiliationId: id(31), status: 'ACTIVE' as const }));
    await open('/platform/marketplace', 'affiliate');
    await row('Curso de Pão').getByText('R$ 99,90').waitFor();
    // The page brings the look of its fields, although no other page was open before.
    const box = page.getByRole('searchbox', { name: 'Buscar produto' });
    expect(await box.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid');
    await button('Quero divulgar Curso de Pão').click();

    await inDialog('Quero divulgar').click();

    await said('Pronto, você é afiliado.');
    expect(lastInput(requestAffiliation)).toEqual({ productId: id(1) });
    await page.getByRole('searchbox', { name: 'Buscar produto' }).fill('Bolo');
    await heading('Nenhum produto com estes filtros', 2);
    await page.getByRole('searchbox', { name: 'Buscar produto' }).fill('');
    await row('Curso de Pão').getByText('Digital · Gastronomia').waitFor();

    await page.getByLabel('Categoria').selectOption('Finanças');

    await heading('Nenhum produto com estes filtros', 2);
    expect(lastInput(listMarketplace)).toEqual({ category: 'FINANCE' });
  });

  it('sees what each product brought in the days that are chosen', async () => {
    await open('/platform/my-affiliates', 'affiliate');
    const own = page.getByRole('listitem', { name: 'Curso de Pão' });
    await own.getByText('12 vendas').waitFor();
    expect((await own.textContent())?.replaceAll('\u00a0', ' ')).toContain('R$ 683,40');

    await button('7 dias').click();

    await page.waitForURL(/period=7/);
    const { from, to } = lastInput(listMyAffiliations) as { from: string; to: string };
    expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000);
  });

  it('copies the link that counts as theirs', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/platform/my-affiliates', 'affiliate');

    await page
      .getByRole('list', { name: 'Links de Curso de Pão' })
      .getByText('Curso de Pão · R$ 99,90', { exact: true })
      .waitFor();
    await button('Copiar link de Curso de Pão · R$ 99,90').click();

    await said('Copiado');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(world.own[0]?.links[0]?.url);
  });

  it('without any is shown the way to the marketplace', async () => {
    world.own = [];
    await open('/platform/my-affiliates', 'affiliate');

    await page.getByRole('link', { name: 'Procurar produtos' }).click();

    await heading('Mercado de afiliação');
  });
});

describe('co-production', () => {
  it('is offered by a seller, with a share and a last day', async () => {
    server.answer(offerContract, () => ({ contractId: id(53) }));
    await open('/platform/co-production');
    await button('Convidar coprodutor').click();
    await inDialog('Enviar convite').click();
    await dialog().getByText('Escolha um produto.').waitFor();
    expect(server.inputsOf(offerContract)).toEqual([]);
    await dialog().getByLabel('Produto', { exact: true }).selectOption('Curso de Pão');
    await dialog().getByLabel('E-mail do coprodutor').fill(' gil@example.com ');
    await dialog().getByLabel('Parte do coprodutor').fill('15');
    await dialog().getByLabel('Último dia').fill('31/03/2027');

    await inDialog('Enviar convite').click();

    await said('Convite enviado por e-mail. O nome da pessoa aparece quando ela aceitar.');
    const terms = { basisPoints: 1_500, endsOn: '2027-03-31' };
    expect(lastInput(offerContract)).toEqual({ productId: id(1), email: 'gil@example.com', ...terms });
  });

  it('is changed or ended by the seller, but not ended before a day that was agreed on', async () => {
    server.answer(changeContract, () => ({ contractId: id(54) }));
    server.answer(endContract, () => ({}));
    await open('/platform/co-production');
    await row('gil@example.com').getByText('Convite por e-mail').waitFor();
    await row('Ana Afiliada').getByText('31/12/2026').waitFor();
    await expect.poll(() => button('Encerrar o contrato de Ana Afiliada').count()).toBe(0);
    await button('Mudar o contrato de Ana Afiliada').click();
    await dialog().getByLabel('Parte do coprodutor').fill('10');
    await inDialog('Propor mudança').click();
    await said('Mudança enviada ao coprodutor.');
    expect(lastInput(changeContract)).toEqual({ contractId: id(52), basisPoints: 1_000, endsOn: null });

    await button('Encerrar o contrato de Caio Coprodutor').click();
    await inDialog('Encerrar').click();

    await said('Contrato encerrado.');
    expect(lastInput(endContract)).toEqual({ contractId: id(51) });
  });

  it('is accepted by whom it was offered to, who sees nothing of a seller', async () => {
    server.answer(decideContract, () => ({}));
    await open('/platform/co-production', 'co-producer');
    await expect.poll(() => button('Convidar coprodutor').count()).toBe(0);
    await button('Aceitar o contrato de Curso de Pão').click();
    await dialog().getByText('Você passa a receber 20% das vendas de Curso de Pão').waitFor();

    await inDialog('Aceitar').click();

    await said('Contrato aceito.');
    expect(lastInput(decideContract)).toEqual({ contractId: id(61), decision: 'ACCEPT' });
  });
});

const PAGES = [
  ...['', '?tab=requested', '?tab=products'].map((tab) => `/platform/affiliates${tab}`),
  '/platform/my-affiliates',
  '/platform/marketplace',
  ...['', '?tab=received'].map((tab) => `/platform/co-production${tab}`),
];

judgeScreens({
  screens: PAGES,
  open: async (address) => {
    await open(address);
    await page
      .locator('.record-table td .muted, .record-table td button, .record-card, .affiliation-links')
      .first()
      .waitFor();
  },
});
