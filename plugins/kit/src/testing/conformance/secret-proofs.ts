/** Proves that events are not taken from anybody while a secret that could prove them lies unused. */
import type { Manifest } from '@feira/schemas/manifest';
import { listLeaves } from './amounts.ts';
import type { Recorder } from './recorder.ts';

export interface UsedSecrets {
  /** The manifest of each variant. */
  manifests: readonly Manifest[];
  /** The names of the secrets that were read in the whole run. */
  usedSecrets: ReadonlySet<string>;
}

/**
 * Events that nobody proves, in no variant, beside a secret that nothing uses: then the secret is what proves them. What plugin.json names is used by
 * the host, whichever proof plays it.
 */
export async function proveUsedSecrets(recorder: Recorder, { manifests, usedSecrets }: UsedSecrets): Promise<void> {
  const isOpen = manifests.every(
    ({ operations, webhook: { authentication, alternatives = [] } }) =>
      operations.includes('processWebhook') && authentication.type === 'none' && alternatives.length === 0,
  );
  if (!isOpen) return;
  const named = new Set(manifests.flatMap(({ credentials: _, ...rest }) => listLeaves(rest)));
  const secrets = manifests.flatMap(({ credentials }) =>
    Object.entries(credentials.properties).flatMap(([name, { secret }]) => (secret ? [name] : [])),
  );
  const unused = [...new Set(secrets)].filter((name) => !usedSecrets.has(name) && !named.has(name));
  await recorder.prove('webhooks', 'webhooks', async (check) =>
    check(
      unused.length === 0,
      `webhook.authentication is "none", and nothing uses the secret ${unused.join(', ')}: say how it proves events, or do not ask for it.`,
    ),
  );
}
