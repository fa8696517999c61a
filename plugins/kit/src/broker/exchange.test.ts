import { describe, expect, it } from 'vitest';
import { describeRefusal, redactPath } from './exchange.ts';

const SECRETS = ['sk_123456789'];
const describeBody = (body: unknown) => describeRefusal(body, SECRETS);

describe('describeRefusal', () => {
  it.each([
    [{ message: 'why' }, 'why'],
    [{ errors: [{ code: 'invalid_value', description: 'O valor é baixo.' }] }, 'O valor é baixo.'],
    [{ error: { code: 'x', message: 'card expired' } }, 'card expired'],
    [{ error: 'invalid_client', error_description: 'Client authentication failed' }, 'Client authentication failed'],
    [{ error: 'invalid_client' }, 'invalid_client'],
    [{ message: 'bad request', cause: [{ code: 13, description: 'payer.email is wrong' }] }, 'payer.email is wrong'],
    [{ title: 'Cobrança inválida.', detail: 'O campo calendario falta.' }, 'O campo calendario falta.'],
    [{ title: 'Cobrança inválida.', violacoes: [{ razao: 'x', propriedade: 'y' }] }, 'Cobrança inválida.'],
    [
      { message: 'The request is invalid.', errors: { 'customer.name': ['is too long'] } },
      'customer.name: is too long',
    ],
    [{ message: ' two\n lines ' }, 'two lines'],
  ])('finds the sentence in %j', (body, sentence) => {
    expect(describeBody(body)).toBe(sentence);
  });

  it.each([
    [undefined],
    [null],
    ['<html>502</html>'],
    ['plain text'],
    [[]],
    [{}],
    [{ amount: 100, message: '' }],
    [{ data: { message: 'x' } }],
  ])('makes none of %j', (body) => {
    expect(describeBody(body)).toBeUndefined();
  });

  it('leaves out secrets, documents, card numbers and e-mails, and stays short', () => {
    expect(describeBody({ message: 'sk_123456789 of 529.982.247-25 and 4111 1111 1111 1111 for a@b.example' })).toBe(
      '[redacted] of *** and *** for [redacted]',
    );
    expect(describeBody({ message: '😀'.repeat(400) })?.length).toBeLessThanOrEqual(300);
  });

  it('ends in a body that holds itself too deep', () => {
    const body: Record<string, unknown> = {};
    body.error = body;

    expect(describeBody(body)).toBeUndefined();
  });
});

describe('redactPath', () => {
  it.each([
    ['/v1/charges/pay_1', '/v1/charges/pay_1'],
    ['/pix/12345678901/charges', '/pix/[redacted]/charges'],
    ['/keys/ana@example.com/x', '/keys/[redacted]/x'],
    ['/keys/ana%40example.com', '/keys/[redacted]'],
    ['/charges?document=52998224725&page=2', '/charges?document=[redacted]&page=2'],
    ['/tokens/sk_123456789', '/tokens/[redacted]'],
    ['/a@b/c/d@e', '/[redacted]/c/[redacted]'],
  ])('makes %s into %s', (path, redacted) => {
    expect(redactPath(path, SECRETS)).toBe(redacted);
  });
});
