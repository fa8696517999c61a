/** Holds every integration of the repository against its documented examples, over real HTTP. */
import path from 'node:path';
import type { IntegrationEvent, IntegrationExample } from '@feira/schemas/integration';
import { isSecretField } from '@feira/schemas/rules/connection-form';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedSimulator, serveSimulator } from '../simulation/serve.ts';
import type { CompiledIntegration } from './compile.ts';
import { type Delivered, deliverEvent, showRequests } from './deliver.ts';
import { type NamedExample, readIntegration, readIntegrationExamples, readIntegrations } from './package.ts';
import { sampleFacts } from './sample-facts.ts';
import { compareShapes } from './shape.ts';
import { integrationSimulator } from './simulator.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../integrations');
const found = await readIntegrations(FOLDER);
const NOW = new Date('2026-11-30T13:00:00Z');
const SECRET = 'planted-secret-4f1c';

/** The values of a form: settings as the example has them or made to fit, secrets that can be looked for. */
function fillForm({ integration }: CompiledIntegration, example: IntegrationExample | undefined) {
  const { properties } = integration.form;
  const settings: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const [name, field] of Object.entries(properties)) {
    if (isSecretField(field)) secrets[name] = `${SECRET}-${name}`;
    else settings[name] = example?.settings?.[name] ?? String(field.examples?.[0] ?? field.default ?? 'teste');
  }
  return { settings, secrets };
}

const listeners = [...found.values()].filter(({ integration }) => !integration.invoice && !integration.freight);

describe.each(listeners)('$integration.id', (compiled) => {
  const { integration } = compiled;
  const folder = path.join(FOLDER, integration.id);
  let examples: NamedExample[];
  let simulator: ReturnType<typeof integrationSimulator>;
  let served: ServedSimulator;
  const events = Object.keys(integration.events) as IntegrationEvent[];

  const exampleOf = (event: IntegrationEvent) => examples.find((example) => example.events.includes(event));
  async function deliver(event: IntegrationEvent, wrong?: string): Promise<Delivered> {
    const { settings, secrets } = fillForm(compiled, exampleOf(event));
    const used = wrong === undefined ? secrets : Object.fromEntries(Object.keys(secrets).map((name) => [name, wrong]));
    return deliverEvent(compiled, sampleFacts(event, { eventId: crypto.randomUUID(), now: NOW }), {
      secrets: new Map(Object.entries(used)),
      settings,
      clock: { now: () => NOW },
      timeoutMs: 10_000,
      origin: served.url,
    });
  }

  beforeAll(async () => {
    examples = await readIntegrationExamples(folder);
    const { secrets } = fillForm(compiled, undefined);
    simulator = integrationSimulator(compiled, { secrets, examples });
    served = await serveSimulator({ handleHttp: simulator.handle });
  });
  afterAll(() => served?.close());

  it('has an example of every call and event, each with where it was seen', () => {
    const shown = new Set(examples.flatMap(({ call, events: named }) => named.map((event) => `${event} ${call}`)));
    const wanted = events.flatMap((event) => (integration.events[event] ?? []).map((call) => `${event} ${call}`));
    expect([...shown].sort()).toEqual([...new Set(wanted)].sort());
  });

  it.each(events)('sends %s in the documented shape, to the documented address', async (event) => {
    simulator.heard.length = 0;

    const delivered = await deliver(event);

    expect(simulator.heard.map(({ problems }) => problems)).toEqual(simulator.heard.map(() => []));
    expect(simulator.heard).toHaveLength(integration.events[event]?.length ?? 0);
    expect(delivered).toMatchObject({ means: 'DONE', problem: null });
  });

  it('says no to a wrong key, and tells the key to nobody', async () => {
    const [event] = events as [IntegrationEvent];
    if (Object.keys(fillForm(compiled, undefined).secrets).length === 0) return;
    simulator.heard.length = 0;

    const delivered = await deliver(event, 'planted-wrong-key');

    expect(simulator.heard[0]?.isAuthorized).toBe(false);
    expect(delivered.means).not.toBe('DONE');
    expect(JSON.stringify(delivered)).not.toContain('planted-wrong-key');
  });

  it('keeps its secrets out of addresses and out of what is shown', async () => {
    for (const event of events) {
      simulator.heard.length = 0;
      await deliver(event);
      const { settings } = fillForm(compiled, exampleOf(event));
      const shown = showRequests(
        compiled,
        sampleFacts(event, { eventId: crypto.randomUUID(), now: NOW }),
        settings,
        NOW,
      );
      expect(shown.length).toBeGreaterThan(0);
      expect(JSON.stringify(shown)).not.toContain(SECRET);
      const addresses = simulator.heard.map(({ path: at, query }) => at + JSON.stringify(query));
      // A system that documents its key in the address, and nowhere else, says so in its manifest.
      if (integration.auth.type !== 'query') expect(addresses.join(' ')).not.toContain(SECRET);
    }
  });

  it('does what its examples say of each answer', async () => {
    for (const { events: named, answers, call } of examples)
      for (const { status, body, means } of answers) {
        const [event] = named as [IntegrationEvent];
        simulator.planned.length = 0;
        const before = integration.events[event]?.indexOf(call) ?? 0;
        const earlier = (integration.events[event] ?? []).slice(0, before).map((name) => {
          const done = examples.find((one) => one.call === name)?.answers.find((one) => one.means === 'DONE');
          return { status: done?.status ?? 200, body: done?.body };
        });
        simulator.planned.push(...earlier, { status, body });

        const delivered = await deliver(event);

        expect([call, status, delivered.means]).toEqual([call, status, means]);
        simulator.planned.length = 0;
      }
  });

  it('sends again what got no answer, and gives up what is refused', async () => {
    const { settings, secrets } = fillForm(compiled, exampleOf(events[0] as IntegrationEvent));
    const facts = sampleFacts(events[0] as IntegrationEvent, { eventId: crypto.randomUUID(), now: NOW });
    const options = {
      secrets: new Map(Object.entries(secrets)),
      settings,
      clock: { now: () => NOW },
      timeoutMs: 10_000,
    };

    expect(await deliverEvent(compiled, facts, { ...options, origin: 'http://127.0.0.1:9' })).toMatchObject({
      means: 'RETRY',
      problem: 'UNREACHABLE',
    });
  });

  it('tells of the buyer what its manifest declares, and nothing else', async () => {
    const secret = { name: 'Zulmira', email: 'zulmira@example.com', phone: '11911112222', document: '11144477735' };
    const facts = {
      ...sampleFacts(events[0] as IntegrationEvent, { eventId: crypto.randomUUID(), now: NOW }),
      customer: secret,
    };
    const { settings } = fillForm(compiled, exampleOf(events[0] as IntegrationEvent));
    const shown = JSON.stringify(showRequests(compiled, facts, settings, NOW));
    for (const [field, value] of Object.entries(secret))
      if (!integration.buyer.includes(field as never)) expect(shown).not.toContain(value);
  });
});

describe('an event for which the settings name nothing', () => {
  it('makes no request, and is not told as delivered', async () => {
    const compiled = found.get('whatsapp-cloud')!;
    const delivered = await deliverEvent(
      compiled,
      sampleFacts('sale.approved', { eventId: crypto.randomUUID(), now: NOW }),
      {
        secrets: new Map([['accessToken', SECRET]]),
        settings: { phoneNumberId: '106540352242922', language: 'pt_BR' },
        clock: { now: () => NOW },
        timeoutMs: 10_000,
        origin: 'http://127.0.0.1:9',
      },
    );

    expect(delivered).toMatchObject({ means: 'REFUSED', problem: 'NOT_SET_UP' });
  });

  it('is refused with the name of what is missing where the buyer has no phone', async () => {
    const compiled = found.get('zenvia-sms')!;
    const facts = sampleFacts('sale.approved', { eventId: crypto.randomUUID(), now: NOW });
    const delivered = await deliverEvent(
      compiled,
      { ...facts, customer: { phone: null } },
      {
        secrets: new Map([['apiToken', SECRET]]),
        settings: { sender: 'loja', textApproved: 'Seu pedido:' },
        clock: { now: () => NOW },
        timeoutMs: 10_000,
        origin: 'http://127.0.0.1:9',
      },
    );

    expect(delivered).toMatchObject({ means: 'REFUSED', problem: 'DATA_MISSING', answer: 'customer.phone' });
  });
});

describe('the witness', () => {
  it('finds a key that is not documented, one that is missing, and one of another type', () => {
    const witness = { notSent: ['json.left'], nullable: ['json.maybe'] };
    const shown = { id: 'a', left: 1, maybe: 'x', list: [{ n: 1 }] };

    expect(compareShapes({ id: 'b', list: [{ n: 2 }] }, shown, 'json', witness)).toEqual([]);
    expect(compareShapes({ id: 1, extra: true, list: [] }, shown, 'json', witness)).toEqual([
      'json.id is number, documented as string',
      'json.extra is sent and not documented',
      'json.list.n is documented and not sent',
    ]);
  });

  it('reads a manifest again as it stands in its folder', async () => {
    for (const id of found.keys()) expect((await readIntegration(path.join(FOLDER, id))).integration.id).toBe(id);
  });
});
