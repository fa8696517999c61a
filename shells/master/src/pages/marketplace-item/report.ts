import { PAYMENT_METHODS } from '@feira/schemas/common';

/** Reads conformance.json. A stranger wrote the file: anything without the form of a report counts as no report. */
export const PROOFS = [
  'works',
  'amounts',
  'statuses',
  'outcomes',
  'answers',
  'references',
  'webhooks',
  'secrecy',
] as const;
export type Proof = (typeof PROOFS)[number];

export interface ProofResult {
  cases: number;
  failures: string[];
}

export interface CapabilityProofs {
  capability: string;
  isProven: boolean;
  proofs: Partial<Record<Proof, ProofResult>>;
  cases: number;
}

/** The failure that the reader has opened: the capability and the kind of proof. */
export interface Failing {
  capability: string;
  proof: Proof;
  failures: string[];
}

/** The props of every view of the proofs. */
export interface ProofsProps {
  capabilities: CapabilityProofs[];
  onFailing: (failing: Failing) => void;
}

export interface Report {
  contractVersion: string;
  kitVersion: string;
  seed: number;
  date: string;
  counts: { cases: number; proofs: number; failed: number };
  capabilities: CapabilityProofs[];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export function readReport(report: Record<string, unknown> | null): Report | null {
  if (!report || !isRecord(report.capabilities) || !isRecord(report.counts)) return null;
  const { contractVersion, kitVersion, seed, date, counts } = report;
  if (Number.isNaN(Date.parse(String(date)))) return null;
  const count = (name: string) => Number((counts as Record<string, unknown>)[name]) || 0;
  return {
    contractVersion: String(contractVersion),
    kitVersion: String(kitVersion),
    seed: Number(seed),
    date: String(date),
    counts: { cases: count('cases'), proofs: count('proofs'), failed: count('failed') },
    capabilities: Object.entries(report.capabilities)
      .map(([name, value]) => readCapability(name, value))
      .sort((one, other) => rankOf(one.capability) - rankOf(other.capability)),
  };
}

/** Orders capabilities as the suite runs them, because a database keeps no order. Unknown ones come last. */
const ORDER = [
  'package',
  ...PAYMENT_METHODS,
  'splits',
  'withdraw',
  'receivers',
  'mandates',
  'scores',
  'personChecks',
  'webhooks',
];
const PARTS = ['refund', 'installments', 'storedCards'];

function rankOf(capability: string): number {
  const [whole = '', part = ''] = capability.split('.');
  const place = ORDER.indexOf(whole);
  return (place < 0 ? ORDER.length : place) * 10 + PARTS.indexOf(part) + 1;
}

function readCapability(capability: string, value: unknown): CapabilityProofs {
  const { isProven, proofs } = isRecord(value) ? value : {};
  const found = PROOFS.flatMap((proof) => {
    const result = isRecord(proofs) ? proofs[proof] : undefined;
    return isRecord(result) ? [[proof, readResult(result)] as const] : [];
  });
  return {
    capability,
    isProven: isProven === true,
    proofs: Object.fromEntries(found),
    cases: found.reduce((sum, [, { cases }]) => sum + cases, 0),
  };
}

const readResult = ({ cases, failures }: Record<string, unknown>): ProofResult => ({
  cases: Number(cases) || 0,
  failures: Array.isArray(failures) ? failures.map(String) : [],
});

/** Counts the kinds of proof that a capability was put to, and those that it passed. */
export function countProofs({ proofs }: CapabilityProofs): { passed: number; total: number } {
  const results = Object.values(proofs);
  return { passed: results.filter(({ failures }) => failures.length === 0).length, total: results.length };
}
