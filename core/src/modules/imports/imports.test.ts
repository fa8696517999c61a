/** Imports from other platforms: what they write, what they refuse, and that they never write twice. */
import { IMPORT_LIMITS } from '@feira/schemas/imports';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { writeTable } from '../../shared/table.ts';
import { eraseSubjects, findSubject } from '../privacy/erase.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let seller: Staff;
let rival: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  seller = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  rival = await openStaff(node.app, world.platformId, { roles: ['seller'] });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const call = async (name: string, input: object, { headers }: Pick<Staff, 'headers'> = seller) => {
  const isQuery = /^(list|get)/.test(name);
  const answer = isQuery
    ? await node.app.inject({
        url: `/api/imports.${name}?${new URLSearchParams(input as Record<string, string>)}`,
        headers,
      })
    : await node.app.inject({ method: 'POST', url: `/api/imports.${name}`, headers, payload: input });
  return { status: answer.statusCode, body: answer.json() };
};

const done = async (name: string, input: object, by = seller) => {
  const answer = await call(name, input, by);
  expect([name, answer.status, answer.body]).toEqual([name, 200, answer.body]);
  return answer.body;
};

async function send(content: Buffer | string, by = seller): Promise<string> {
  const bytes = Buffer.from(content);
  const { importId, partBytes } = await done('createImport', { fileName: 'arquivo.csv', bytes: bytes.length }, by);
  for (let number = 0; number * partBytes < bytes.length; number += 1) {
    const part = bytes.subarray(number * partBytes, (number + 1) * partBytes).toString('base64');
    await done('addPart', { importId, number, content: part }, by);
  }
  await done('finishUpload', { importId }, by);
  await node.app.imports.run();
  return importId;
}

interface Choice {
  kind?: string;
  source?: string;
  isLenient?: boolean;
  by?: Staff;
}

/** Uploads a file and checks it by the columns that were guessed. */
async function check(content: Buffer | string, { by = seller, isLenient = false, ...asked }: Choice = {}) {
  const importId = await send(content, by);
  const { kind, source, mapping } = await done('getImport', { importId, ...asked }, by);
  await done('checkImport', { importId, kind, source, mapping, isLenient }, by);
  await node.app.imports.run();
  return done('getImport', { importId }, by);
}

async function run(content: Buffer | string, choice: Choice = {}) {
  const { id } = await check(content, choice);
  await done('runImport', { importId: id }, choice.by);
  await node.app.imports.run();
  return done('getImport', { importId: id }, choice.by);
}

const problemsOf = async (importId: string, of = 'REFUSED') =>
  (await done('listProblems', { importId, of })).items as { line: number; field: string; why: string; fix: string }[];

const CPF = '123.456.789-09';

describe('customers', () => {
  it('of a program lose the spaces around their values, as those of a file do', async () => {
    const { importId } = await done('importRows', {
      kind: 'CUSTOMERS',
      rows: [{ name: '  Rita Lima ', email: ' padded@example.com ' }],
    });
    const { preview } = await done('getImport', { importId });
    expect(preview).toEqual([['Rita Lima', 'padded@example.com']]);
  });

  it('come once, whatever the separator, the encoding and the format', async () => {
    const csv = `Nome;E-mail;Telefone;CPF\r\n"José, da Silva";Jose@Example.com;(11) 98888-7777;${CPF}\r\nAna;ana@example.com;;\r\n`;
    const first = await run(csv);
    expect(first).toMatchObject({ state: 'DONE', kind: 'CUSTOMERS', source: 'PLAIN', rowCount: 2, madeRows: 2 });

    const latin = Buffer.from(csv.replace('José', 'Jos\u00e9'), 'latin1');
    const comma = `\ufeffNome,E-mail,Telefone,CPF\n"José, da Silva",jose@example.com,11988887777,12345678909\nAna,ana@example.com,,\n`;
    const chunks: Buffer[] = [];
    const sheet = writeTable(
      {
        name: 'clientes',
        locale: 'pt-BR',
        columns: ['Nome', 'E-mail', 'Telefone', 'CPF'].map((header) => ({ header, kind: 'text' as const })),
        batches: (async function* () {
          yield [['José, da Silva', 'jose@example.com', '11988887777', '12345678909']];
        })(),
      },
      'xlsx',
    );
    for await (const chunk of sheet) chunks.push(chunk as Buffer);
    for (const again of [latin, comma, Buffer.concat(chunks)]) {
      const repeated = await run(again);
      expect(repeated).toMatchObject({ state: 'DONE', newRows: 0, changedRows: 0, refusedRows: 0, madeRows: 0 });
    }

    const { items } = await done('listCustomers', { search: 'jose' });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      name: 'José, da Silva',
      email: 'jose@example.com',
      phone: '11988887777',
      document: '12345678909',
    });
  });

  it('change where a cell differs, and keep what an empty cell leaves out', async () => {
    const result = await run('Nome;E-mail;Telefone\nAna Maria;ana@example.com;\n');
    expect(result).toMatchObject({ changedRows: 1, madeRows: 0, writtenRows: 1 });
    const { items } = await done('listCustomers', { search: 'ana maria' });
    expect(items).toHaveLength(1);
  });

  it('are refused with line, field, reason and fix, and leave the others alone', async () => {
    const file = `Nome;E-mail;Telefone;CPF\nX;sem-arroba;;\n;;;\nY;y@example.com;123;\nZ;z@example.com;;11111111111\nOk;ok@example.com;;\nV;;;${CPF}\n`;
    const checked = await check(file);
    expect(checked).toMatchObject({ state: 'CHECKED', rowCount: 5, newRows: 1, refusedRows: 4 });
    const problems = await problemsOf(checked.id);
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [2, 'E-mail do cliente'],
      [3, 'Telefone'],
      [4, 'CPF ou CNPJ'],
      [6, 'E-mail do cliente'],
    ]);
    for (const { why, fix } of problems) expect([why.length > 5, fix.length > 5]).toEqual([true, true]);
    const lenient = await check(file, { isLenient: true });
    expect(lenient).toMatchObject({ newRows: 3, refusedRows: 2 });
  });

  it('are never found by another seller, nor are their imports', async () => {
    const { id } = await check('Nome;E-mail\nEva;eva@example.com\n');
    const mapping = [{ field: 'email', column: 1 }];
    const calls: [string, object][] = [
      ['getImport', { importId: id }],
      ['addPart', { importId: id, number: 0, content: 'YWJj' }],
      ['finishUpload', { importId: id }],
      ['checkImport', { importId: id, kind: 'CUSTOMERS', source: 'PLAIN', mapping, isLenient: false }],
      ['runImport', { importId: id }],
      ['undoImport', { importId: id }],
      ['discardImport', { importId: id }],
      ['listProblems', { importId: id, of: 'REFUSED' }],
    ];
    for (const [name, input] of calls) {
      const { status, body } = await call(name, input, rival);
      expect([name, status, body.code]).toEqual([name, 404, 'IMPORT_NOT_FOUND']);
    }
    expect((await done('listCustomers', {}, rival)).items).toEqual([]);
    const [mine] = (await done('listCustomers', {})).items;
    expect((await call('getCustomer', { customerId: mine.id }, rival)).body.code).toBe('IMPORTED_CUSTOMER_NOT_FOUND');
  });
});

describe('a node that dies', () => {
  it('leaves a batch undone or done, and the next one goes on without doubling', async () => {
    const lines = Array.from({ length: 12_000 }, (_, index) => `Cliente ${index};killed-${index}@example.com`);
    const { id } = await check(`Nome;E-mail\n${lines.join('\n')}\n`);
    await done('runImport', { importId: id });
    // The node dies in the middle of the second batch: its transaction is undone.
    await inspector.rows(
      `CREATE OR REPLACE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.email = 'killed-7000@example.com' THEN RAISE EXCEPTION 'killed'; END IF; RETURN NEW; END $$`,
    );
    await inspector.rows('CREATE TRIGGER die BEFORE INSERT ON imported_customer FOR EACH ROW EXECUTE FUNCTION die()');
    await node.app.imports.run();
    const half = await done('getImport', { importId: id });
    expect(half).toMatchObject({ state: 'RUNNING', doneRows: 5_000, madeRows: 5_000 });

    await inspector.rows('DROP TRIGGER die ON imported_customer');
    await inspector.rows('UPDATE import SET work_due_at = now() - make_interval(mins => 1) WHERE id = $1', [id]);
    await node.app.imports.run();
    expect(await done('getImport', { importId: id })).toMatchObject({ state: 'DONE', madeRows: 12_000 });

    // Even a whole import that is taken again finds its rows by their keys.
    await inspector.rows(
      `UPDATE import SET state = 'RUNNING', done_rows = 0, made_rows = 0, work_due_at = now() - interval '1 minute' WHERE id = $1`,
      [id],
    );
    await node.app.imports.run();
    expect(await done('getImport', { importId: id })).toMatchObject({ state: 'DONE', madeRows: 0, writtenRows: 0 });
    const [count] = await inspector.rows(
      `SELECT count(*)::int AS count FROM imported_customer WHERE email LIKE 'killed-%'`,
    );
    expect(count).toEqual({ count: 12_000 });
  });
});

describe('products and offers', () => {
  const FILE = [
    'ID do produto;Produto;Descrição;Tipo;ID da oferta;Oferta;Preço;installmentOne;installmentTwo;installmentThree',
    'P1;Curso de Bolo;Bolos simples;Digital;O1;Completo;1.234,56;0;20,5;30',
    'P1;Curso de Bolo;Bolos simples;Digital;O2;Básico;R$ 97,00;;;',
    'P2;Livro;;Físico;O3;Livro;50;;;',
  ].join('\n');

  it('come with their offers and installments, as drafts, and change nothing the second time', async () => {
    const first = await run(FILE);
    expect(first).toMatchObject({ state: 'DONE', kind: 'PRODUCTS', madeRows: 3, refusedRows: 0 });
    const rows = await inspector.rows(
      `SELECT p.name, p.status, p.type_product, o.title, o.price::int, o.installments
       FROM product p JOIN offer o ON o.product_id = p.id WHERE p.seller_id = $1 ORDER BY o.price`,
      [seller.id],
    );
    expect(rows).toEqual([
      { name: 'Livro', status: 'DRAFT', type_product: 'FISICO', title: 'Livro', price: 5_000, installments: null },
      {
        name: 'Curso de Bolo',
        status: 'DRAFT',
        type_product: 'DIGITAL',
        title: 'Básico',
        price: 9_700,
        installments: null,
      },
      {
        name: 'Curso de Bolo',
        status: 'DRAFT',
        type_product: 'DIGITAL',
        title: 'Completo',
        price: 123_456,
        installments: {
          max: 3,
          interestFree: 1,
          feeBasisPoints: [0, 2_050, 3_000, 0, 0, 0, 0, 0, 0, 0, 0, 0],
          minimumInstallment: 500,
        },
      },
    ]);
    expect(await run(FILE)).toMatchObject({ newRows: 0, changedRows: 0, sameRows: 3, madeRows: 0, writtenRows: 0 });
  });

  it('are refused by the rules of the forms', async () => {
    const header =
      'Produto;Oferta;Preço;Tipo;type;Preço da renovação;A cada;installmentOne;installmentTwo;installmentThree';
    const checked = await check(
      [
        header,
        'A;A;0;;;;;;;',
        'B;B;dez;;;;;;;',
        'C;C;10;Comida;;;;;;',
        'D;D;10;;assinatura;;;;;',
        'E;E;10;;;;;0;;5',
        'F;F;10;;;;;;;',
        'F;F;10;;;;;;;',
        ';G;10;;;;;;;',
      ].join('\n'),
    );
    const problems = await problemsOf(checked.id);
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [2, 'Preço'],
      [3, 'Preço'],
      [4, 'Tipo'],
      [5, 'Preço da renovação'],
      [5, 'A cada'],
      [6, 'Juros em 3x (%)'],
      [8, null],
      [9, 'Nome do produto'],
    ]);
    expect(checked).toMatchObject({ newRows: 1, refusedRows: 7 });
  });

  it('need their product where a file has offers alone', async () => {
    const checked = await check('Produto;Oferta;Preço\nNinguém;X;10\nLivro;Novo;30\n', { kind: 'OFFERS' });
    expect(checked).toMatchObject({ newRows: 1, refusedRows: 1 });
    expect((await problemsOf(checked.id))[0]).toMatchObject({ line: 2, field: 'Nome do produto' });
  });
});

describe('files', () => {
  const bomb = () => {
    const zipped = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': new Uint8Array(8_000_000),
    });
    const content = Buffer.from(zipped);
    // The directory says that each part unpacks to 250 MB.
    for (let at = content.indexOf('PK\u0001\u0002'); at >= 0; at = content.indexOf('PK\u0001\u0002', at + 4))
      content.writeUInt32LE(250_000_000, at + 24);
    return content;
  };

  it.each([
    ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'CSV'],
    ['an old workbook', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 1]), '.xls'],
    ['an archive that is no workbook', () => Buffer.from(zipSync({ 'a.txt': strToU8('a') })), 'XLSX'],
    [
      'a workbook that is cut',
      () => Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('a') })).subarray(0, 60),
      'danificado',
    ],
    ['a workbook that unpacks to too much', bomb, '256 MB'],
    ['a header alone', () => Buffer.from('Nome;E-mail\n'), 'primeira'],
    ['blanks', () => Buffer.from('\n\n;;\n'), 'linhas'],
    ['too many lines', () => Buffer.from(`E-mail\n${'a@b.co\n'.repeat(IMPORT_LIMITS.rows + 1)}`), '200.000 linhas'],
    ['too many columns', () => Buffer.from(`${'a;'.repeat(200)}a\n${'1;'.repeat(200)}1\n`), '150 colunas'],
  ])('refuse %s and say what to do', async (_, make, text) => {
    const importId = await send(make());
    const { state, problem } = await done('getImport', { importId });
    expect(state).toBe('FAILED');
    expect(problem).toContain(text);
    await done('discardImport', { importId });
  });

  it('are refused above their size before a byte is sent, and while parts are missing', async () => {
    const large = await call('createImport', { fileName: 'x.csv', bytes: IMPORT_LIMITS.fileBytes + 1 });
    expect([large.status, large.body.code, large.body.message.includes('30 MB')]).toEqual([
      413,
      'IMPORT_TOO_LARGE',
      true,
    ]);
    const { importId } = await done('createImport', { fileName: 'x.csv', bytes: 10 });
    expect((await call('finishUpload', { importId })).body.code).toBe('IMPORT_INCOMPLETE');
    await done('discardImport', { importId });
  });

  it('never run a formula', async () => {
    const result = await run(
      `Nome;E-mail\n=1+1;formula@example.com\n"=HYPERLINK(""https://evil.example"")";formula2@example.com\n`,
    );
    expect(result).toMatchObject({ madeRows: 2 });
    const { items } = await done('listCustomers', { search: 'formula' });
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual([
      '=1+1',
      '=HYPERLINK("https://evil.example")',
    ]);
  });

  it('are mapped column by column, and required fields are named', async () => {
    const importId = await send('Coluna A;Coluna B\nEva;eva2@example.com\n');
    const none = await call('checkImport', {
      importId,
      kind: 'CUSTOMERS',
      source: 'PLAIN',
      mapping: [],
      isLenient: false,
    });
    expect([none.status, none.body.code, none.body.details.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      'IMPORT_MAPPING',
      ['email'],
    ]);
    const mapping = [
      { field: 'email', column: 1 },
      { field: 'name', column: 0 },
    ];
    await done('checkImport', { importId, kind: 'CUSTOMERS', source: 'PLAIN', mapping, isLenient: false });
    await node.app.imports.run();
    expect(await done('getImport', { importId })).toMatchObject({ state: 'CHECKED', newRows: 1 });
  });
});

describe('sales of other platforms', () => {
  const KIWIFY = [
    'ID da venda,Status,Data de Criação,Produto,Total com acréscimo,Valor líquido,Moeda,Cliente,Cliente Email,Celular,CPF',
    'k1,paid,05/01/2026 10:00:00,Curso,"1.234,56","1.100,00",BRL,Ana,ana@example.com,11988887777,12345678909',
    'k2,refunded,06/01/2026 10:00:00,Curso,97.50,80.10,BRL,Bia,bia@example.com,,',
  ].join('\n');

  it('are history: they touch neither the ledger nor a report', async () => {
    await connect(node.app, world);
    await buy(node.app, pixPurchase(world));
    const money = () =>
      inspector.rows(
        `SELECT (SELECT count(*) FROM ledger_entry) AS postings, (SELECT coalesce(sum(balance), 0) FROM ledger_account) AS balance,
          (SELECT count(*) FROM sale) AS sales, (SELECT count(*) FROM payment) AS payments, (SELECT count(*) FROM outbox) AS told,
          (SELECT count(*) FROM mail) AS mails`,
      );
    const before = await money();

    const result = await run(KIWIFY);

    expect(result).toMatchObject({ state: 'DONE', kind: 'SALES', source: 'KIWIFY', madeRows: 2 });
    expect(await money()).toEqual(before);
    const { items } = await done('listSales', {});
    expect(items).toMatchObject([
      { externalId: 'k2', status: 'REFUNDED', amount: 9_750, netAmount: 8_010, soldAt: '2026-01-06T13:00:00.000Z' },
      { externalId: 'k1', status: 'APPROVED', amount: 123_456, netAmount: 110_000, email: 'ana@example.com' },
    ]);
    expect((await done('listSales', {}, rival)).items).toEqual([]);
    expect(await run(KIWIFY)).toMatchObject({ sameRows: 2, madeRows: 0, writtenRows: 0 });

    const { items: customers } = await done('listCustomers', { search: 'ana@example.com' });
    const customer = await done('getCustomer', { customerId: customers[0].id });
    expect(customer.importedSales).toMatchObject([{ externalId: 'k1' }]);
  });

  it('are guessed from the columns of each platform', async () => {
    const hotmart = await send(
      'Código da transação;Status da transação;Data da transação;Produto;Valor de compra com impostos;Moeda de compra;Comprador(a);Email do(a) Comprador(a)\nHP1;Aprovado;01/02/2026 09:00:00;Curso;99,90;BRL;Ana;ana@example.com\n',
    );
    const eduzz = await send(
      'Fatura,Status,Data de Criação,Produto,Valor da Venda,Cliente / Nome,Cliente / E-mail\n123,Paga,2026-02-01 09:00:00,Curso,99.90,Ana,ana@example.com\n',
    );
    for (const [importId, source] of [
      [hotmart, 'HOTMART'],
      [eduzz, 'EDUZZ'],
    ] as const) {
      const found = await done('getImport', { importId });
      expect([found.source, found.kind]).toEqual([source, 'SALES']);
      const { mapping } = found;
      await done('checkImport', { importId, kind: 'SALES', source, mapping, isLenient: false });
      await node.app.imports.run();
      expect(await done('getImport', { importId })).toMatchObject({ state: 'CHECKED', newRows: 1, refusedRows: 0 });
    }
  });

  it('are refused where a date, an amount or a word says nothing', async () => {
    const checked = await check(
      'ID da venda,Status,Data de Criação,Produto,Total com acréscimo,Cliente Email\nr1,paid,31/02/2026,C,10,a@b.co\nr2,paid,01/02/2026,C,x,a@b.co\nr3,talvez,01/02/2026,C,10,a@b.co\nr4,paid,01/02/2026,C,10,a@b.co\nr4,paid,01/02/2026,C,10,a@b.co\n',
    );
    expect(checked).toMatchObject({ newRows: 1, refusedRows: 4 });
    expect((await problemsOf(checked.id)).map(({ line, field }) => [line, field])).toEqual([
      [2, 'Data da venda'],
      [3, 'Valor da venda'],
      [4, 'Situação'],
      [6, null],
    ]);
  });
});

describe('an erasure', () => {
  it('takes what was brought of a customer, also lines of files, and leaves the amounts of sales', async () => {
    await run('Nome;E-mail;Telefone\nApagada;erase@example.com;11988887777\nFica;stay@example.com;\n');
    await run(
      'ID da venda,Status,Data de Criação,Produto,Total com acréscimo,Cliente,Cliente Email\ne1,paid,05/01/2026,Curso,10,Apagada,erase@example.com\n',
    );
    const { platformId } = world;
    const subject = { personId: null, email: 'erase@example.com' };

    await node.app.database.transaction(platformId, async (transaction) => {
      await eraseSubjects(transaction, platformId, [await findSubject(transaction, platformId, subject)]);
    });

    const left = await inspector.rows(
      `SELECT (SELECT count(*) FROM imported_customer WHERE email = 'erase@example.com')::int AS customers,
        (SELECT count(*) FROM imported_customer WHERE email = 'stay@example.com')::int AS others,
        (SELECT count(*) FROM import_row WHERE cells::text LIKE '%erase@example.com%')::int AS lines,
        (SELECT count(*) FROM imported_sale WHERE email = 'erase@example.com' OR name = 'Apagada')::int AS named,
        (SELECT amount::int FROM imported_sale WHERE external_id = 'e1') AS amount`,
    );
    expect(left).toEqual([{ customers: 0, others: 1, lines: 0, named: 0, amount: 1_000 }]);
  });
});

describe('undoing', () => {
  it('removes what the import made and nobody has changed since, and says what it kept', async () => {
    await run('Nome;E-mail\nAntes;undo-before@example.com\n');
    const result = await run(
      'Nome;E-mail\nDepois;undo-before@example.com\nNovo;undo-new@example.com\nMudado;undo-changed@example.com\n',
    );
    expect(result).toMatchObject({ madeRows: 2, writtenRows: 1 });
    await run('Nome;E-mail\nOutro nome;undo-changed@example.com\n');

    await done('undoImport', { importId: result.id });
    await node.app.imports.run();

    expect(await done('getImport', { importId: result.id })).toMatchObject({
      state: 'UNDONE',
      removedRows: 1,
      keptRows: 2,
    });
    const kept = await problemsOf(result.id, 'KEPT');
    expect(kept.map(({ line }) => line)).toEqual([2, 4]);
    const { items } = await done('listCustomers', { search: 'undo-' });
    expect(items.map(({ email }: { email: string }) => email).sort()).toEqual([
      'undo-before@example.com',
      'undo-changed@example.com',
    ]);
    expect((await call('undoImport', { importId: result.id })).body.code).toBe('IMPORT_STATE');
  });

  it('removes products and offers that were neither sold nor edited', async () => {
    const file = 'Produto;Oferta;Preço\nUndo Um;A;10\nUndo Um;B;20\nUndo Dois;C;30\nUndo Três;D;40\n';
    const result = await run(file);
    await inspector.rows(`UPDATE product SET version = 2 WHERE name = 'Undo Dois'`);
    const [offer] = await inspector.rows(
      `SELECT o.id FROM offer o JOIN product p ON p.id = o.product_id WHERE p.name = 'Undo Três'`,
    );
    await inspector.rows(
      `INSERT INTO sale_item (platform_id, sale_id, position, offer_id, title, quantity, unit_price, is_tangible)
       SELECT platform_id, sale_id, 9, $1, 'x', 1, 1, false FROM sale_item LIMIT 1`,
      [offer?.id],
    );

    await done('undoImport', { importId: result.id });
    await node.app.imports.run();

    expect(await done('getImport', { importId: result.id })).toMatchObject({
      state: 'UNDONE',
      removedRows: 2,
      keptRows: 2,
    });
    const names = await inspector.rows(`SELECT name FROM product WHERE name LIKE 'Undo%' ORDER BY name`);
    expect(names).toEqual([{ name: 'Undo Dois' }, { name: 'Undo Três' }]);
  });

  it('is over after a day', async () => {
    const result = await run('Nome;E-mail\nVelho;undo-old@example.com\n');
    await inspector.rows(`UPDATE import SET finished_at = finished_at - interval '25 hours' WHERE id = $1`, [
      result.id,
    ]);
    expect((await call('undoImport', { importId: result.id })).body.code).toBe('IMPORT_UNDO_OVER');
  });
});
