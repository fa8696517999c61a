/** A provider may make up the secret of its webhooks when their address is registered: the connection keeps it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { writeVariants } from '../../../test/provider-variants.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { createApplier } from './managed.ts';
import { findConnection } from './service.ts';
import { registerWebhook } from './webhook-secrets.ts';

const ADAPTER = `
import { defineProvider } from '@feira/plugin-kit';
import { createSandboxProvider } from './provider.ts';

export default defineProvider({
  createProvider: (context) => ({
    ...createSandboxProvider(context),
    async ensureWebhook({ missing }) {
      if (missing.length === 0) return;
      const { body } = await context.http.request({ method: 'POST', path: '/hooks', secretFields: ['secret'] });
      return { secrets: { [missing[0]]: body.secret } };
    },
  }),
});
`;
/** Tells another secret with each registration. */
const SIMULATOR = `
import sandbox from './src/simulator.ts';

let count = 0;
export default {
  ...sandbox,
  createSimulator(context) {
    const simulator = sandbox.createSimulator(context);
    return {
      ...simulator,
      handle: async (request) =>
        request.path === '/hooks' ? { status: 201, body: { secret: 'whsec_told_by_bank_000' + ++count } } : simulator.handle(request),
    };
  },
};
`;

let variants: Awaited<ReturnType<typeof writeVariants>>;
let directory: string;
let file: string;
let node: TestNode;
let inspector: Inspector;
let world: World;
beforeAll(async () => {
  variants = await writeVariants({
    telling: (manifest) => {
      manifest.credentials.required = ['secretKey', 'publicKey'];
    },
  });
  await writeFile(join(variants.directory, 'telling/src/index.ts'), ADAPTER);
  await writeFile(
    join(variants.directory, 'telling/simulator.ts'),
    SIMULATOR.replace('./src', join(import.meta.dirname, '../../../../plugins/sandbox/src')),
  );
  directory = await mkdtemp(join(tmpdir(), 'feira-told-'));
  file = join(directory, 'connections.json');
  await writeFile(file, JSON.stringify({ platforms: [] }));
  node = await buildNode({
    env: {
      PROVIDER_DIRECTORIES: variants.directory,
      CONNECTIONS_FILE: file,
      SANDBOX_KEY: 'sk_from_a_variable_01',
      SWEEP_INTERVAL_MS: '600000',
    },
  });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
  await variants?.remove();
  await rm(directory, { recursive: true });
});

const declare = (more: object = {}) => {
  const secrets = { secretKey: { env: 'SANDBOX_KEY' } };
  const settings = { publicKey: 'pk_test_0123456789' };
  const connection = {
    provider: 'telling',
    version: '1.0.0',
    environment: 'simulator',
    methods: ['PIX'],
    settings,
    secrets,
  };
  const connections = [{ name: 'principal', ...connection, ...more }];
  return writeFile(file, JSON.stringify({ platforms: [{ id: world.platformId, connections }] }));
};

it('is sealed, is told once, and outlives the file that does not know it', async () => {
  const apply = () => createApplier(node.app)();
  await declare();
  await apply();
  const [row] = await inspector.rows<{ id: string }>('SELECT id FROM provider_connection');
  const open = async () => (await findConnection(node.app, world.platformId, row!.id))!;
  const read = async () => (await open()).secrets.get('webhookSecret');
  expect(await read()).toBeUndefined();

  await registerWebhook(node.app, await open());
  await registerWebhook(node.app, await open());

  expect(await read()).toBe('whsec_told_by_bank_0001');
  await declare({ limits: { maxAmount: 500_000 } });
  await apply();
  expect(await read()).toBe('whsec_told_by_bank_0001');
  const events = await inspector.rows<{ details: object }>(
    `SELECT details FROM audit_event WHERE type = 'connection.changed' ORDER BY created_at, id`,
  );
  expect(events.map(({ details }) => details)).toEqual([
    { changed: ['secrets.webhookSecret'], by: 'provider' },
    { changed: ['limits'], by: 'file' },
  ]);
  expect(JSON.stringify(await inspector.rows('SELECT * FROM provider_credential'))).not.toContain('whsec_told');
});
