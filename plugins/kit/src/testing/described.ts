/** Opens a described package over answers that a test hands out, without a network. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asManifest } from '../define.ts';
import { readDescribed } from '../description/package.ts';
import type { SimulatorRequest, SimulatorResponse } from '../simulator.ts';
import { openProvider, type TestContextOptions } from './context.ts';

/** `url` is the test's own, in src; `answers` are given one after the other, `sent` are the requests, oldest first. */
export async function openDescribed(url: string, options: TestContextOptions, answers: SimulatorResponse[] = []) {
  const directory = fileURLToPath(new URL('..', url));
  const manifest = asManifest(JSON.parse(readFileSync(`${directory}/plugin.json`, 'utf8')));
  const described = await readDescribed(directory, manifest);
  if (!described) throw new Error(`${directory} has no description.`);
  const sent: SimulatorRequest[] = [];
  const inProcess = async (request: SimulatorRequest) => {
    sent.push(request);
    return answers.shift() ?? { status: 500, body: {} };
  };
  const { provider } = openProvider(manifest, described.withCode(null), { ...options, inProcess });
  /** The result of an event, as the adapter reads it. */
  const readEvent = (body: unknown) =>
    provider.processWebhook({ headers: {}, query: {}, body, rawBody: JSON.stringify(body) });
  return { manifest, provider, sent, readEvent };
}
