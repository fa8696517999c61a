/** Checks the manifest of a package, and the conformance report that proves it. */
import { isIP } from 'node:net';
import { isPublicAddress, switchOffUnproven } from '@feira/plugin-kit/broker';
import { CONTRACT_VERSION, type Manifest } from '@feira/schemas/manifest';
import { coversContract } from '@feira/schemas/rules/contract-range';
import type { Contents } from './contents.ts';
import type { Finding } from './subject.ts';
import { NOT_CHECKED, type Subject } from './subject.ts';

export function checkManifest({ contents }: Subject): Finding | null {
  if (!contents) return NOT_CHECKED;
  const { description, manifest, manifestProblems } = contents;
  if ('problem' in description) {
    const { problem } = description;
    return problem === null
      ? { reason: 'PACKAGE_JSON_MISSING' }
      : { reason: 'PACKAGE_JSON_INVALID', details: { problem } };
  }
  if ('problem' in manifest) {
    const { problem } = manifest;
    return problem === null ? { reason: 'MANIFEST_MISSING' } : { reason: 'MANIFEST_INVALID', details: { problem } };
  }
  const [problem] = manifestProblems.other;
  return problem === undefined ? null : { reason: 'MANIFEST_INVALID', details: { problem } };
}

/** Reads the version from the file itself, because a manifest for another contract may have another shape. */
export function checkContract({ contents }: Subject): Finding | null {
  if (!contents || contents.contract === null) return NOT_CHECKED;
  const range = contents.contract;
  if (coversContract(range, CONTRACT_VERSION)) return null;
  return { reason: 'CONTRACT_RANGE', details: { range, version: CONTRACT_VERSION } };
}

export function checkHosts({ contents }: Subject): Finding | null {
  if (!contents || 'problem' in contents.manifest) return NOT_CHECKED;
  const { value } = contents.manifest;
  const hosts = [...value.hosts, ...(value.tokenizer?.hosts ?? [])];
  const finding = firstOf(hosts, checkHost) ?? firstOf(listAddresses(value), (address) => checkAddress(address, value));
  if (finding) return finding;
  const [problem] = contents.manifestProblems.hosts;
  return problem === undefined ? null : { reason: 'HOST_INVALID', details: { host: problem } };
}

function firstOf<T>(items: readonly T[], check: (item: T) => Finding | null): Finding | null {
  for (const item of items) {
    const finding = check(item);
    if (finding) return finding;
  }
  return null;
}

const listAddresses = ({ environments, credentials }: Manifest): string[] =>
  Object.values(environments)
    .flatMap((addresses) => Object.values(addresses ?? {}))
    .flatMap((base) =>
      typeof base === 'string' ? [base] : [base.default ?? [], credentials.properties[base.setting]?.enum ?? []].flat(),
    );

/** Names that no public server has. */
const PRIVATE_NAME = /^[^.]+$|\.(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/i;

function checkHost(host: string): Finding | null {
  const url = URL.parse(`https://${host}`);
  // Only the canonical form is accepted, so that spellings such as 0x7f.1 cannot hide an address.
  if (url?.host !== host || url.pathname !== '/') return { reason: 'HOST_INVALID', details: { host } };
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(literal) ? !isPublicAddress(literal) : PRIVATE_NAME.test(url.hostname.replace(/\.$/, ''));
  return isPrivate ? { reason: 'HOST_PRIVATE', details: { host } } : null;
}

function checkAddress(address: string, { hosts }: Manifest): Finding | null {
  const url = URL.parse(address);
  if (!url) return { reason: 'HOST_INVALID', details: { address } };
  if (url.protocol !== 'https:') return { reason: 'HOST_NOT_HTTPS', details: { address } };
  if (!hosts.includes(url.host)) return { reason: 'HOST_UNDECLARED', details: { host: url.host } };
  // The host has passed the check above, since it is one of the declared hosts.
  return url.username || url.password || url.search || url.hash
    ? { reason: 'HOST_INVALID', details: { address } }
    : null;
}

/** Splits the manifest into what the report proves, which stays on, and the rest, which is switched off. */
export function switchOff(manifest: Manifest, { report, reportDigest }: Contents) {
  return switchOffUnproven(manifest, report && 'report' in report ? report.report : undefined, reportDigest);
}

export function checkConformance({ contents, publisher }: Subject): Finding | null {
  if (!contents || 'problem' in contents.manifest) return NOT_CHECKED;
  const { report, reportDigest, manifest } = contents;
  if (!report) return { reason: 'REPORT_MISSING', isWarning: true };
  if ('problem' in report) return { reason: 'REPORT_INVALID', details: { problem: report.problem }, isWarning: true };
  const { provider, digest } = report.report;
  if (provider !== manifest.value.id || digest !== reportDigest) return { reason: 'REPORT_FOREIGN', isWarning: true };
  const { switchedOff } = switchOff(manifest.value, contents);
  // The report is the author's word about these bytes, so it is worth as much as the author is.
  if (switchedOff.length === 0) return publisher ? null : { reason: 'REPORT_UNSIGNED', isWarning: true };
  return { reason: 'UNPROVEN', details: { capabilities: switchedOff.join(', ') }, isWarning: true };
}
