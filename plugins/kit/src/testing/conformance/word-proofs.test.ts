/** Tests what a package is told about its words, each with one thing wrong. */
import type { Examples, StatedWords } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { testManifest } from '../test-manifest.ts';
import { createRecorder } from './recorder.ts';
import type { StatedWord } from './run.ts';
import { proveWords } from './word-proofs.ts';

const map = { open: 'PENDING', paid: 'APPROVED', expired: 'REJECTED', devolvido: 'REFUNDED' } as const;
const written = (changes: Partial<Manifest> = {}, payment: object = {}): Manifest =>
  testManifest({
    contract: '^1.2.0',
    ...changes,
    status: { payment: { map: { ...map, ...payment }, unknown: 'PENDING' } },
  });
const list = (payment: object, more: Partial<Examples> = {}): Examples => ({
  source: 'https://x.example/words',
  date: '2026-11-30',
  evidence: 'documented',
  words: { payment } as StatedWords,
  ...more,
});

async function listProblems(manifest: Manifest, examples: Examples[], stated: StatedWord[] = []): Promise<string> {
  const recorder = createRecorder();
  await proveWords(recorder, { manifest, examples, stated });
  const failures = Object.values(recorder.capabilities).flatMap(({ proofs }) =>
    Object.values(proofs).flatMap((proof) => proof.failures),
  );
  return failures.join('\n');
}

describe('proveWords', () => {
  it('is content with a list, with results of examples, and with any letters', async () => {
    const { paid: _, ...others } = map;
    const stated = [{ table: 'payment', word: 'PAID', meaning: 'APPROVED' }] as const;

    expect(await listProblems(written(), [list(map)])).toBe('');
    expect(await listProblems(written(), [list(others)], [...stated])).toBe('');
  });

  it('names the words that decide and that nobody states, ready to be copied', async () => {
    const problems = await listProblems(written(), [list({ paid: 'APPROVED', open: 'PENDING' })]);

    expect(problems).toContain(
      'status.payment.map: no example and no list states what "expired" (REJECTED), "devolvido"',
    );
    expect(problems).toContain('{ "words": { "payment": {"expired":"REJECTED","devolvido":"REFUNDED"} } }');
    expect(problems).not.toContain('open');
  });

  it('tells a package without examples to make a file', async () => {
    expect(await listProblems(written(), [])).toContain('state it in a new examples/words.json that names the source');
  });

  it.each(['^1.0.0', '^1.1.0'])('asks no package of contract %s for witnesses', async (contract) => {
    expect(await listProblems(written({ contract }), [])).toBe('');
  });

  it.each(['^1.0.0', '^1.2.0'])('doubts a word whose name contradicts its meaning, under %s', async (contract) => {
    const manifest = written({ contract }, { vencida: 'APPROVED' });
    const problems = await listProblems(manifest, [list({ ...map, vencida: 'APPROVED' })]);

    expect(problems).toBe(
      'status.payment: "vencida" counts as APPROVED, and its name says "vencid": correct its meaning, or give the reason in surprisingWords.payment.',
    );
    const surprisingWords = { payment: { VENCIDA: 'The provider calls a slip so that was paid late.' } };
    expect(await listProblems({ ...manifest, surprisingWords }, [list({ ...map, vencida: 'APPROVED' })])).toBe('');
  });

  it('takes no reason for a word that needs none, or that is not there', async () => {
    const reason = 'Nobody asked for this reason.';
    const surprisingWords = { payment: { paid: reason, gone: reason } };
    const problems = await listProblems(written({ surprisingWords }), [list(map)]);

    expect(problems).toContain('surprisingWords.payment: the name of "paid" does not contradict APPROVED: remove it.');
    expect(problems).toContain('surprisingWords.payment: status.payment has no word "gone": remove it.');
  });

  it('believes the list against plugin.json, under every contract', async () => {
    const manifest = written({ contract: '^1.1.0' });
    const problems = await listProblems(manifest, [list({ ...map, expired: 'APPROVED', settled: 'APPROVED' })]);

    expect(problems).toContain(
      'words.payment of https://x.example/words says that "expired" counts as APPROVED, and plugin.json that it counts as REJECTED: correct the wrong one.',
    );
    expect(problems).toContain('has "settled", which plugin.json lacks, so that it would be an unknown word');
  });

  it('skips the words of a table that a member of the family does not have', async () => {
    const both = list(map, { words: { payment: map, withdraw: { done: 'APPROVED' } } });

    expect(await listProblems(written(), [both])).toBe('');
  });

  it('asks for a witness of each meaning that variants give to a word', async () => {
    const manifest = written({
      variants: [{ setting: 'unit', cases: { reais: { status: { payment: { map: { fim: 'REFUNDED' } } } } } }],
      credentials: {
        type: 'object',
        required: [],
        properties: { unit: { type: 'string', title: { 'pt-BR': 'A', en: 'A' }, enum: ['cents', 'reais'] } },
      },
    });
    const withDone = {
      ...manifest,
      status: { payment: { map: { ...map, fim: 'APPROVED' } as const, unknown: 'PENDING' as const } },
    };

    expect(await listProblems(withDone, [list({ ...map, fim: 'APPROVED' })])).toContain('"fim" (REFUNDED) means');
    expect(await listProblems(withDone, [list({ ...map, fim: 'APPROVED' }), list({ fim: 'REFUNDED' })])).toBe('');
  });
});
