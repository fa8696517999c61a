/** Cases of packages. No input names a platform, so only the own one is reached. */
import { buildPackage, createPublisher } from '../../package-tarballs.ts';
import { type ProcedureCase, plain } from '../case.ts';

const built = await buildPackage();
const source = { kind: 'upload', content: built.content.toString('base64') };

export const MARKETPLACE: Record<string, ProcedureCase> = {
  'marketplace.listPackages': plain(),
  'marketplace.getPackage': plain(() => ({ provider: 'acme' })),
  'marketplace.inspectPackage': plain(() => ({ source })),
  'marketplace.installPackage': plain(() => ({ source, digest: built.digest })),
  'marketplace.removePackage': plain(() => ({ provider: 'acme', version: '1.0.0' })),
  'marketplace.getTrust': plain(),
  'marketplace.setSignatureRequired': plain(() => ({ requiresSignature: true })),
  'marketplace.addPublisher': plain(() => ({ name: 'Moeda', publicKey: createPublisher().publicKey })),
  'marketplace.removePublisher': plain(() => ({ fingerprint: 'fingerprint' })),
};
