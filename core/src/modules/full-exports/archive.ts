/** Writes everything that a seller has into one ZIP: each table as CSV and as JSON, and a file that explains them. */
import type { FastifyInstance } from 'fastify';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { SellerTable, TableOwner } from '../../plugins/seller-tables.ts';
import type { Column, Table, Value } from '../../shared/table.ts';
import { writeTable } from '../../shared/table.ts';

export type ArchiveApp = Pick<FastifyInstance, 'database' | 'clock' | 'sellerTables'>;

const LEVEL = 6;

/** Amounts are decimal texts, times are ISO 8601. */
function toJson(value: Value, { kind }: Column): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' && kind === 'money' ? (value / 100).toFixed(2) : value;
}

async function* writeJson({ columns, batches }: Table): AsyncGenerator<string> {
  let isFirst = true;
  yield '[';
  for await (const rows of batches)
    for (const row of rows) {
      const object = Object.fromEntries(
        columns.map((column, index) => [column.header, toJson(row[index] ?? null, column)]),
      );
      yield `${isFirst ? '' : ','}\n${JSON.stringify(object)}`;
      isFirst = false;
    }
  yield '\n]\n';
}

const README = {
  'pt-BR': [
    'Tudo o que você tem nesta plataforma.',
    'Cada tabela vem como CSV (para planilhas, com ponto e vírgula) e como JSON (para programas).',
    'Nos CSVs, valores têm vírgula e horários são de São Paulo. Nos JSONs, valores têm ponto e horários são UTC, em ISO 8601.',
    'products, offers, customers, imported-sales e imported-subscriptions podem ser importados de novo em Produtos > Importar.',
    'Colunas com nomes em inglês são os campos dos formulários; installmentOne a installmentTwelve são os juros de cada parcelamento, em %.',
  ],
  en: [
    'Everything that you have on this platform.',
    'Each table comes as CSV (for spreadsheets) and as JSON (for programs).',
    'Times are of São Paulo in CSV files, and UTC in ISO 8601 in JSON files. Amounts are decimal numbers.',
    'products, offers, customers, imported-sales and imported-subscriptions can be imported again under Products > Import.',
    'Columns are named as the fields of the forms; installmentOne to installmentTwelve are the interest of each number of installments, in %.',
  ],
} as const;

function writeReadme(tables: readonly SellerTable[], owner: TableOwner): string {
  const described = tables.map((table) => {
    const headers = table.open(owner).columns.map(({ header }) => header);
    return `${table.file}\n  ${table.about[owner.locale]}\n  ${headers.join(', ')}\n`;
  });
  return `${README[owner.locale].join('\n')}\n\n${described.join('\n')}`;
}

/** Yields the bytes of the archive while its tables are read. */
export async function* writeArchive(app: ArchiveApp, owner: TableOwner): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else if (chunk.length > 0) ready.push(chunk);
  });
  const take = () => {
    if (failure) throw failure;
    return ready.splice(0);
  };
  const tables = app.sellerTables.list();
  async function* put(name: string, texts: AsyncIterable<string | Uint8Array>) {
    const entry = new ZipDeflate(name, { level: LEVEL });
    zip.add(entry);
    for await (const text of texts) {
      entry.push(typeof text === 'string' ? strToU8(text) : text);
      yield* take();
    }
    entry.push(new Uint8Array(0), true);
    yield* take();
  }
  const readme = owner.locale === 'en' ? 'README.txt' : 'LEIA-ME.txt';
  yield* put(readme, one(writeReadme(tables, owner)));
  for (const table of tables) {
    yield* put(`${table.file}.csv`, writeTable(table.open(owner), 'csv'));
    yield* put(`${table.file}.json`, writeJson(table.open(owner)));
  }
  zip.end();
  yield* take();
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}
