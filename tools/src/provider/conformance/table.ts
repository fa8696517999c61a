/** Draws capabilities × proofs as a table for a terminal. */
import { type ConformanceReport, PROOFS, type ProofResult } from '@feira/plugin-kit/broker';

const COLUMN = 11;

export function drawTable({ capabilities }: Pick<ConformanceReport, 'capabilities'>): string {
  const names = Object.keys(capabilities);
  const width = Math.max(...names.map((name) => name.length), 'capability'.length) + 2;
  const head = 'capability'.padEnd(width) + PROOFS.map((proof) => proof.padStart(COLUMN)).join('');
  const rows = names.map((name) => {
    const { proofs } = capabilities[name]!;
    return name.padEnd(width) + PROOFS.map((proof) => drawCell(proofs[proof]).padStart(COLUMN)).join('');
  });
  return [head, '-'.repeat(head.length), ...rows].join('\n');
}

/** The mark and how many cases stand behind it. */
const drawCell = (result: ProofResult | undefined) =>
  result ? `${result.failures.length > 0 ? '✗' : '✓'} ${result.cases}` : '–';
