/** Tests the list of sales, as a seller and as the team reads it: searched, filtered, counted and downloaded. */
import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import { listPlatformSales, listSales } from '@feira/schemas/procedures/sales';
import { describe, expect, it } from 'vitest';
import { button, heading, openContext, option, PHONE, page } from './browser-page.ts';
import { answerCatalogue, createCatalogue, id } from './catalogue-world.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import { answerSignedIn } from './signed-in.ts';
import { listViolations } from './violations.ts';

type Sale = Output<typeof listPlatformSales>['sales'][number];

const OWN = '/platform/my-sales';
const ALL = '/admin-root/manage-sales';
const BIA = { sellerId: id(900), sellerName: 'Bia Costa' };
const LOJA = { sellerId: id(901), sellerName: 'Loja do Pão Comércio de Alimentos Ltda' };
const COURSE = id(1);

const createSale = (number: number, changes: Partial<Sale> = {}): Sale => ({
  id: `019ab3c4-5d6e-7f80-9123-${(0x7f3a90000000 + number).toString(16)}`,
  paymentId: `payment${String(number).padStart(15, '0')}`,
  createdAt: '2026-11-20T15:00:00.000Z',
  title: 'Curso de Pão de fermentação natural',
  cycle: null,
  buyerName: `Comprador ${number}`,
  buyerEmail: `comprador${number}@exemplo.com`,
  method: 'PIX',
  amount: 19_700,
  currency: 'BRL',
  installments: 1,
  status: 'APPROVED',
  settlement: 'EXACT',
  ...BIA,
  ...changes,
});
const createSales = (): Sale[] => [
  createSale(1, { buyerName: 'Ana Compradora', couponCode: 'PAO10', settlement: 'OVERPAID' }),
  createSale(2, {
    status: 'REFUNDED',
    method: 'CREDIT_CARD',
    installments: 12,
    amount: 123_456_789,
    cycle: 5,
    ...LOJA,
  }),
  ...Array.from({ length: 40 }, (_, index) => createSale(index + 3, { status: 'PENDING', method: 'BILLET' })),
];

let sales: Sale[];
/** The count in the answers, where it is not the number of sales. */
let count: number | null | undefined;

setUpScreens({
  answer: () => {
    sales = createSales();
    count = undefined;
    answerCatalogue(server, createCatalogue());
    answerSignedIn(server, {
      person: { id: BIA.sellerId, name: BIA.sellerName, email: 'bia@loja.example' },
      roles: ['seller', 'admin'],
      permissions: ['isSalesAvailable'],
    });
    server.answer(listPlatformSales, find);
    server.answer(listSales, (input) => {
      const { sales: found, ...rest } = find({ ...input, sellerId: BIA.sellerId });
      return { ...rest, sales: found.map(({ sellerId: _, sellerName: __, ...sale }) => sale) };
    });
  },
});

function find({ search, status, method, sellerId, after, limit = 20 }: Input<typeof listPlatformSales>) {
  const found = sales.filter(
    (sale) =>
      (!search || sale.buyerName.toLowerCase().includes(search)) &&
      (!status || sale.status === status) &&
      (!method || sale.method === method) &&
      (!sellerId || sale.sellerId === sellerId),
  );
  const [start, end] = [Number(after ?? 0), Number(after ?? 0) + Number(limit)];
  const counted = count === undefined ? found.length : count;
  return {
    sales: found.slice(start, end),
    next: end < found.length ? String(end) : null,
    count: after ? null : counted,
  };
}

const open = (address: string) => page.goto(screens.url + address);
const lastInput = (procedure: Procedure) => server.inputsOf(procedure).at(-1);
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const counted = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

describe('the list of all sellers', () => {
  it('stands in the menu, names the sellers, and leads to one sale', async () => {
    await open('/admin-root/');
    await page.getByRole('link', { name: 'Vendas', exact: true }).click();
    await heading('Vendas');
    await row('Ana Compradora').getByText('Bia Costa').waitFor();
    await row('Ana Compradora').getByText('Pago a mais · Cupom PAO10').waitFor();
    await row(LOJA.sellerName).getByText('9000-0002 · Cobrança 5', { exact: true }).waitFor();
    await counted('42 vendas');

    await row('Ana Compradora').getByRole('link', { name: 'Curso de Pão de fermentação natural' }).click();

    await page.waitForURL(`**${ALL}/${sales[0]!.id}`);
    await heading('Pedido 9000-0001');
  });

  it('narrows to one seller beside the other filters, and back', async () => {
    await open(`${ALL}?status=REFUNDED`);
    await page.getByRole('link', { name: `Só as vendas de ${LOJA.sellerName}` }).click();
    await page.waitForURL(`**${ALL}?status=REFUNDED&seller=${LOJA.sellerId}`);
    await counted('1 venda');
    expect(lastInput(listPlatformSales)).toEqual({ limit: '20', status: 'REFUNDED', sellerId: LOJA.sellerId });

    await page.getByRole('combobox', { name: 'Vendedor' }).click();
    await option('Todos os vendedores').click();

    await page.waitForURL(`**${ALL}?status=REFUNDED`);
    await expect.poll(() => page.getByRole('combobox', { name: 'Vendedor' }).count()).toBe(0);
  });

  it('hands what was asked for on to the files', async () => {
    await open(`${ALL}?status=APPROVED&method=PIX&seller=${BIA.sellerId}&search=ana&from=2026-11-01&to=2026-11-20`);
    await counted('1 venda');

    for (const format of ['CSV', 'XLSX'])
      await expect
        .poll(() => page.getByRole('link', { name: `Baixar estas vendas em ${format}` }).getAttribute('href'))
        .toBe(
          `/exports/platform-sales?from=2026-11-01&to=2026-11-20&status=APPROVED&method=PIX&sellerId=${BIA.sellerId}&search=ana&format=${format.toLowerCase()}&lang=pt-BR`,
        );
  });

  it('says that nothing was sold, which is another thing than that nothing matches', async () => {
    await open(`${ALL}?search=ninguem&method=PIX`);
    await heading('Nenhuma venda com estes filtros', 2);
    await button('Limpar filtros').click();
    await row('Ana Compradora').waitFor();
    expect(new URL(page.url()).search).toBe('');

    sales = [];
    await page.reload();

    await heading('Ainda não há vendas', 2);
    expect(await listViolations(page)).toEqual([]);
  });
});

describe("a seller's list", () => {
  it('goes from page to page by keyboard, and keeps the count', async () => {
    await open(OWN);
    await counted('41 vendas');
    await expect.poll(() => page.getByRole('columnheader', { name: 'Vendedor' }).count()).toBe(0);
    await button('Próxima').focus();
    await page.keyboard.press('Enter');

    await page.getByText('Comprador 23', { exact: true }).waitFor();
    await counted('41 vendas');
    await button('Anterior').click();
    await row('Ana Compradora').waitFor();
    expect(server.inputsOf(listPlatformSales)).toEqual([]);
  });

  it('says that there are more than the server counts', async () => {
    count = null;
    await open(OWN);

    await counted('Mais de 1.000 vendas');
  });

  it('is narrowed to a product, and is never asked for another seller', async () => {
    await open(`${OWN}?seller=${LOJA.sellerId}`);
    await page.getByRole('combobox', { name: 'Produto' }).click();
    await option('Curso de Pão').click();

    await page.waitForURL((url) => url.searchParams.get('product') === COURSE);
    await expect.poll(() => lastInput(listSales)).toEqual({ limit: '20', productId: COURSE });
    const file = await page.getByRole('link', { name: 'Baixar estas vendas em XLSX' }).getAttribute('href');
    expect(file).toBe(`/exports/sales?productId=${COURSE}&format=xlsx&lang=pt-BR`);
  });

  it('lets a product that is not among the choices be taken away', async () => {
    await open(`${OWN}?product=${id(999)}`);
    await page.getByText('Um produto', { exact: true }).click();
    await option('Todos os produtos').click();

    await page.waitForURL(`**${OWN}`);
  });

  it('has two lines for each sale on a phone, which lead to its page', async () => {
    await openContext({ viewport: PHONE });
    await open(OWN);
    const line = page.getByRole('listitem').filter({ hasText: 'Ana Compradora' });
    await line.getByText('9000-0001 · 20/11/2026 · Pago a mais').waitFor();
    await expect.poll(() => page.getByRole('table').count()).toBe(0);

    await line.click();

    await page.waitForURL(`**${OWN}/${sales[0]!.id}`);
  });
});

judgeScreens({
  screens: [OWN, ALL, `${ALL}?seller=${LOJA.sellerId}`, `${OWN}?search=zzz`],
  open: async (address) => {
    await open(address);
    await settle();
  },
});
