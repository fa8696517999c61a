/** The report of a run: what each operation did at the provider, without any value of a body. */
import type { Operation } from '@feira/schemas/provider';
import type { Difference } from './compare.ts';

/** VERIFIED: it worked, and the examples have the types that the provider sent. FAILED: it did not. SKIPPED: it was not tried. */
export type Verdict = 'VERIFIED' | 'FAILED' | 'SKIPPED';

export interface ReportedBody {
  /** The call without its ids, or `event`. */
  request: string;
  status?: number;
  /** The number of examples that it was compared with. */
  examples: number;
  differences: Difference[];
}

export interface ReportedOperation {
  operation: Operation;
  verdict: Verdict;
  /** One sentence: what was seen, or why it was not tried. */
  note: string;
  bodies: ReportedBody[];
}

export interface VerificationReport {
  format: 1;
  provider: string;
  version: string;
  environment: 'sandbox' | 'production';
  /** The day of the run, in UTC. */
  date: string;
  method: string | null;
  /** Cents of the charge. */
  amount: number;
  /** The way by which the run learned of changes. */
  events: 'listened' | 'polled';
  operations: ReportedOperation[];
  /** Money that was moved and did not come back, in sentences for the owner. */
  leftOpen: string[];
}

export const VERIFICATION_FILE = 'verification.json';

export const listVerified = ({ operations }: VerificationReport): Operation[] =>
  operations.filter(({ verdict }) => verdict === 'VERIFIED').map(({ operation }) => operation);

/** Shorter values are ordinary words; replacing them would only blur the report. */
const SHORTEST = 4;

/** Returns what replaces these values, wherever they stand in a text. */
export function createMask(values: readonly string[]): (text: string) => string {
  const hidden = [...new Set(values)].filter((value) => value.length >= SHORTEST).sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((left, value) => left.replaceAll(value, '[masked]'), text);
}

/** Masks what came from the provider: notes may quote its errors, and keys of bodies may be names. */
export const maskReport = (report: VerificationReport, mask: (text: string) => string): VerificationReport => ({
  ...report,
  operations: report.operations.map((one) => ({
    ...one,
    note: mask(one.note),
    bodies: one.bodies.map((body) => ({
      ...body,
      request: mask(body.request),
      differences: body.differences.map((difference) => ({ ...difference, at: mask(difference.at) })),
    })),
  })),
  leftOpen: report.leftOpen.map(mask),
});

const WORDS = { VERIFIED: 'verified', FAILED: '**failed**', SKIPPED: 'not tried' } as const;

/** Returns the report as markdown, short enough for an issue. */
export function renderReport(report: VerificationReport): string {
  const { provider, version, environment, date, method, amount, events, operations, leftOpen } = report;
  const rows = operations.map(({ operation, verdict, note }) => `| ${operation} | ${WORDS[verdict]} | ${cell(note)} |`);
  const compared = operations.flatMap(({ operation, bodies }) => bodies.flatMap((body) => renderBody(operation, body)));
  return `# ${provider} ${version}: verified against its ${environment} on ${date}

${method ? `Charge: ${method}, R$ ${(amount / 100).toFixed(2)}. ` : ''}Changes were ${events === 'listened' ? 'told by events' : 'found by look-ups'}.

| Operation | Result | Seen |
| --- | --- | --- |
${rows.join('\n')}

## Bodies beside the examples

${compared.length > 0 ? compared.join('\n') : 'No body differs from the examples.'}
${leftOpen.length > 0 ? `\n## Left open\n\n${leftOpen.map((line) => `- ${line}`).join('\n')}\n` : ''}`;
}

function renderBody(operation: string, { request, status, examples, differences }: ReportedBody): string[] {
  const head = `- ${operation}, \`${request}\`${status === undefined ? '' : ` (${status})`}`;
  if (examples === 0) return [`${head}: no example shows it.`];
  if (differences.length === 0) return [];
  return [`${head}:`, ...differences.map((difference) => `  - ${describe(difference)}`)];
}

const describe = ({ at, kind, real, shown }: Difference): string => {
  const place = `\`${at || 'the body'}\``;
  const types = (names: readonly string[]) => names.join(' or ') || 'null';
  if (kind === 'added') return `${place} (${types(real)}) is in no example`;
  if (kind === 'missing') return `${place} (${types(shown)}) is in every example and was not sent`;
  return `${place} is ${types(real)}, and ${types(shown)} in the examples`;
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
