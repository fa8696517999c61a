import { openDescribed } from '@feira/plugin-kit/testing';
import { OPERATIONS } from '@feira/schemas/provider';
import { expect, it } from 'vitest';

it.each([...OPERATIONS])('answers %s with "Method not implemented.", and calls nobody', async (operation) => {
  const { provider, sent } = await openDescribed(import.meta.url, { credentials: {} });
  const call = provider[operation] as (input: unknown) => Promise<unknown>;
  await expect(call({ body: { id: '1', status: 'paid' } })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    outcome: 'NOT_SENT',
    message: 'Method not implemented.',
  });
  expect(sent).toEqual([]);
});
