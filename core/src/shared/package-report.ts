/** Reads conformance.json. An unknown author wrote it, so its shape is checked before it is used. */
import { CONFORMANCE_FILE, type ConformanceReport, createValidator } from '@feira/plugin-kit/broker';
import { toStorableData } from './storable.ts';

const LONGEST_REPORT = 1024 * 1024;

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const;
const count = { type: 'integer', minimum: 0 } as const;
const counts = {
  type: 'object',
  required: ['cases', 'proofs', 'failed'],
  properties: { cases: count, proofs: count, failed: count },
};
const proof = {
  type: 'object',
  required: ['cases', 'failures'],
  properties: { cases: count, failures: { type: 'array', items: { type: 'string' } } },
};

const isReport = createValidator<ConformanceReport>({
  type: 'object',
  required: [
    'format',
    'provider',
    'version',
    'digest',
    'contractVersion',
    'kitVersion',
    'seed',
    'date',
    'counts',
    'capabilities',
  ],
  properties: {
    format: { const: 1 },
    provider: text(60),
    version: text(60),
    digest: text(100),
    contractVersion: text(60),
    kitVersion: text(60),
    seed: { type: 'integer' },
    date: text(40),
    counts,
    capabilities: {
      type: 'object',
      maxProperties: 100,
      additionalProperties: {
        type: 'object',
        required: ['isProven', 'proofs'],
        properties: { isProven: { type: 'boolean' }, proofs: { type: 'object', additionalProperties: proof } },
      },
    },
  },
});

export type ReadReport = { report: ConformanceReport } | { problem: string } | null;

/** Returns null where the package has no report. */
export function readReport(content: Buffer | undefined): ReadReport {
  if (!content) return null;
  if (content.length > LONGEST_REPORT)
    return { problem: `${CONFORMANCE_FILE} is larger than ${LONGEST_REPORT} bytes.` };
  try {
    const report: unknown = toStorableData(JSON.parse(content.toString('utf8')));
    return isReport(report) ? { report } : { problem: `${CONFORMANCE_FILE} is no report of the conformance suite.` };
  } catch {
    return { problem: `${CONFORMANCE_FILE} is no JSON.` };
  }
}
