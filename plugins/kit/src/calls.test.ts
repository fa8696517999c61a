import { describe, expect, it } from 'vitest';
import { createCalls, invalidRequest, orUnknown, path, whenRefused } from './calls.ts';
import { ProviderError } from './errors.ts';
import type { Http, HttpAnswer, HttpRequest } from './host.ts';

function open(answer: Partial<HttpAnswer> | Error) {
  const requests: HttpRequest[] = [];
  const http: Http = {
    async request<T>(request: HttpRequest) {
      requests.push(request);
      if (answer instanceof Error) throw answer;
      return { status: 200, headers: {}, body: undefined, ...answer } as HttpAnswer<T>;
    },
  };
  return { requests, calls: createCalls(http, (body) => body.reason('error.message')) };
}
const refusal = (status: number, body: unknown, outcome: 'REJECTED' | 'UNKNOWN' = 'REJECTED') =>
  new ProviderError('INVALID_REQUEST', outcome, `The provider answered ${status}`, { status, body });

describe('path', () => {
  it('encodes every value and nothing else', () => {
    expect(path`/charges/${'a/b?c'}/refunds`).toBe('/charges/a%2Fb%3Fc/refunds');
  });
});

describe('find and list', () => {
  it('take a 404 for an answer: nothing is there', async () => {
    const { calls, requests } = open({ status: 404, body: { error: 'none' } });

    expect(await calls.find('/charges/1')).toBeNull();
    expect(await calls.list('/charges', 'items')).toEqual([]);
    expect(requests[0]).toMatchObject({ method: 'GET', accept: [404] });
  });

  it.each([undefined, null, '', 'page', 7])('take %j for no answer', async (body) => {
    const { calls } = open({ body });

    for (const call of [calls.find('/charges/1'), calls.get('/charges/1'), calls.list('/charges', 'items')]) {
      await expect(call).rejects.toMatchObject({ code: 'INVALID_ANSWER', outcome: 'NOT_SENT' });
    }
  });

  it.each([{}, { items: null }, []])('do not believe that %j is an empty list', async (body) => {
    await expect(open({ body }).calls.list('/charges', 'items')).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
  });

  it('take an answer without a body for no answer, whatever its status, and name no id', async () => {
    const { calls } = open({ status: 204 });

    await expect(calls.find('/people/52998224725')).rejects.toMatchObject({
      message: 'GET /people was answered with nothing.',
    });
  });

  it('read what is there', async () => {
    const { calls } = open({ body: { items: [{ id: 'c1' }] } });

    expect((await calls.list('/charges', 'items')).map((charge) => charge.text('id'))).toEqual(['c1']);
    expect((await calls.get('/charges')).text('items.0.id')).toBe('c1');
  });
});

describe('writes', () => {
  it.each(['post', 'put', 'delete'] as const)('%s what they say, and take an empty answer', async (method) => {
    const { calls, requests } = open({ status: 204 });

    const answer = await calls[method]('/charges/1', { a: 1 }, { idempotencyKey: 'k1' });

    expect(requests).toEqual([
      { method: method.toUpperCase(), path: '/charges/1', json: { a: 1 }, idempotencyKey: 'k1' },
    ]);
    expect(answer.text('id')).toBeUndefined();
  });

  it('that cannot be put into words were not sent', () => {
    expect(invalidRequest('No address.')).toMatchObject({ code: 'INVALID_REQUEST', outcome: 'NOT_SENT' });
  });
});

describe('a refusal', () => {
  it('stands as it is when its reason cannot be read', async () => {
    const { calls } = open(refusal(422, { error: 7 }));
    const broken = createCalls({ request: () => Promise.reject(refusal(422, { error: 7 })) } as Http, (body) =>
      body.requireText('message'),
    );

    for (const { post } of [calls, broken]) {
      await expect(post('/charges')).rejects.toMatchObject({ status: 422, reason: undefined, outcome: 'REJECTED' });
    }
  });

  it('says why in the provider’s words, without documents', async () => {
    const { calls } = open(refusal(422, { error: { message: 'O CPF 529.982.247-25 não pode.' } }));

    await expect(calls.post('/charges', {})).rejects.toMatchObject({
      message: 'O CPF *** não pode.',
      reason: 'O CPF *** não pode.',
      status: 422,
      outcome: 'REJECTED',
    });
  });

  it.each([{ error: 'no' }, 'page', undefined])('stays as it is where the body %j holds no reason', async (body) => {
    const error = refusal(422, body);

    await expect(open(error).calls.post('/charges', {})).rejects.toBe(error);
  });

  it('differs from an open outcome, which stays open', async () => {
    const error = refusal(500, { error: { message: 'Try later.' } }, 'UNKNOWN');

    await expect(open(error).calls.post('/charges', {})).rejects.toBe(error);
  });
});

describe('whenRefused', () => {
  const refund = (error: ProviderError) =>
    open(error)
      .calls.post('/refunds', {})
      .then(
        () => 'made',
        whenRefused([422], (reason) => `refused: ${reason}`),
      );

  it('turns a wanted status with a reason into a result', async () => {
    expect(await refund(refusal(422, { error: { message: 'Saldo.' } }))).toBe('refused: Saldo.');
  });

  it.each([
    refusal(401, { error: { message: 'Key.' } }),
    refusal(422, {}),
    refusal(422, { error: { message: 'x' } }, 'UNKNOWN'),
  ])('lets everything else go on', async (error) => {
    await expect(refund(error)).rejects.toMatchObject({ outcome: error.outcome, status: error.status });
  });
});

describe('orUnknown', () => {
  it('leaves the outcome open when what was done cannot be read', async () => {
    const read = Promise.reject(new ProviderError('UNAVAILABLE', 'NOT_SENT', 'down'));

    await expect(orUnknown(read, 'Made, not read.')).rejects.toMatchObject({
      outcome: 'UNKNOWN',
      message: 'Made, not read.',
    });
    expect(await orUnknown(Promise.resolve(1), '')).toBe(1);
  });
});
