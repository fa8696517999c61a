/** Formats the figures of a bench: one row each, printed as a table and written as JSON. Pure. */
import { ratio } from './measurement.ts';

export interface Row {
  name: string;
  value: number;
  unit: string;
  /** The same figure of what it is compared with. */
  reference: number | null;
  /** value ÷ reference. */
  ratio: number | null;
}

/** Figures that could not be measured on this machine (NaN) leave no row. */
export function toRow(name: string, value: number, unit: string, reference: number | null = null): Row[] {
  if (!Number.isFinite(value)) return [];
  const known = reference === null || Number.isFinite(reference) ? reference : null;
  return [{ name, value, unit, reference: known, ratio: ratio(value, known) }];
}

/** Three significant digits, and whole numbers from a hundred on. */
export function formatFigure(value: number | null): string {
  if (value === null) return '';
  if (Math.abs(value) >= 100 || Number.isInteger(value)) return Math.round(value).toString();
  return value.toPrecision(3);
}

/** Names to the left, figures to the right, under the titles. */
export function formatRows(rows: readonly Row[], titles: { value: string; reference: string }): string {
  const lines = [
    ['', titles.value, titles.reference, 'ratio', ''],
    ...rows.map((row) => [
      row.name,
      formatFigure(row.value),
      formatFigure(row.reference),
      row.ratio === null ? '' : row.ratio.toFixed(2),
      row.unit,
    ]),
  ];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const isText = (column: number) => column === 0 || column === 4;
  return lines
    .map((line) =>
      line
        .map((cell, column) => (isText(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
