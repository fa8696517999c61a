/** Tests when a secret counts as unused beside events that nobody proves. */
import type { Manifest } from '@feira/schemas/manifest';
import { expect, it } from 'vitest';
import { testManifest } from '../test-manifest.ts';
import { createRecorder } from './recorder.ts';
import { proveUsedSecrets } from './secret-proofs.ts';

const secret = (name: string) => ({ type: 'string', title: { 'pt-BR': name, en: name }, secret: true }) as const;
const manifest = testManifest({
  auth: { type: 'header', header: 'x-key', credential: 'apiKey' },
  operations: ['processWebhook'],
  credentials: {
    type: 'object',
    required: ['apiKey', 'password'],
    properties: { apiKey: secret('apiKey'), password: secret('password') },
  },
  webhook: { authentication: { type: 'none' } },
});

async function listProblems(used: string[], manifests: Manifest[] = [manifest]): Promise<string[]> {
  const recorder = createRecorder();
  await proveUsedSecrets(recorder, { manifests, usedSecrets: new Set(used) });
  return Object.values(recorder.capabilities).flatMap(({ proofs }) =>
    Object.values(proofs).flatMap(({ failures }) => failures),
  );
}

it('doubts a secret that nothing reads, and none that plugin.json names', async () => {
  expect(await listProblems([])).toEqual([expect.stringContaining('nothing uses the secret password: say how')]);
  expect(await listProblems(['password'])).toEqual([]);
});

it('is content where events are proven in one of the variants, or with no events', async () => {
  const scheme = { type: 'header', header: 'x-hook', credential: 'password' } as const;
  const proven: Manifest = { ...manifest, webhook: { authentication: scheme } };
  const proving: Manifest = { ...manifest, webhook: { authentication: { type: 'none' }, alternatives: [scheme] } };

  expect(await listProblems([], [manifest, proven])).toEqual([]);
  expect(await listProblems([], [proving])).toEqual([]);
  expect(await listProblems([], [{ ...manifest, operations: [] }])).toEqual([]);
});
