/** Declares conformance.json, the record of the suite's proofs of a package, and switches off the capabilities it does not prove. */
import { createHash } from 'node:crypto';
import type { Manifest } from '@feira/schemas/manifest';
import { keepCapabilities } from './capabilities.ts';

export const CONFORMANCE_FILE = 'conformance.json';

/** The kinds of proof, in the order of the table. */
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
export type ProofName = (typeof PROOFS)[number];

export interface ProofResult {
  /** The number of single cases that were tried. */
  cases: number;
  /** The failures, in sentences; empty when every case passed. */
  failures: string[];
}

export interface ConformanceReport {
  format: 1;
  provider: string;
  version: string;
  /** sha256 over the packed files, see digestPackage. */
  digest: string;
  contractVersion: string;
  kitVersion: string;
  /** Repeats the random parts of the run. */
  seed: number;
  date: string;
  counts: { cases: number; proofs: number; failed: number };
  capabilities: Record<string, { isProven: boolean; proofs: Partial<Record<ProofName, ProofResult>> }>;
}

/**
 * The digest a report speaks of: over path and content of every file, in the order of their paths. The report itself is
 * left out, since it holds the digest.
 */
export function digestPackage(files: readonly { path: string; content: Uint8Array }[]): string {
  const digest = createHash('sha256');
  const sorted = files
    .filter(({ path }) => path !== CONFORMANCE_FILE)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, content } of sorted) {
    digest.update(`${path}\0${createHash('sha256').update(content).digest('hex')}\n`);
  }
  return `sha256:${digest.digest('hex')}`;
}

/**
 * The manifest with every capability switched off that the report does not prove; without proof of the package itself, or
 * for another provider or digest, nothing is left. Operations that no remaining capability needs go, too.
 */
export function switchOffUnproven(
  manifest: Manifest,
  report: ConformanceReport | undefined,
  digest: string,
): { manifest: Manifest; switchedOff: string[] } {
  const isAbout = report?.format === 1 && report.provider === manifest.id && report.digest === digest;
  const isBaseProven = isAbout && report.capabilities.package?.isProven === true;
  const switchedOff: string[] = [];
  const isProven = (capability: string) => {
    const proven = isBaseProven && report.capabilities[capability]?.isProven === true;
    if (!proven) switchedOff.push(capability);
    return proven;
  };
  return { manifest: keepCapabilities(manifest, isProven), switchedOff };
}
