/** Opens a package over the host's own broker, as a node does, and notes the bodies of its calls. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isProviderError, type ProviderContext, type ProviderModule } from '@feira/plugin-kit';
import {
  type CheckedProvider,
  checkedProvider,
  createFileShelf,
  createHttp,
  createSecretCrypto,
  createTokenVault,
  openManifest,
} from '@feira/plugin-kit/broker';
import { createIsolatedModule, type IsolatedModule } from '@feira/plugin-kit/isolation';
import { markBases } from '@feira/plugin-kit/simulation';
import type { Manifest } from '@feira/schemas/manifest';
import { toBaseUrls } from '@feira/schemas/rules/base-urls';
import { isSecretField } from '@feira/schemas/rules/connection-form';
import { openAdapter, readManifest, readPackageJson } from '../conformance/load-package.ts';
import { readPackedFiles } from '../conformance/packed-files.ts';
import { stagePackage } from '../conformance/vendored-families.ts';

export interface NotedCall {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

export interface OpenedPackage {
  manifest: Manifest;
  version: string;
  provider: CheckedProvider;
  secrets: Map<string, string>;
  /** The calls since they were last taken, oldest first. */
  takeCalls(): NotedCall[];
  openSecret(reference: string): string | undefined;
  close(): Promise<void>;
}

export interface OpenOptions {
  environment: 'sandbox' | 'production';
  credentials: Record<string, string>;
  /** The address of a simulator of this machine, in place of the provider's. */
  simulatorUrl?: string;
}

export async function openPackage(
  folder: string,
  { environment, credentials, simulatorUrl }: OpenOptions,
): Promise<OpenedPackage> {
  const whole = await readManifest(folder);
  const { version, entry } = await readPackageJson(folder);
  const { secrets, settings } = splitCredentials(whole, credentials);
  const manifest = openManifest(whole, { environment, settings, secrets });
  const vault = createTokenVault();
  const calls: NotedCall[] = [];
  const names = ['default', ...Object.keys(manifest.environments[environment] ?? {})];
  const http = createHttp({
    manifest,
    baseUrls: simulatorUrl ? markBases(simulatorUrl, names) : toBaseUrls(manifest, environment, settings),
    secrets,
    settings,
    clock: { now: () => new Date() },
    record: () => undefined,
    allowPrivateHosts: simulatorUrl !== undefined,
    vault,
    files: createFileShelf(),
  });
  const noted: ProviderContext['http'] = {
    async request<T>(request: Parameters<typeof http.request>[0]) {
      const { method, path: address } = request;
      try {
        const answer = await http.request<T>(request);
        calls.push({ method, path: address, status: answer.status, body: answer.body });
        return answer;
      } catch (error) {
        if (isProviderError(error) && error.status !== undefined)
          calls.push({ method, path: address, status: error.status, body: error.body });
        throw error;
      }
    },
  };
  const context: ProviderContext = {
    http: noted,
    settings,
    crypto: createSecretCrypto({ secrets, settings, vault, accountCredentials: manifest.accountCredentials }),
    clock: { now: () => new Date() },
    log: { info: () => undefined, warn: () => undefined },
    units: manifest,
  };
  const opened: IsolatedModule[] = [];
  // The code of a package runs as it does in a node that installed it: in a process that has no network.
  const stage = await stagePackage(path.resolve(folder), await readPackedFiles(folder, entry));
  const module: ProviderModule = await openAdapter(stage, whole, async (left, file) => {
    opened.push(createIsolatedModule({ manifest: left, directory: stage, entry: file, log: context.log }));
    return opened[0]!;
  });
  return {
    manifest,
    version,
    provider: checkedProvider(module.createProvider(context), manifest),
    secrets,
    takeCalls: () => calls.splice(0),
    openSecret: vault.open,
    async close() {
      opened[0]?.close();
      if (stage !== path.resolve(folder)) await rm(stage, { recursive: true, force: true });
    },
  };
}

function splitCredentials(manifest: Manifest, credentials: Record<string, string>) {
  const secrets = new Map<string, string>();
  const settings: Record<string, string> = {};
  for (const [name, field] of Object.entries(manifest.credentials.properties)) {
    const value = credentials[name] ?? field.default;
    if (value === undefined) continue;
    if (isSecretField(field)) secrets.set(name, String(value));
    else settings[name] = String(value);
  }
  return { secrets, settings };
}
