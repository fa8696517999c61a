/** Tests that each key of a shown request has to be sent, or to be listed with a reason. */
import type { CallExample, Examples } from '@feira/schemas/examples';
import { expect, it } from 'vitest';
import { testManifest } from '../test-manifest.ts';
import { createRecorder } from './recorder.ts';
import { collectSentKeys } from './request-key-proofs.ts';
import type { WireCall } from './wire.ts';

const manifest = testManifest({
  contract: '^1.2.0',
  operations: ['createTransaction', 'withdraw'],
  capabilities: { methods: { PIX: { refund: 'none' } }, withdraw: ['PIX', 'BANK_ACCOUNT'] },
});
const example: CallExample = {
  operation: 'withdraw',
  kind: 'PIX',
  request: 'POST /accounts/1/batch',
  headers: { Authorization: 'Bearer x', 'X-Order': 'w' },
  json: { transfers: [{ value: 1, idempotency_key: 'w', target: { key: 'k' } }] },
};
const call = (body: object, headers: Record<string, string> = { 'x-order': 'w' }): WireCall => ({
  method: 'POST',
  path: '/accounts/77/batch',
  query: {},
  headers,
  body,
  rawBody: '',
});
const WHOLE = { transfers: [{ value: 5, idempotency_key: 'a', target: { key: 'b' } }] };

interface Case {
  calls?: WireCall[];
  capability?: string;
  notSent?: Record<string, string>;
  file?: Partial<Examples>;
  described?: string[];
}

async function listProblems({ calls = [], capability = 'withdraw.PIX', notSent, file, described }: Case) {
  const shown = { ...example, ...(notSent && { notSent }) };
  const files = [{ source: 'a page', date: '2026-11-30', evidence: 'documented', calls: [shown], ...file } as Examples];
  const keys = collectSentKeys(manifest, files, described);
  const recorder = createRecorder();
  keys.note(capability, calls);
  await keys.prove(recorder);
  return Object.values(recorder.capabilities).flatMap(({ proofs }) =>
    Object.values(proofs).flatMap(({ failures }) => failures),
  );
}

it('misses each shown key that no call has, without what is under it', async () => {
  expect(await listProblems({ calls: [call(WHOLE)] })).toEqual([]);
  expect(await listProblems({ calls: [call({ transfers: [{ value: 5 }] }, {})] })).toEqual([
    expect.stringContaining('shows "headers.x-order"'),
    expect.stringContaining('shows "json.transfers.idempotency_key"'),
    expect.stringContaining('shows "json.transfers.target", which'),
  ]);
});

it('takes the reason for a key that is not sent, and no reason for one that is', async () => {
  const notSent = { 'json.transfers.target': 'the provider knows it by the account' };

  expect(await listProblems({ calls: [call({ transfers: [{ value: 5, idempotency_key: 'a' }] })], notSent })).toEqual(
    [],
  );
  expect(await listProblems({ calls: [call(WHOLE)], notSent })).toEqual([
    expect.stringContaining('has "json.transfers.target", which is sent or not shown: remove it.'),
  ]);
});

it('does not count what a withdrawal of another kind sends', async () => {
  const calls = [call({ transfers: [{ value: 5 }] })];
  const keys = collectSentKeys(manifest, [
    { source: 'a page', date: '2026-11-30', evidence: 'documented', calls: [example] } as Examples,
  ]);
  const recorder = createRecorder();
  keys.note('withdraw.BANK_ACCOUNT', [call(WHOLE)]);
  keys.note('withdraw.PIX', calls);
  await keys.prove(recorder);

  expect(recorder.capabilities.package?.isProven).toBe(false);
});

it('asks nothing of calls that are not made, of inferred examples, and of what a description makes', async () => {
  const calls = [call({ transfers: [] })];

  expect(await listProblems({})).toEqual([]);
  expect(await listProblems({ calls, file: { evidence: 'inferred' } })).toEqual([]);
  expect(await listProblems({ calls, described: ['withdraw'] })).toEqual([]);
});
