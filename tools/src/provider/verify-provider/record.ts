/** Lets a package say what was verified: its report lies beside plugin.json, whose dates are those of the report. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '@feira/schemas/manifest';
import type { Operation } from '@feira/schemas/provider';
import { listVerified, VERIFICATION_FILE, type VerificationReport } from './report.ts';

/** The reports that prove the dates of a package, one for each day on which something was verified. */
export interface VerificationRecord {
  format: 1;
  reports: VerificationReport[];
}

/** Adds a report: its operations are verified on its day. An operation that failed in it is verified no more. Removes reports that prove no date any more. */
export async function recordVerification(folder: string, report: VerificationReport): Promise<void> {
  const file = path.join(folder, 'plugin.json');
  const text = await readFile(file, 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const failed = report.operations.filter(({ verdict }) => verdict === 'FAILED').map(({ operation }) => operation);
  const days = { ...manifest.verifiedByOperation };
  for (const operation of failed) delete days[operation];
  for (const operation of listVerified(report)) days[operation] = report.date;
  const { reports } = await readRecord(folder);
  const isRepeated = (one: VerificationReport) => RUN.every((name) => one[name] === report[name]);
  const kept = [...reports.filter((one) => !isRepeated(one)), report].filter((one) =>
    listVerified(one).some((operation) => days[operation] === one.date),
  );
  await writeFile(file, withDays(text, days));
  const record: VerificationRecord = { format: 1, reports: kept };
  await writeFile(path.join(folder, VERIFICATION_FILE), `${JSON.stringify(record, null, 2)}\n`);
}

/** Runs that differ in none of these are the same, done again. */
const RUN = ['date', 'environment', 'method'] as const;

/** Writes the dates beside the evidence, and leaves every other line as its author wrote it. */
function withDays(text: string, days: Partial<Record<Operation, string>>): string {
  const without = text.replace(/\n *"verifiedByOperation": \{[^}]*\},/, '');
  if (Object.keys(days).length === 0) return without;
  const lines = Object.entries(days).map(([operation, day]) => `    "${operation}": "${day}"`);
  const block = `  "verifiedByOperation": {\n${lines.join(',\n')}\n  },`;
  return without.replace(/\n *"evidence": "[a-z-]+",/, (line) => `${line}\n${block}`);
}

async function readRecord(folder: string): Promise<VerificationRecord> {
  const file = path.join(folder, VERIFICATION_FILE);
  if (!existsSync(file)) return { format: 1, reports: [] };
  return JSON.parse(await readFile(file, 'utf8')) as VerificationRecord;
}

/** Returns a sentence for each date of plugin.json that no report of the package proves. */
export async function listUnprovenDates(folder: string, { id, verifiedByOperation = {} }: Manifest): Promise<string[]> {
  const days = Object.entries(verifiedByOperation);
  if (days.length === 0) return [];
  const { reports } = await readRecord(folder).catch(() => ({ reports: [] as VerificationReport[] }));
  return days
    .filter(
      ([operation, day]) =>
        !reports.some(
          (report) =>
            report.provider === id && report.date === day && listVerified(report).some((name) => name === operation),
        ),
    )
    .map(
      ([operation, day]) =>
        `plugin.json: verifiedByOperation says that ${operation} was verified on ${day}, and no report in ${VERIFICATION_FILE} says so: run npm run verify:provider with --record, or take it out.`,
    );
}
