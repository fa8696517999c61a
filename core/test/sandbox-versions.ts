/** Versions of the sandbox as masters install them. Each names itself in every request, so that its provider can tell them apart. */
import type { Manifest } from '@feira/schemas/manifest';
import type { Inspector } from './inspect.ts';
import { type BuiltPackage, buildPackage } from './package-tarballs.ts';

/** The header that every request of a version carries; the bundled one sends none. */
export const VERSION_HEADER = 'x-adapter-version';

interface VersionOptions {
  manifest?(manifest: Manifest): void;
  /** JavaScript that maps the status of `result`, for the request `request`. */
  status?: string;
  /** More files. */
  files?: Record<string, string>;
  /** JavaScript that runs before each charge, with `request` in sight. */
  beforeCharge?: string;
}

const toSource = (version: string, { status = 'result.providerStatus', beforeCharge = '' }: VersionOptions) => `
import { createSandboxProvider } from './provider.js';
const named = (http) => ({
  request: (request) => http.request({ ...request, headers: { ...request.headers, '${VERSION_HEADER}': '${version}' } }),
});
export default {
  createProvider(context) {
    const provider = createSandboxProvider({ ...context, http: named(context.http) });
    return {
      ...provider,
      async createTransaction(request) {
        ${beforeCharge}
        const result = await provider.createTransaction(request);
        return { ...result, providerStatus: ${status} };
      },
    };
  },
};
`;

export const buildVersion = (version: string, options: VersionOptions = {}): Promise<BuiltPackage> =>
  buildPackage({
    id: 'sandbox',
    name: 'Sandbox',
    version,
    files: { 'dist/index.js': toSource(version, options), ...options.files },
    ...(options.manifest && { manifest: options.manifest }),
  });

/** Stores a package like installPackage, without its checks. */
export const storePackage = (inspector: Inspector, platformId: string, built: BuiltPackage) =>
  inspector.rows(
    `INSERT INTO provider_package (platform_id, provider, version, digest, content, manifest, source, installed_by_name)
     VALUES ($1, $2, $3, $4, $5, $6, 'upload', 'Master')`,
    [platformId, built.id, built.version, built.digest, built.content, JSON.stringify(built.manifest)],
  );
