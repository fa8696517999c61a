import { OPERATIONS } from '@feira/schemas/provider';
import { expect, it } from 'vitest';
import en from './locales/en.json' with { type: 'json' };
import ptBR from './locales/pt-BR.json' with { type: 'json' };

it.each(Object.entries({ en, 'pt-BR': ptBR }))('every operation of a provider has words in %s', (_, { operations }) => {
  const named = Object.keys(operations);
  expect(OPERATIONS.filter((operation) => !named.includes(operation))).toEqual([]);
});
