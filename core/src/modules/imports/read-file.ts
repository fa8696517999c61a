/** Reads the rows of an uploaded CSV or XLSX file as plain texts. Formulas are never computed: a cell is what the file stores as its value. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type FileProblem, IMPORT_LIMITS, type ImportFormat } from '@feira/schemas/imports';
import { toStorable } from '../../shared/storable.ts';

export class FileRefused extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(`The file was refused: ${problem}`);
    this.problem = problem;
  }
}

export interface ReadFile {
  format: ImportFormat;
  /** The rows, the header first. Rows without any text are left out. */
  rows: AsyncIterable<string[]>;
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** An OLE2 container: an encrypted workbook, or one of Excel 97. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const ROWS_AT_A_TIME = 500;

/** Tells the format by the content. Throws FileRefused, also while the rows are read. */
export function readFile(content: Buffer): ReadFile {
  if (content.length === 0) throw new FileRefused('EMPTY');
  if (content.subarray(0, 4).equals(OLE)) throw new FileRefused('ENCRYPTED');
  if (!content.subarray(0, 4).equals(ZIP)) return { format: 'CSV', rows: cleanRows(readCsv(content)) };
  checkArchive(content);
  return { format: 'XLSX', rows: cleanRows(readXlsx(content)) };
}

async function* cleanRows(rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  let count = 0;
  for await (const row of rows) {
    if (row.every((cell) => cell === '')) continue;
    if (row.length > IMPORT_LIMITS.columns && row.slice(IMPORT_LIMITS.columns).some((cell) => cell !== ''))
      throw new FileRefused('TOO_MANY_COLUMNS');
    // The header is no row of data.
    if (count > IMPORT_LIMITS.rows) throw new FileRefused('TOO_MANY_ROWS');
    count += 1;
    if (count % ROWS_AT_A_TIME === 0) await yieldToOthers();
    yield row.slice(0, IMPORT_LIMITS.columns);
  }
  if (count === 0) throw new FileRefused('EMPTY');
}

const toCell = (text: string): string => toStorable(text).slice(0, IMPORT_LIMITS.cellLetters).trim();

const BYTE_ORDER_MARKS: readonly [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Decodes a text. Without a mark, what is no UTF-8 was written by a Brazilian Excel, in Windows-1252. */
export function decodeText(content: Buffer): string {
  const [, marked] = BYTE_ORDER_MARKS.find(([bytes]) => bytes.every((byte, index) => content[index] === byte)) ?? [];
  if (marked) return new TextDecoder(marked).decode(content);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

const SEPARATORS = [';', ',', '\t', '|'] as const;
/** A first line without a separator is a file of one column. */
const HEADER_LETTERS = 20_000;

/** Returns the separator that stands most often in the first line, outside of quotes. */
export function findSeparator(text: string): string {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, HEADER_LETTERS).replace(/^[\r\n]+/, '')) ?? [''])[0];
  const bare = line.replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return [...SEPARATORS].sort((one, other) => count(other) - count(one))[0] as string;
}

/** Control characters besides those of lines: pictures and programs are full of them, and tables have none. */
const NO_TEXT = /[^\P{Cc}\t\n\v\f\r\u0080-\u009f]/u;

async function* readCsv(content: Buffer): AsyncGenerator<string[]> {
  const text = decodeText(content);
  if (NO_TEXT.test(text.slice(0, HEADER_LETTERS))) throw new FileRefused('KIND');
  // Excel writes "sep=;" before the header.
  const marked = /^sep=(.)\r?\n/i.exec(text);
  const body = marked ? text.slice(marked[0].length) : text;
  const { streamCsvRows } = await import('hucre/csv');
  // Our own files, and those of others that are as careful, write an apostrophe before what a spreadsheet would run.
  for (const row of streamCsvRows(body, { delimiter: marked?.[1] ?? findSeparator(body) }))
    yield row.map((cell) => toCell(String(cell ?? '')).replace(/^'(?=[=+\-@\t\r])/, ''));
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const MOST_ENTRIES = 2_000;
const ENCRYPTED_FLAG = 1;
/** An empty text takes a few bytes packed. */
const EMPTY_PACKED_BYTES = 64;

/**
 * Refuses a workbook whose parts say that they unpack to more than the limit. The reader unpacks no part further than its size says, so that
 * a size that is wrong breaks the file.
 */
export function checkArchive(content: Buffer): void {
  let end = content.length - END_BYTES;
  const first = Math.max(0, end - 65_535);
  while (end >= first && content.readUInt32LE(end) !== END) end -= 1;
  if (end < first) throw new FileRefused('BROKEN');
  const entries = content.readUInt16LE(end + 10);
  if (entries === 0 || entries > MOST_ENTRIES) throw new FileRefused(entries === 0 ? 'BROKEN' : 'TOO_LARGE_UNPACKED');
  let at = content.readUInt32LE(end + 16);
  let total = 0;
  let isWorkbook = false;
  for (let count = entries; count > 0; count -= 1) {
    if (at + ENTRY_BYTES > content.length || content.readUInt32LE(at) !== ENTRY) throw new FileRefused('BROKEN');
    if (content.readUInt16LE(at + 8) & ENCRYPTED_FLAG) throw new FileRefused('ENCRYPTED');
    const packed = content.readUInt32LE(at + 20);
    const unpacked = content.readUInt32LE(at + 24);
    // Without a size of its own, nothing would limit the part.
    if (unpacked === 0 && packed > EMPTY_PACKED_BYTES) throw new FileRefused('BROKEN');
    total += unpacked;
    if (total > IMPORT_LIMITS.unpackedBytes) throw new FileRefused('TOO_LARGE_UNPACKED');
    const nameBytes = content.readUInt16LE(at + 28);
    isWorkbook ||= content.toString('latin1', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes) === 'xl/workbook.xml';
    at += ENTRY_BYTES + nameBytes + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  if (!isWorkbook) throw new FileRefused('KIND');
}

/** Spreadsheets know no time zones: the clock that a cell shows is kept as it is. */
const toClock = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

/** Writes numbers so that the reader of values cannot take a fraction for thousands. */
const toNumber = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

async function* readXlsx(content: Buffer): AsyncGenerator<string[]> {
  const { streamXlsxRows } = await import('hucre/xlsx');
  try {
    for await (const { values } of streamXlsxRows(content, { sheet: 0 }))
      yield values.map((value) => {
        if (value === null) return '';
        if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : toClock(value);
        return typeof value === 'number' ? toNumber(value) : toCell(String(value));
      });
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused('BROKEN');
  }
}
