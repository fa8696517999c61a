/** Declares conformance.json, the record of the suite's proofs of a package, and switches off the capabilities it does not prove. */
import { createHash } from 'node:crypto';
import type { Manifest } from '@feira/schemas/manifest';
import type { Operation } from '@feira/schemas/provider';

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
  const { capabilities } = manifest;
  const methods = Object.entries(capabilities.methods ?? {}).flatMap(([method, capability]) => {
    if (!isProven(method)) return [];
    const kept = { ...capability };
    if (kept.refund !== 'none' && !isProven(`${method}.refund`)) kept.refund = 'none';
    if ((kept.maxInstallments ?? 1) > 1 && !isProven(`${method}.installments`)) kept.maxInstallments = 1;
    if (kept.storedCards && !isProven(`${method}.storedCards`)) kept.storedCards = false;
    return [[method, kept] as const];
  });
  const kept: Manifest['capabilities'] = {
    ...capabilities,
    methods: Object.fromEntries(methods),
    splits: capabilities.splits ? isProven('splits') : false,
    withdraw: (capabilities.withdraw ?? []).filter((kind) => isProven(`withdraw.${kind}`)),
  };
  const hasReceivers = manifest.operations.some((name) => name.endsWith('Receiver')) && isProven('receivers');
  const hasDocuments = manifest.operations.includes('getReceiverDocuments') && isProven('receivers.documents');
  const hasWebhooks = manifest.operations.includes('processWebhook') && isProven('webhooks');
  const operations = manifest.operations.filter((name) =>
    isNeeded(name, kept, { hasReceivers, hasDocuments, hasWebhooks }),
  );
  return { manifest: { ...manifest, capabilities: kept, operations }, switchedOff };
}

function isNeeded(
  operation: Operation,
  { methods = {}, withdraw = [] }: Manifest['capabilities'],
  has: { hasReceivers: boolean; hasDocuments: boolean; hasWebhooks: boolean },
): boolean {
  const all = Object.values(methods);
  switch (operation) {
    case 'createCardToken':
      return methods.CREDIT_CARD !== undefined;
    case 'createCardId':
      return methods.CREDIT_CARD?.storedCards === true;
    case 'createTransaction':
    case 'getTransaction':
      return all.length > 0;
    case 'refund':
      return all.some(({ refund }) => refund !== 'none');
    case 'withdraw':
    case 'getWithdraw':
      return withdraw.length > 0;
    case 'createReceiver':
    case 'getReceiver':
      return has.hasReceivers;
    case 'getReceiverDocuments':
    case 'sendReceiverDocument':
    case 'getReceiverLink':
      return has.hasReceivers && has.hasDocuments;
    case 'processWebhook':
      return has.hasWebhooks;
  }
}
