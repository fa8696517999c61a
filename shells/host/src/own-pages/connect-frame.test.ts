import { ApiError, type Client } from '@feira/shell-kit/client';
import { describe, expect, it, vi } from 'vitest';
import { answer } from './connect-frame.ts';

const page = { procedures: { 'sales.listSales': 'query', 'payouts.request': 'mutation' } } as const;
const host = () => ({ confirmIdentity: vi.fn(async () => true), onLoginRequired: vi.fn() });
const client = (...answers: (object | Error)[]) => {
  const call = vi.fn(async (..._: unknown[]) => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  });
  return { call: call as unknown as Client['call'], calls: call.mock.calls };
};
const refused = (code: string) => new ApiError(403, { code, message: 'Não.' });
const ask = (procedure: string) => ({ kind: 'call', id: 7, procedure, input: { limit: 1 } }) as const;

describe("a call of an owner's page", () => {
  it('is made if the configuration names its procedure', async () => {
    const server = client({ sales: [] });

    const said = await answer(page, ask('sales.listSales'), { client: server, host: host() });

    expect(said).toEqual({ kind: 'answer', id: 7, output: { sales: [] } });
    expect(server.calls[0]).toEqual([{ name: 'sales.listSales', kind: 'query' }, { limit: 1 }, {}]);
  });

  it.each(['people.listUsers', 'toString', '__proto__', ''])(
    'is not made for %j, which it does not name',
    async (name) => {
      const server = client({});

      const said = await answer(page, ask(name), { client: server, host: host() });

      expect(said).toMatchObject({ kind: 'refusal', id: 7, code: 'PROCEDURE_NOT_ALLOWED' });
      expect(server.calls).toEqual([]);
    },
  );

  it('that moves money has a key, and is made again with the same key after the person confirmed who they are', async () => {
    const server = client(refused('REAUTHENTICATION_REQUIRED'), { id: 'w1' });

    const said = await answer(page, ask('payouts.request'), { client: server, host: host() });

    expect(said).toEqual({ kind: 'answer', id: 7, output: { id: 'w1' } });
    const keys = server.calls.map((call) => (call[2] as { idempotencyKey: string }).idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('stays refused where the person does not confirm', async () => {
    const asked = host();
    asked.confirmIdentity.mockResolvedValue(false);

    const said = await answer(page, ask('payouts.request'), {
      client: client(refused('REAUTHENTICATION_REQUIRED')),
      host: asked,
    });

    expect(said).toEqual({ kind: 'refusal', id: 7, code: 'REAUTHENTICATION_REQUIRED', message: 'Não.' });
  });

  it('leads to the sign-in where the session has ended', async () => {
    const asked = host();

    await answer(page, ask('sales.listSales'), { client: client(refused('LOGIN_REQUIRED')), host: asked });

    expect(asked.onLoginRequired).toHaveBeenCalledOnce();
  });
});
