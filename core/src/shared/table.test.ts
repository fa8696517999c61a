import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { parseCsv } from 'hucre/csv';
import { describe, expect, it } from 'vitest';
import { readSheets } from '../../test/read-xlsx.ts';
import { type Column, type Table, type TableFormat, type Value, writeTable } from './table.ts';

const COLUMNS: Column[] = [
  { header: 'Quando', kind: 'time' },
  { header: 'O quê', kind: 'text' },
  { header: 'Valor', kind: 'money' },
];
const EVIL = ['=1+1', '+55', '-2', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://evil.example";"oi")'];

async function* inBatches(...batches: Value[][][]) {
  yield* batches;
}
const tableOf = (...batches: Value[][][]): Table => ({
  name: 'Extrato',
  locale: 'en',
  columns: COLUMNS,
  batches: inBatches(...batches),
});

async function write(table: Table, format: TableFormat): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeTable(table, format)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** At half past midnight in London it is still the day before in São Paulo. */
const MOMENT = new Date('2026-11-21T00:30:15Z');

describe('writeTable as CSV', () => {
  it('has a mark, commas, the clock of São Paulo, and amounts in whole currency', async () => {
    const text = (
      await write(tableOf([[MOMENT, 'Pão, "de queijo"', -1_234]], [[null, null, 100_000_000_001]]), 'csv')
    ).toString();
    expect(text).toBe(
      '\ufeff"Quando","O quê","Valor"\r\n"2026-11-20 21:30:15","Pão, ""de queijo""",-12.34\r\n"","",1000000000.01\r\n',
    );
  });

  it('has semicolons and commas for Brazil', async () => {
    const text = (await write({ ...tableOf([[MOMENT, 'a;b', -1_234]]), locale: 'pt-BR' }, 'csv')).toString();

    expect(text).toBe('\ufeff"Quando";"O quê";"Valor"\r\n"2026-11-20 21:30:15";"a;b";-12,34\r\n');
  });

  it.each(EVIL)('disarms %j', async (text) => {
    const [, line] = parseCsv((await write(tableOf([[null, text, null]]), 'csv')).toString(), { delimiter: ',' });
    expect(line?.[1]).toMatch(/^'/);
  });
});

describe('writeTable as XLSX', () => {
  it('opens, with a type for each cell', async () => {
    const [sheet] = readSheets(
      await write(tableOf([[MOMENT, 'Pão & "queijo" <1>', -1_234]], [[null, '12', 5]]), 'xlsx'),
    );
    expect(sheet?.name).toBe('Extrato');
    expect(sheet?.rows[0]?.map(({ value }) => value)).toEqual(['Quando', 'O quê', 'Valor']);
    const [moment, text, amount] = sheet?.rows[1] ?? [];
    // The number of days since 30 December 1899.
    const day = Number(moment?.value) - (Date.UTC(2026, 10, 20) - Date.UTC(1899, 11, 30)) / 86_400_000;
    expect(Math.round(day * 86_400)).toBe(21 * 3_600 + 30 * 60 + 15);
    expect([moment?.isText, amount?.isText]).toEqual([false, false]);
    expect(text).toEqual({ value: 'Pão & "queijo" <1>', isText: true, isFormula: false });
    expect(Number(amount?.value)).toBe(-12.34);
    // Text of digits, such as a document or an account, stays text.
    expect(sheet?.rows[2]?.[1]).toEqual({ value: '12', isText: true, isFormula: false });
  });

  it.each(EVIL)('holds %j as text', async (text) => {
    const [sheet] = readSheets(await write(tableOf([[null, text, null]]), 'xlsx'));
    expect(sheet?.rows[1]?.find(({ value }) => value !== '')).toEqual({ value: text, isText: true, isFormula: false });
  });

  it('opens whatever a text holds', async () => {
    const [sheet] = readSheets(await write(tableOf([[null, 'a\u0001b\ud800c\u{1f35e}\uffff_x0041_', null]]), 'xlsx'));
    expect(sheet?.rows[1]?.[1]?.value).toBe('a\ufffdb\ufffdc\u{1f35e}\ufffd_x0041_');
  });
});

describe.each(['csv', 'xlsx'] as const)('a reader of %s that waits', (format) => {
  it('is waited for, and whoever leaves ends the reading', async () => {
    let asked = 0;
    let isOver = false;
    async function* endless() {
      try {
        while (true) {
          asked += 1;
          yield Array.from({ length: 1_000 }, (_, index): Value[] => [
            MOMENT,
            `Linha ${asked}.${index} ${Math.random()}`,
            index,
          ]);
        }
      } finally {
        isOver = true;
      }
    }
    const stream = writeTable({ name: 'Extrato', locale: 'en', columns: COLUMNS, batches: endless() }, format);
    for await (const _ of stream.iterator({ destroyOnReturn: false })) break;
    let before: number;
    // The writer requests batches until the buffers on the way are full, and none after that.
    do {
      before = asked;
      for (let turn = 0; turn < 200; turn++) await yieldToOthers();
    } while (asked > before);
    expect(asked).toBeLessThan(50);

    stream.destroy();
    await expect.poll(() => isOver).toBe(true);
  });

  it('sees the file break off where a batch fails', async () => {
    async function* failing() {
      yield [[MOMENT, 'Pão', 1]] as Value[][];
      throw new Error('The connection broke.');
    }
    await expect(
      write({ name: 'Extrato', locale: 'en', columns: COLUMNS, batches: failing() }, format),
    ).rejects.toThrow('broke');
  });
});
