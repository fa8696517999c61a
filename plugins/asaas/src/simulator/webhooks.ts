/** Registers and sends the simulated Asaas' webhooks. */
import { createIds, type SimulatorContext } from '@feira/plugin-kit';
import { type Call, type Fields, invalid, MAIN, missing, refuse, requireText, toList, toWallClock } from './wire.ts';

interface Registration {
  id: string;
  account: string;
  name: string;
  url: string;
  enabled: boolean;
  interrupted: boolean;
  authToken?: string;
  events: string[];
}
const MOST_WEBHOOKS = 10;

export function createWebhooks(context: SimulatorContext) {
  const { store, clock, sendWebhook } = context;
  const ids = createIds(context);
  const read = async () => (await store.get<Registration[]>('webhooks:all')) ?? [];
  return {
    /** The token is write-only. */
    list: async ({ account }: Call) => {
      const own = (await read()).filter((registration) => registration.account === account);
      return toList(own.map(({ authToken, account: _, ...shown }) => ({ ...shown, hasAuthToken: Boolean(authToken) })));
    },

    /** A new registration, or a known one by its id. */
    async register({ fields, id, account }: Call) {
      const { events, authToken } = fields;
      if (!Array.isArray(events) || events.length === 0) throw invalid('events');
      if (authToken !== undefined) requireText(fields, 'authToken', /^.{32,255}$/s);
      for (const name of ['name', 'email']) requireText(fields, name);
      requireText(fields, 'sendType', /^(NON_)?SEQUENTIALLY$/);
      for (const name of ['enabled', 'interrupted']) if (typeof fields[name] !== 'boolean') throw invalid(name);
      const known = await read();
      const own = known.filter((registration) => registration.account === account);
      if (id && !own.some((registration) => registration.id === id)) throw missing();
      if (!id && own.length >= MOST_WEBHOOKS) throw refuse(400, 'invalid_action', 'Limite de 10 webhooks atingido.');
      const registration: Registration = {
        id: id || ids.uuid(),
        account,
        name: String(fields.name),
        url: requireText(fields, 'url', /^https?:\/\//),
        enabled: fields.enabled === true,
        interrupted: fields.interrupted === true,
        authToken: authToken as string | undefined,
        events: events.map(String),
      };
      await store.set('webhooks:all', [...known.filter((other) => other.id !== id), registration]);
      const { authToken: _, account: __, ...shown } = registration;
      return { ...shown, hasAuthToken: Boolean(authToken) };
    },

    /** Sends one event to every webhook registered for it. Repeats carry the same id, as repeats of Asaas do. */
    async send(event: string, subject: Fields, { times = 1, account = MAIN } = {}): Promise<void> {
      const body = JSON.stringify({
        id: `evt_${ids.hex(32)}&${ids.digits(9)}`,
        event,
        dateCreated: toWallClock(clock.now()),
        ...subject,
      });
      const wanted = (await read()).filter(
        ({ enabled, interrupted, events, account: owner }) =>
          owner === account && enabled && !interrupted && events.includes(event),
      );
      for (const { url, authToken } of wanted) {
        const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': 'Java/1.8.0_282' };
        if (authToken) headers['asaas-access-token'] = authToken;
        for (let time = 0; time < times; time += 1) await sendWebhook({ url, headers, body });
      }
    },
  };
}
