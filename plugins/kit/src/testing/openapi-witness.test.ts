import { describe, expect, it } from 'vitest';
import { findUnfit, openApiWitness } from './openapi-witness.ts';

type Schema = Parameters<typeof findUnfit>[0];
const payer: Schema = {
  oneOf: [
    {
      type: 'object',
      required: ['name', 'email'],
      properties: { name: { type: 'string' }, email: { type: 'string' } },
    },
    {
      type: 'object',
      required: ['name', 'phone'],
      properties: { name: { type: 'string' }, phone: { type: 'string' } },
    },
  ],
};
const charge: Schema = {
  type: 'object',
  required: ['id', 'amount'],
  properties: {
    id: { type: 'string', maxLength: 5 },
    amount: { type: 'integer' },
    kind: { type: 'string', enum: ['PIX', 'BOLETO'] },
    payer,
    items: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } },
  },
};
const witness = openApiWitness({
  source: 'https://provider.example/openapi.yaml',
  date: '2026-11-30',
  operations: {
    'POST /charges': { query: ['dry_run'], request: charge },
    'GET /charges/{id}': { answer: { allOf: [charge, { properties: { status: { type: 'string' } } }] }, examples: [1] },
  },
});

describe('findUnfit', () => {
  it.each([
    [{ id: 'a', amount: 1, kind: 'PIX', payer: { name: 'Ana', phone: '1' }, items: [{ title: 'x' }] }, []],
    [{ id: 'a', amount: '1' }, ['body.amount is no integer']],
    [{ amount: 1 }, ['body.id is missing']],
    [{ id: 'a', amount: 1, kind: 'CARD' }, ['body.kind is CARD']],
    [{ id: 'abcdef', amount: 1 }, ['body.id is too long']],
    [{ id: 'a', amount: 1, value: 2 }, ['body.value is no field']],
    [{ id: 'a', amount: 1, payer: { name: 'Ana' } }, ['body.payer.email is missing']],
    [{ id: 'a', amount: 1, items: [{}, { name: 'x' }] }, ['body.items.1.name is no field']],
  ])('finds what is wrong with %j', (body, expected) => {
    expect(findUnfit(charge, body)).toEqual(expected);
  });
});

describe('openApiWitness', () => {
  it('knows calls, their parameters and what is no call at all', () => {
    const body = { id: 'a', amount: 1 };

    expect(witness.findWrongRequest({ method: 'POST', path: '/charges', query: { dry_run: 'true' }, body })).toEqual(
      [],
    );
    expect(witness.findWrongRequest({ method: 'POST', path: '/charges', query: { test: '1' }, body })).toEqual([
      'test is no parameter',
    ]);
    expect(witness.findWrongRequest({ method: 'GET', path: '/charges/1', body })).toEqual(['A body is sent']);
    expect(witness.findWrongRequest({ method: 'GET', path: '/charge/1' })).toEqual(['There is no GET /charge/1']);
  });

  it('takes the fields of all parts of an answer, and hands out its examples', () => {
    const call = { method: 'GET', path: '/charges/1' };

    expect(witness.findWrongAnswer(call, { id: 'a', amount: 1, status: 'PAID' })).toEqual([]);
    expect(witness.findWrongAnswer(call, { id: 'a', amount: 1, state: 'PAID' })).toEqual(['body.state is no field']);
    expect(witness.listExamples('GET /charges/{id}')).toEqual([1]);
  });
});
