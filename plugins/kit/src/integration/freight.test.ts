/** Holds every integration that quotes freight against its documented examples, over real HTTP. */
import path from 'node:path';
import { isSecretField } from '@feira/schemas/rules/connection-form';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedSimulator, serveSimulator } from '../simulation/serve.ts';
import { quoteFreight } from './freight.ts';
import { type NamedExample, readIntegrationExamples, readIntegrations } from './package.ts';
import { integrationSimulator } from './simulator.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../integrations');
const found = [...(await readIntegrations(FOLDER)).values()].filter(({ integration }) => integration.freight);
const SECRET = 'planted-secret-4f1c';
const PARCEL = {
  toZip: '20040002',
  weightGrams: 300,
  weightKg: 0.3,
  heightCm: 2,
  widthCm: 11,
  lengthCm: 16,
  value: 9_990,
};

/** The services and prices of the documented answers. */
const SERVICES: Record<string, unknown[]> = {
  'melhor-envio': [
    { code: '2', name: 'Correios SEDEX', amount: 1_124, days: 3 },
    { code: '3', name: 'Jadlog .Package', amount: 1_449, days: 4 },
  ],
  correios: [
    { code: '03298', name: 'Correios PAC', amount: 2_450, days: 6 },
    { code: '03220', name: 'Correios SEDEX', amount: 4_130, days: 2 },
  ],
};

describe.each(found)('$integration.id', (compiled) => {
  const { integration } = compiled;
  let examples: NamedExample[];
  let simulator: ReturnType<typeof integrationSimulator>;
  let served: ServedSimulator;
  const secretsOf = (value: (name: string) => string) =>
    Object.fromEntries(
      Object.entries(integration.form.properties)
        .filter(([, field]) => isSecretField(field))
        .map(([name]) => [name, value(name)]),
    );
  const secrets = secretsOf((name) => `${SECRET}-${name}`);

  beforeAll(async () => {
    examples = await readIntegrationExamples(path.join(FOLDER, integration.id));
    simulator = integrationSimulator(compiled, { secrets, examples });
    served = await serveSimulator({ handleHttp: simulator.handle });
  });
  afterAll(() => served?.close());

  const quote = (used = secrets, origin = served.url) =>
    quoteFreight(compiled, PARCEL, {
      secrets: new Map(Object.entries(used)),
      settings: Object.assign({}, ...examples.map(({ settings }) => settings)),
      clock: { now: () => new Date('2026-11-30T13:00:00Z') },
      timeoutMs: 10_000,
      origin,
    });

  it('has an example of every call', () => {
    expect([...new Set(examples.map(({ call }) => call))].sort()).toEqual([...compiled.calls.keys()].sort());
  });

  it('makes the documented requests, and reads the services that can be had, the cheapest first', async () => {
    simulator.heard.length = 0;

    const answer = await quote();

    expect(simulator.heard.map(({ problems }) => problems)).toEqual(simulator.heard.map(() => []));
    expect(simulator.heard.length).toBe(integration.freight?.calls.length);
    expect(answer).toEqual({ services: SERVICES[integration.id], problem: null });
  });

  it('says what became of each documented answer, and never throws', async () => {
    const calls = integration.freight?.calls ?? [];
    for (const { call, answers } of examples)
      for (const { status, body, means } of answers) {
        if (means === 'DONE') continue;
        simulator.planned.length = 0;
        for (const name of calls.slice(0, calls.indexOf(call))) {
          const done = examples.find((one) => one.call === name)?.answers.find((one) => one.means === 'DONE');
          simulator.planned.push({ status: done?.status ?? 200, body: done?.body });
        }
        simulator.planned.push({ status, body });
        const answer = await quote();
        expect([call, status, answer]).toEqual([
          call,
          status,
          { services: [], problem: means === 'REFUSED' ? 'REFUSED' : 'UNREACHABLE' },
        ]);
        simulator.planned.length = 0;
      }
  });

  it('takes no answer for what it is not', async () => {
    for (const body of [
      null,
      'x',
      {},
      [],
      [null],
      [{ id: 1, custom_price: '-3' }],
      [{ coProduto: '1', pcFinal: 'x' }],
    ]) {
      simulator.planned.length = 0;
      for (const name of integration.freight?.calls ?? []) {
        const done = examples.find((one) => one.call === name)?.answers.find((one) => one.means === 'DONE');
        simulator.planned.push(
          integration.calls[name]?.keep ? { status: 200, body: done?.body } : { status: 200, body },
        );
      }
      expect(await quote()).toEqual({ services: [], problem: 'NONE' });
      simulator.planned.length = 0;
    }
  });

  it('refuses a wrong key, and tells the key to nobody', async () => {
    simulator.heard.length = 0;
    const answer = await quote(secretsOf(() => 'planted-wrong-key'));
    expect(simulator.heard[0]?.isAuthorized).toBe(false);
    expect(answer).toEqual({ services: [], problem: 'REFUSED' });
    await quote();
    const addresses = simulator.heard.map(({ path: at, query }) => at + JSON.stringify(query)).join();
    expect(addresses).not.toContain('planted');
  });

  it('gives up where nobody answers', async () => {
    expect(await quote(secrets, 'http://127.0.0.1:9')).toEqual({ services: [], problem: 'UNREACHABLE' });
  });
});
