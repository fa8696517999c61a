/** Opens a node with a provider whose calls may run for longer than any test waits, and servers beside it that die in such a call. */
import { resolve } from 'node:path';
import { buildNode, TEST_KEY, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { writeVariants } from './provider-variants.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

/** The provider's id. */
export const PATIENT = 'patient';

export interface PatientNode {
  node: TestNode;
  inspector: Inspector;
  /** Builds another node of the same database in this process. */
  buildOther(): Promise<TestNode>;
  /** Starts another node of the same database as a process of its own. */
  startServer(): Promise<ServerProcess>;
  close(): Promise<void>;
}

export async function openPatientNode(options: { isListening?: boolean } = {}): Promise<PatientNode> {
  const variants = await writeVariants({
    [PATIENT]: (manifest) => {
      manifest.lookup.lagSeconds = 600;
      manifest.timeoutMs = 60_000;
    },
  });
  const directories = [variants.directory, resolve(import.meta.dirname, '../../plugins')].join(',');
  const env = { SWEEP_INTERVAL_MS: '50', NODE_LIVE_SECONDS: '2', PROVIDER_DIRECTORIES: directories };
  const node = await buildNode({ ...options, env });
  const inspector = await openInspector(node.databaseUrl);
  const serverEnv = { DATABASE_URL: node.databaseUrl, ENCRYPTION_KEY: TEST_KEY, SIMULATORS: 'on', LOG_LEVEL: 'silent' };
  return {
    node,
    inspector,
    buildOther: () => buildNode({ env, databaseUrl: node.databaseUrl }),
    async startServer() {
      const server = await createServerProcess({ ...env, ...serverEnv });
      await server.start();
      return server;
    },
    async close() {
      await inspector.close();
      await node.close();
      await variants.remove();
    },
  };
}
