import { createHash } from 'node:crypto';
import { READING } from '@feira/schemas/limits';
import type { Procedure } from '@feira/schemas/procedure';
import { describe, expect, it } from 'vitest';
import { ApiError, createClient } from './client.ts';

const listThings = {
  name: 'things.listThings',
  kind: 'query',
  summary: '',
  access: { kind: 'public' },
  limit: READING,
  input: {
    type: 'object',
    additionalProperties: false,
    properties: { search: { type: 'string' }, ids: { type: 'array', items: { type: 'string' } } },
  },
  output: {
    type: 'object',
    required: ['count'],
    additionalProperties: false,
    properties: { count: { type: 'integer' } },
  },
  errors: [],
} as const satisfies Procedure;
const putThing = { ...listThings, name: 'things.putThing', kind: 'mutation' } as const satisfies Procedure;

function clientAnswering(answer: () => Response | Promise<Response>) {
  const sent: { address: string; init: RequestInit }[] = [];
  const fetch = (async (address: string, init: RequestInit) => {
    sent.push({ address, init });
    return answer();
  }) as typeof globalThis.fetch;
  return { client: createClient({ locale: 'en', fetch }), sent };
}

describe('createClient', () => {
  it('asks a query by GET with its input in the address, without what is undefined', async () => {
    const { client, sent } = clientAnswering(() => Response.json({ count: 2 }));

    const answer = await client.call(listThings, { search: 'pão & queijo', ids: ['a', 'b'] });
    await client.call(listThings, {});

    expect(answer.count).toBe(2);
    expect(sent.map(({ address }) => address)).toEqual([
      '/api/things.listThings?search=p%C3%A3o+%26+queijo&ids=a&ids=b',
      '/api/things.listThings',
    ]);
    expect(sent[0]!.init).toMatchObject({ method: 'GET', body: null, headers: { 'Accept-Language': 'en' } });
  });

  it('sends a mutation by POST as JSON, with its key where money moves', async () => {
    const { client, sent } = clientAnswering(() => Response.json({ count: 1 }));

    await client.call(putThing, { search: 'x' }, { idempotencyKey: 'key-1' });

    expect(sent[0]).toMatchObject({
      address: '/api/things.putThing',
      init: {
        method: 'POST',
        body: '{"search":"x"}',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'key-1' },
      },
    });
  });

  it("throws a refusal with the server's words", async () => {
    const details = [{ field: 'search', message: 'At most 100 characters' }];
    const { client } = clientAnswering(() =>
      Response.json({ code: 'VALIDATION_FAILED', message: 'Check the fields.', details }, { status: 400 }),
    );

    const error = await client.call(listThings, {}).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', message: 'Check the fields.', details });
  });

  it.each([
    ['a page instead of JSON', () => new Response('<html>', { status: 200 }), 0],
    ['an error page of a proxy', () => new Response('<html>', { status: 502 }), 502],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ])('takes %s for no answer', async (_, answer, status) => {
    const { client } = clientAnswering(answer);

    await expect(client.call(listThings, {})).rejects.toMatchObject({ status, code: 'NO_ANSWER', message: '' });
  });

  it.each([
    [
      'nothing',
      (late: AbortController) =>
        new Promise<Response>((_, reject) => {
          late.signal.addEventListener('abort', () => reject(late.signal.reason));
        }),
    ],
    [
      'half a body',
      (late: AbortController) => {
        const pull = (stream: ReadableStreamDefaultController) =>
          late.signal.addEventListener('abort', () => stream.error(late.signal.reason));
        return new Response(new ReadableStream({ start: pull }));
      },
    ],
  ])('gives a question up of which %s has come in time', async (_, answer) => {
    const late = new AbortController();
    const limits: number[] = [];
    const client = createClient({
      locale: 'en',
      fetch: (async () => answer(late)) as typeof fetch,
      after: (milliseconds) => {
        limits.push(milliseconds);
        return late.signal;
      },
    });

    const call = client.call(listThings, {});
    late.abort();

    await expect(call).rejects.toMatchObject({ status: 0, code: 'TIMED_OUT' });
    expect(limits).toHaveLength(1);
  });

  it('waits longer for a change than for a question', async () => {
    const limits: number[] = [];
    const after = (milliseconds: number) => {
      limits.push(milliseconds);
      return new AbortController().signal;
    };
    const client = createClient({
      locale: 'en',
      fetch: (async () => Response.json({ count: 1 })) as typeof fetch,
      after,
    });

    await client.call(listThings, {});
    await client.call(putThing, {});

    expect(limits[0]).toBeLessThan(limits[1]!);
  });

  it('does the work that the server asks for, and sends the call once more with its proof', async () => {
    const challenge = { token: 'a.b', bits: 9 };
    const answers = [
      Response.json({ code: 'CHALLENGE_REQUIRED', message: '', challenge }, { status: 403 }),
      Response.json({ count: 1 }),
    ];
    const { client, sent } = clientAnswering(() => answers.shift() as Response);

    expect(await client.call(putThing, {}, { idempotencyKey: 'k' })).toEqual({ count: 1 });
    const { 'Feira-Challenge': proof, ...headers } = sent[1]!.init.headers as Record<string, string>;
    expect(headers).toEqual(expect.objectContaining({ 'Idempotency-Key': 'k' }));
    expect(proof).toMatch(/^a\.b:\d+$/);
    expect(
      createHash('sha256')
        .update(proof as string)
        .digest('hex'),
    ).toMatch(/^00[0-7]/);
  });

  it('lets a call that was given up end as one', async () => {
    const controller = new AbortController();
    const { client } = clientAnswering(() => {
      controller.abort();
      return Promise.reject(controller.signal.reason);
    });

    const call = client.call(listThings, {}, { signal: controller.signal });

    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});
