export { createValidator } from '../validator.ts';
export { type CheckedProvider, checkedProvider } from './checked-provider.ts';
export {
  CONFORMANCE_FILE,
  type ConformanceReport,
  digestPackage,
  PROOFS,
  type ProofName,
  type ProofResult,
  switchOffUnproven,
} from './conformance-report.ts';
export { createEgressAgent, type EgressOptions, isPublicAddress } from './egress.ts';
export { type Exchange, redactPath } from './exchange.ts';
export { createFileShelf, type FileShelf } from './file-shelf.ts';
export { createHttp, type HttpOptions } from './http.ts';
export type { ManifestProblems } from './manifest-rules.ts';
export { openManifest } from './open-manifest.ts';
export { readPresentedCertificate } from './presented-certificate.ts';
export { fromProviderReference, toProviderReference } from './reference.ts';
export { createSecretCrypto } from './secret-crypto.ts';
export { inspectManifest, validateManifest } from './validate-manifest.ts';
export { createTokenVault, type TokenVault } from './vault.ts';
export {
  authenticateWebhook,
  isFromAddress,
  provesSender,
  redactWebhook,
  signsBody,
  type WebhookProof,
} from './webhook-authentication.ts';
export { listProofSecrets } from './webhook-rules.ts';
