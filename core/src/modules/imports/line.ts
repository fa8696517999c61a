/** Reads the cells of a line into the values of its kind, and says what is wrong with each. Pure. */
import type { ImportKind } from '@feira/schemas/imports';
import { cleanLine, cleanName, cleanText } from '@feira/schemas/rules/text';
import type { ValidateFunction } from 'ajv';
import { createAjv } from '../../plugins/procedures.ts';
import { FIELDS, type ImportField } from './fields.ts';
import type { Mapping, ProblemCode, RowProblem } from './model.ts';
import {
  foldText,
  isNothing,
  readBoolean,
  readDocument,
  readEmail,
  readHundredths,
  readInteger,
  readMoment,
  readPhone,
} from './values.ts';

export type Data = Record<string, unknown>;
export interface Line {
  data: Data;
  problems: RowProblem[];
}

const SHOWN_LETTERS = 80;
const ajv = createAjv({ allErrors: false });
const checks = new Map<object, ValidateFunction>();

/** Cleans a value as a form's field is cleaned, and checks it. Returns null where it does not fit. */
function fit(schema: object, value: unknown): unknown {
  const check = checks.get(schema) ?? ajv.compile({ type: 'object', properties: { value: schema } });
  checks.set(schema, check);
  const checked = { value };
  return check(checked) ? checked.value : null;
}

const REFUSALS: Record<ImportField['kind'], ProblemCode> = {
  text: 'TEXT_INVALID',
  money: 'AMOUNT_INVALID',
  percent: 'AMOUNT_INVALID',
  integer: 'NUMBER_INVALID',
  boolean: 'WORD_UNKNOWN',
  choice: 'WORD_UNKNOWN',
  moment: 'DATE_INVALID',
  email: 'EMAIL_INVALID',
  phone: 'PHONE_INVALID',
  document: 'DOCUMENT_INVALID',
};

const NO_AMOUNT = 0;

/** Returns the value; null where the cell has none that the field takes. */
function readValue({ kind, choices, name }: ImportField, cell: string): unknown {
  switch (kind) {
    case 'money':
    case 'percent': {
      const hundredths = readHundredths(kind === 'percent' ? cell.replace(/%$/, '') : cell);
      return hundredths !== null && hundredths >= NO_AMOUNT ? hundredths : null;
    }
    case 'integer':
      return readInteger(cell);
    case 'boolean':
      return readBoolean(cell);
    case 'choice':
      return choices?.get(foldText(cell)) ?? null;
    case 'moment':
      return readMoment(cell);
    case 'email':
      return readEmail(cell);
    case 'phone':
      return readPhone(cell);
    case 'document':
      return readDocument(cell);
    default:
      if (name === 'description') return cleanText(cell);
      return name === 'name' ? cleanName(cell) || cleanLine(cell) : cleanLine(cell);
  }
}

/** An amount of the schema of prices is at most so much; sales of other platforms as well. */
const MOST_CENTS = 100_000_000_000;

function readCell(field: ImportField, cell: string): { value: unknown } | { code: ProblemCode } {
  const { kind, schema, mostLetters } = field;
  if (kind === 'text' && mostLetters && [...cell].length > mostLetters) return { code: 'TOO_LONG' };
  const read = readValue(field, cell);
  const value = read === null || schema === undefined ? read : fit(schema, read);
  const isWrong = value === null || ((kind === 'money' || kind === 'percent') && (value as number) > MOST_CENTS);
  return isWrong ? { code: REFUSALS[kind] } : { value };
}

export interface Reading {
  kind: ImportKind;
  mapping: Mapping;
  isLenient: boolean;
}

/** Fields whose cells a lenient import leaves out where they are wrong. */
const LEFT_OUT = new Set<ImportField['kind']>(['phone', 'document']);

/** Returns what the line says. A field whose cell is empty is not in the data. */
export function readLine(cells: readonly string[], { kind, mapping, isLenient }: Reading): Line {
  const data: Data = {};
  const problems: RowProblem[] = [];
  for (const field of FIELDS[kind]) {
    const column = mapping[field.name];
    const cell = column === undefined ? '' : (cells[column] ?? '');
    if (isNothing(cell)) {
      if (field.isRequired) problems.push({ field: field.name, code: 'REQUIRED' });
      continue;
    }
    const found = readCell(field, cell);
    if ('value' in found) data[field.name] = found.value;
    else if (!(isLenient && LEFT_OUT.has(field.kind)))
      problems.push({ field: field.name, code: found.code, value: cell.slice(0, SHOWN_LETTERS) });
  }
  return { data, problems };
}
