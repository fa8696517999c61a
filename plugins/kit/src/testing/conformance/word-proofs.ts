/**
 * Proves that the words of plugin.json mean what witnesses say: an adapter and its own simulator may share one wrong table, which no other proof
 * sees. A word that decides over money, an agreement or a person stands in an example that states its status, or in a list of "words".
 */
import type { PaymentMethod } from '@feira/schemas/common';
import type { Examples } from '@feira/schemas/examples';
import type { Manifest, StatusTable } from '@feira/schemas/manifest';
import { isWrittenFor } from '@feira/schemas/rules/contract-range';
import { listVariants } from '@feira/schemas/rules/manifest-variants';
import { mapStatus } from '../../define.ts';
import { buy, buyPaid, describeStatus, listMethods, type Market, statusOf } from './market.ts';
import { toWithdraw } from './payouts.ts';
import type { Check, Recorder } from './recorder.ts';
import { outcomeOf, prove, type Run, type StatedWord, type WordTable } from './run.ts';
import { replaceWords } from './wire-words.ts';
import { findContradiction } from './word-names.ts';

/** The first contract that asks for a witness of each word. */
const MINOR = 2;
/** The meanings that leave everything open; so does the meaning of unknown words. */
const OPEN = ['PENDING', 'WANTED', 'SENT'];

/** A word of plugin.json; variants may give it several meanings. */
interface KnownWord extends StatedWord {
  /** False for a word that leaves open what becomes of the money. */
  decides: boolean;
}

/** The words of a package and the statements of its examples about them, of all variants together. */
export interface WordEvidence {
  manifest: Manifest;
  examples: readonly Examples[];
  /** The words whose meaning an example states with its result. */
  stated: readonly StatedWord[];
}

/** Each problem is a failure of its own: an author mends all of them at once. */
export async function proveWords(recorder: Recorder, evidence: WordEvidence): Promise<void> {
  const words = listWords(evidence.manifest);
  const proveEach = (work: (check: Check) => void) =>
    recorder.prove('package', 'statuses', async (check) => work(check));
  for (const word of words) await proveEach((check) => proveName(word, evidence.manifest, check));
  for (const [table, reasons] of Object.entries(evidence.manifest.surprisingWords ?? {}))
    for (const word of Object.keys(reasons))
      await proveEach((check) => proveSurprise(words, table as StatusTable, word, check));
  for (const file of evidence.examples) {
    for (const listed of listListed(file))
      await proveEach((check) => proveListed(evidence.manifest, words, listed, file, check));
  }
  if (!isWrittenFor(evidence.manifest.contract, MINOR)) return;
  const missing = Map.groupBy(listUnstatedWords(evidence), ({ table }) => table);
  for (const table of new Set(words.map((word) => word.table)))
    await proveEach((check) => proveStated(table, missing.get(table) ?? [], evidence.examples, check));
}

/** Proves that each word, wherever the provider says it of a charge or a withdrawal, counts as plugin.json says. */
export async function proveEffects(run: Run): Promise<void> {
  const { subject } = run;
  const { operations, capabilities } = subject.manifest;
  for (const method of listMethods(subject)) {
    await prove(run, method, 'statuses', (market, check) => proveTurns(market, method, check));
    if (operations.includes('getTransaction'))
      await prove(run, method, 'answers', async (market, check) => {
        const [open, paid] = [await buy(market, method), await buyPaid(market, method)];
        await proveTold(market, 'payment', [open.read, paid.read], check);
      });
  }
  if (!operations.includes('getWithdraw')) return;
  for (const kind of subject.manifest.lookup.withdraw ?? capabilities.withdraw ?? [])
    await prove(run, `withdraw.${kind}`, 'answers', async (market, check) => {
      const request = await toWithdraw(market, kind, 10_000);
      const { withdrawId } = await market.provider.withdraw(request);
      const lookup = { withdrawId, withdrawReference: request.withdrawReference, paymentMethod: kind };
      await proveTold(market, 'withdraw', [() => market.provider.getWithdraw(lookup)], check);
    });
}

/** Simulators of descriptions say another word of a state for each charge: as many charges as there are words hear all of them. */
async function proveTurns(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { map } = market.subject.manifest.status.payment;
  const most = Math.max(
    0,
    ...[...Map.groupBy(Object.values(map), (meaning) => meaning).values()].map((all) => all.length),
  );
  for (let turn = 0; turn < most; turn += 1) {
    const paid = await (await buyPaid(market, method)).read();
    check(statusOf(market, paid) === 'APPROVED', `A paid charge is ${describeStatus(market, paid)}.`);
  }
  if (method === 'CREDIT_CARD') return;
  for (let turn = 0; turn < most; turn += 1) {
    const { result, read } = await buy(market, method);
    check(statusOf(market, result) === 'PENDING', `A new charge is ${describeStatus(market, result)}.`);
    await market.simulator.expire(result.transactionId);
    const ended = await read();
    const isOpen = ['PENDING', 'REJECTED'].includes(statusOf(market, ended));
    check(isOpen, `An expired charge that nobody paid is ${describeStatus(market, ended)}.`);
  }
}

/**
 * An adapter that doubts a word may say that it is open, or refuse the answer; and it may make a word of its own of several fields, such as of
 * a canceled charge that was paid. None of these may be money.
 */
async function proveTold(
  market: Market,
  name: 'payment' | 'withdraw',
  reads: (() => Promise<{ providerStatus?: string } | null>)[],
  check: Check,
): Promise<void> {
  const table = market.subject.manifest.status[name];
  if (!table) return;
  const known = new Set(Object.keys(table.map).map((word) => word.toLowerCase()));
  for (const [word, meaning] of Object.entries<string>(table.map)) {
    market.wire.answer(async (_call, _index, handle) => replaceWords(await handle(), known, word));
    for (const read of reads) {
      const outcome = await outcomeOf(read);
      if ('error' in outcome) continue;
      const told = outcome.result?.providerStatus ?? '';
      const { status } = mapStatus<string>(table, told);
      const isOpen = status === table.unknown || status === 'PENDING';
      const isRefined = told.toLowerCase() !== word.toLowerCase() && status !== 'APPROVED';
      check(
        status === meaning || isOpen || isRefined,
        `status.${name}: the provider says "${word}", which counts as ${meaning}, and the adapter makes ${status} of it.`,
      );
    }
  }
  market.wire.play(undefined);
}

/** Returns the words that decide, and whose meaning no example and no list states. */
function listUnstatedWords({ manifest, examples, stated }: WordEvidence): StatedWord[] {
  const words = listWords(manifest);
  const listed = examples.flatMap(listListed);
  // A list that contradicts plugin.json is a problem of its own.
  const wrong = listed.filter((one) => !words.some((word) => isSame(one, word)));
  return words.filter(
    (word) =>
      word.decides &&
      ![...stated, ...listed].some((one) => isSame(one, word)) &&
      !wrong.some((one) => isNamed(one, word)),
  );
}

/** Every word of the tables with each of its meanings; one that variants share comes once. */
function listWords(manifest: Manifest): KnownWord[] {
  const statuses = listVariants(manifest).flatMap(({ manifest: { status } }) =>
    Object.entries(status).flatMap(([table, { map, unknown }]) =>
      Object.entries<string>(map).map(([word, meaning]) => ({
        table: table as StatusTable,
        word,
        meaning,
        decides: meaning !== unknown && !OPEN.includes(meaning),
      })),
    ),
  );
  const codes = Object.entries(manifest.declines?.codes ?? {}).map(([word, meaning]) => ({
    table: 'decline' as const,
    word,
    meaning,
    decides: true,
  }));
  const all: KnownWord[] = [...statuses, ...codes];
  return [...new Map(all.map((word) => [`${word.table} ${word.word.toLowerCase()} ${word.meaning}`, word])).values()];
}

/** The words that a file lists, table by table. */
const listListed = ({ words: { keyType: _types, refund: _refunds, ...tables } = {} }: Examples): StatedWord[] =>
  Object.entries(tables).flatMap(([table, words]) =>
    Object.entries<string>(words).map(([word, meaning]) => ({ table: table as WordTable, word, meaning })),
  );

/** The place of plugin.json where the words of a table stand. */
const placeOf = (table: WordTable) => (table === 'decline' ? 'declines.codes' : `status.${table}.map`);

const isNamed = (one: Pick<StatedWord, 'table' | 'word'>, other: Pick<StatedWord, 'table' | 'word'>) =>
  one.table === other.table && one.word.toLowerCase() === other.word.toLowerCase();
const isSame = (one: StatedWord, other: StatedWord) => isNamed(one, other) && one.meaning === other.meaning;

function proveName({ table, word, meaning }: KnownWord, { surprisingWords }: Manifest, check: Check): void {
  if (table === 'decline') return;
  const reasons = Object.keys(surprisingWords?.[table] ?? {});
  const isExplained = reasons.some((name) => name.toLowerCase() === word.toLowerCase());
  const says = findContradiction(word, meaning);
  check(
    says === null || isExplained,
    `status.${table}: "${word}" counts as ${meaning}, and its name says "${says}": correct its meaning, or give the reason in surprisingWords.${table}.`,
  );
}

function proveSurprise(words: readonly KnownWord[], table: StatusTable, word: string, check: Check): void {
  const own = words.filter((one) => isNamed(one, { table, word }));
  check(own.length > 0, `surprisingWords.${table}: status.${table} has no word "${word}": remove it.`);
  const isNeeded = own.some((one) => findContradiction(one.word, one.meaning) !== null);
  check(isNeeded, `surprisingWords.${table}: the name of "${word}" does not contradict ${own[0]?.meaning}: remove it.`);
}

function proveListed(
  { status, declines }: Manifest,
  words: readonly KnownWord[],
  listed: StatedWord,
  { source }: Examples,
  check: Check,
): void {
  const { table, word, meaning } = listed;
  // The list of a family has the words of withdrawals, too, where a member makes none.
  if (table !== 'decline' && !status[table]) return;
  const own = words.filter((one) => isNamed(one, listed));
  check(
    own.length > 0 || (table === 'decline' && declines?.standard !== undefined),
    `words.${table} of ${source} has "${word}", which plugin.json lacks, so that it would be an unknown word: add it to ${placeOf(table)} as ${meaning}.`,
  );
  check(
    own.length === 0 || own.some((one) => one.meaning === meaning),
    `words.${table} of ${source} says that "${word}" counts as ${meaning}, and plugin.json that it counts as ${own[0]?.meaning}: correct the wrong one.`,
  );
}

function proveStated(
  table: WordTable,
  missing: readonly StatedWord[],
  examples: readonly Examples[],
  check: Check,
): void {
  const listed = Object.fromEntries(missing.map(({ word, meaning }) => [word, meaning]));
  const place = examples.length > 0 ? 'a file of examples/ that is not inferred' : 'a new examples/words.json';
  check(
    missing.length === 0,
    `${placeOf(table)}: no example and no list states what ${missing.map(({ word, meaning }) => `"${word}" (${meaning})`).join(', ')} means. Look it up, and state it in ${place} that names the source, as { "words": { "${table}": ${JSON.stringify(listed)} } }, or by an example with a "result" that has this status; remove a word that nobody documents, because unknown words are asked about again.`,
  );
}
