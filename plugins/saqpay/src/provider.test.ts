import { openDescribed, sampleTransaction } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';
import { credentials, testMember } from '../../family-saq/src/test-members.ts';

testMember(import.meta.url);

it('asks for its token at the path that the owner types', async () => {
  const typed = { ...credentials, tokenPath: '/auth-token/' };
  const { provider, sent } = await openDescribed(import.meta.url, { credentials: typed, environment: 'production' });
  await expect(provider.createTransaction(sampleTransaction('PIX'))).rejects.toMatchObject({ outcome: 'NOT_SENT' });
  expect(sent[0]).toMatchObject({ path: '/auth-token/' });
});
