/**
 * Measures how long /health/live takes while the worst package of the tests works: an installed adapter that loops, eats memory, and
 * floods the process it belongs to with logs, questions and answers, one attack for each event that arrives.
 */
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeVariants } from '../../core/test/provider-variants.ts';
import type { BenchDatabase } from './bench-database.ts';
import { openMarket } from './market.ts';
import { percentile } from './measurement.ts';
import { type Row, toRow } from './report.ts';

export const HEALTH = 'health/live beside the worst package: p99';
export const HEALTH_GOAL_MS = 200;

const ATTACKER = path.resolve(import.meta.dirname, '../../plugins/kit/src/isolation/test-hostile/adapter.js');
const ATTACKS = ['loop', 'heap', 'memory', 'chatter', 'flood', 'hugeAnswer', 'manyQuestions', 'largeQuestions']
  .concat(['longPath', 'longQuery', 'manyHeaders', 'longJson', 'longForm', 'deepError', 'largeError', 'requests'])
  .concat('workAfterwards');
/** Events that wait at any time: more than one connection may work on. */
const AT_ONCE = 32;
const PAUSE_MS = 10;

/** The sandbox, whose events attack. */
const ENTRY = `import attacker from './attacker.js';
import { createSandboxProvider } from './provider.ts';

export default {
  createProvider: (context) => ({
    ...createSandboxProvider(context),
    processWebhook: (event) => attacker.createProvider(context).processWebhook(event),
  }),
};
`;

export async function measureHealth(database: BenchDatabase, seconds: number, profile: string | null): Promise<Row[]> {
  const variants = await writeVariants({
    worst: (manifest) => {
      manifest.webhook.authentication = { type: 'none' };
      manifest.timeoutMs = 1_000;
    },
  });
  const source = path.join(variants.directory, 'worst/src');
  await copyFile(ATTACKER, path.join(source, 'attacker.js'));
  await writeFile(path.join(source, 'index.ts'), ENTRY);
  const settings = { PROVIDER_DIRECTORIES: variants.directory, LOG_LEVEL: 'silent' };
  const { node, webhookPath, client } = await openMarket(
    database,
    'health',
    profile,
    async () => undefined,
    settings,
    'worst',
  );
  try {
    const calm = await askHealth(node.url, seconds);
    let isOver = false;
    let sent = 0;
    const attack = async () => {
      while (!isOver) {
        const body = JSON.stringify({ attack: ATTACKS[sent++ % ATTACKS.length], count: sent });
        const headers = { 'content-type': 'application/json' };
        await fetch(node.url + webhookPath, { method: 'POST', headers, body }).then((answer) => answer.body?.cancel());
        await wait(PAUSE_MS);
      }
    };
    const attacks = Array.from({ length: AT_ONCE }, attack);
    const beside = await askHealth(node.url, seconds);
    isOver = true;
    await Promise.all(attacks);
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM webhook WHERE attempts > 0');
    if (!Number(rows[0]?.count)) throw new Error('No event reached the package.');
    console.log(`The package: ${sent} events, ${rows[0]?.count} of which it was given.`);
    return [
      ...toRow(HEALTH, percentile(beside, 0.99), 'ms', percentile(calm, 0.99)),
      ...toRow(HEALTH.replace('p99', 'longest'), Math.max(...beside), 'ms', Math.max(...calm)),
    ];
  } finally {
    await node.stop();
    await variants.remove();
  }
}

/** Returns how long each answer took, in ms. Throws when one was not 200. */
async function askHealth(url: string, seconds: number): Promise<number[]> {
  const latenciesMs: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await wait(PAUSE_MS)) {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/health/live`);
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`/health/live was answered ${answer.status}.`);
    latenciesMs.push(performance.now() - startedAt);
  }
  return latenciesMs;
}
