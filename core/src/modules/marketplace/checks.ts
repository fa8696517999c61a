/** Runs every check before a package may be installed: one function each, in the order of PACKAGE_CHECKS. */
import type { inspectPackage, PackageCheck } from '@feira/schemas/procedures/marketplace';
import { PACKAGE_CHECKS } from '@feira/schemas/procedures/marketplace';
import type { RowOf } from '../../shared/answer.ts';
import { checkDependencies, checkModule, checkScripts } from './checks-of-code.ts';
import { checkConformance, checkContract, checkHosts, checkManifest } from './checks-of-manifest.ts';
import { checkName, checkSignature, checkVersion } from './checks-of-market.ts';
import type { Finding, Subject } from './subject.ts';

export type Check = (subject: Subject) => Finding | null;

export interface CheckResult extends RowOf<typeof inspectPackage, 'checks'> {}

const CHECKS: Record<PackageCheck, Check> = {
  ARCHIVE: ({ archiveFinding }) => archiveFinding,
  INTEGRITY: checkIntegrity,
  MANIFEST: checkManifest,
  CONTRACT: checkContract,
  SCRIPTS: checkScripts,
  DEPENDENCIES: checkDependencies,
  MODULE: checkModule,
  HOSTS: checkHosts,
  NAME: checkName,
  VERSION: checkVersion,
  SIGNATURE: checkSignature,
  CONFORMANCE: checkConformance,
};

/** Runs all checks even if the first ones fail, so that an author sees every problem at once. */
export const runChecks = (subject: Subject): CheckResult[] =>
  PACKAGE_CHECKS.map((check) => {
    const finding = CHECKS[check](subject);
    if (!finding) return { check, isPassed: true, isRefusal: false, reason: null, details: {} };
    const { reason, details = {}, isWarning = false } = finding;
    return { check, isPassed: false, isRefusal: !isWarning, reason, details: shorten(details) };
  });

export const isInstallable = (results: readonly CheckResult[]): boolean => !results.some(({ isRefusal }) => isRefusal);

const LONGEST_DETAIL = 500;
/** Details quote the package, so their length is limited. */
const shorten = (details: Record<string, string>) =>
  Object.fromEntries(Object.entries(details).map(([name, text]) => [name, text.slice(0, LONGEST_DETAIL)]));

function checkIntegrity({ digest, integrity, expected, contents }: Subject): Finding | null {
  if (expected.digest !== undefined && expected.digest !== digest) {
    return { reason: 'DIGEST_DIFFERS', details: { expected: expected.digest, actual: digest } };
  }
  if (expected.integrity !== undefined && expected.integrity !== integrity) {
    return { reason: 'INTEGRITY_DIFFERS', details: { expected: expected.integrity, actual: integrity } };
  }
  if (expected.name === undefined || !contents || 'problem' in contents.description) return null;
  const { name, version } = contents.description.value;
  const [asked, found] = [`${expected.name}@${expected.version}`, `${name}@${version}`];
  return asked === found ? null : { reason: 'PUBLISHED_AS_OTHER', details: { expected: asked, actual: found } };
}
