import { expect, it } from 'vitest';
import { openInferred, testMember, testTokenFirst } from '../../family-hopy/src/test-members.ts';

testMember(import.meta.url, 'apiKey');
testTokenFirst(import.meta.url, 'apiKey');

it('has one credential, the API key', async () => {
  const { manifest } = await openInferred(import.meta.url, { apiKey: 'invented-key-0001' }, []);
  const secrets = Object.entries(manifest.credentials.properties).filter(([, { secret }]) => secret);
  expect(secrets.map(([name]) => name)).toEqual(['apiKey']);
});

it('lets a call by GET pass that holds no event of a charge', async () => {
  const { provider } = await openInferred(import.meta.url, { apiKey: 'invented-key-0001' }, []);
  const call = { headers: {}, query: { id: '282' }, body: { id: '282' }, rawBody: '', method: 'GET' } as const;
  expect(await provider.processWebhook(call)).toEqual({ subject: 'ignored' });
});
