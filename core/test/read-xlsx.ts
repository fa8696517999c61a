/** Reads a workbook by its format alone, a ZIP archive of XML parts, independently of the library that wrote it. */
import { inflateRawSync } from 'node:zlib';

export interface SheetCell {
  value: string;
  isText: boolean;
  isFormula: boolean;
}
export interface SheetContent {
  name: string;
  rows: SheetCell[][];
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

function readArchive(file: Buffer): Map<string, string> {
  let end = file.length - 22;
  while (end >= 0 && file.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error('This is no archive: it has no directory.');
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count--) {
    if (file.readUInt32LE(at) !== ENTRY) throw new Error(`The directory is broken at ${at}.`);
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const path = file.toString('utf8', at + 46, at + 46 + name);
    const start = file.readUInt32LE(at + 42);
    if (file.readUInt32LE(start) !== LOCAL) throw new Error(`${path} is not where the directory says.`);
    const content = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
    const data = file.subarray(content, content + file.readUInt32LE(at + 20));
    parts.set(path, (file.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : data).toString('utf8'));
    at += 46 + name + extra + comment;
  }
  return parts;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const toText = (xml: string) =>
  xml.replace(/&(#x?[0-9a-f]+|\w+);/gi, (_, word: string) => {
    if (!word.startsWith('#')) return NAMED[word] ?? '';
    return String.fromCodePoint(Number(word.startsWith('#x') ? `0${word.slice(1)}` : word.slice(1)));
  });
/** Characters that XML cannot hold are written as codes between underscores. */
const unescapeCell = (text: string) =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
const attribute = (tag: string, name: string) => toText(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

function toCell(tag: string, content: string): SheetCell {
  const type = attribute(tag, 't');
  const value = type === 'inlineStr' ? /<t[^>]*>([\s\S]*?)<\/t>/ : /<v>([\s\S]*?)<\/v>/;
  return {
    value: unescapeCell(toText(value.exec(content)?.[1] ?? '')),
    isText: type === 'inlineStr' || type === 'str',
    isFormula: content.includes('<f>'),
  };
}

/** Column A is 0. */
const columnOf = (reference: string) =>
  [...reference.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function readRow(xml: string): SheetCell[] {
  const row: SheetCell[] = [];
  for (const [, tag = '', content = ''] of xml.matchAll(/<c((?:\s[^>]*?)?)(?:\/>|>([\s\S]*?)<\/c>)/g))
    row[columnOf(attribute(tag, 'r'))] = toCell(tag, content);
  return Array.from(row, (cell) => cell ?? { value: '', isText: false, isFormula: false });
}

export function readSheets(file: Buffer): SheetContent[] {
  const parts = readArchive(file);
  const part = (path: string) => {
    const found = parts.get(path);
    if (found === undefined) throw new Error(`The workbook has no ${path}.`);
    return found;
  };
  if (!part('[Content_Types].xml').includes('spreadsheetml.sheet.main+xml')) throw new Error('This is no workbook.');
  const targets = new Map(
    [...part('xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?(xl\/)?/, 'xl/'),
    ]),
  );
  return [...part('xl/workbook.xml').matchAll(/<sheet\s[^>]*>/g)].map(([tag]) => ({
    name: attribute(tag, 'name'),
    rows: [...part(targets.get(attribute(tag, 'r:id')) ?? '').matchAll(/<row[^>]*>([\s\S]*?)<\/row>/g)].map(
      ([, xml = '']) => readRow(xml),
    ),
  }));
}
