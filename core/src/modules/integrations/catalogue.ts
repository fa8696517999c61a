/** Reads the manifests of the integrations that this node can run. They are part of the core's version, so they are read once. */
import { resolve } from 'node:path';
import { type CompiledIntegration, readIntegrations } from '@feira/plugin-kit/integration';

const FOLDER = resolve(import.meta.dirname, '../../../../integrations');

let catalogue: Promise<Map<string, CompiledIntegration>> | undefined;

/** Returns the integrations by their ids. */
export function readCatalogue(): Promise<Map<string, CompiledIntegration>> {
  catalogue ??= readIntegrations(FOLDER);
  return catalogue;
}
