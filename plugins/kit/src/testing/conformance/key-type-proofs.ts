/**
 * Proves that the words for types of PIX keys are those that witnesses show: with another word for its key, a withdrawal goes to nobody, or to
 * somebody else, and the adapter's own simulator would read it all the same.
 */
import type { CallExample, Examples } from '@feira/schemas/examples';
import { PIX_KEY_TYPES, type PixKeyType } from '@feira/schemas/provider';
import { isWrittenFor } from '@feira/schemas/rules/contract-range';
import type { Market } from './market.ts';
import { toWithdraw } from './payouts.ts';
import type { Check } from './recorder.ts';
import { outcomeOf, prove, type Run } from './run.ts';
import type { WireCall } from './wire.ts';

/** The first contract that asks for a witness of each word. */
const MINOR = 2;
/** Two keys of each type: what is the same for both, and another for other types, is the word for the type. */
const KEYS: Record<PixKeyType, [string, string]> = {
  EMAIL: ['joana.prado@example.com', 'bia.lima@example.net'],
  CPF: ['11144477735', '12345678909'],
  CNPJ: ['11222333000181', '11444777000161'],
  PHONE: ['+5521998765432', '+5511987654321'],
  RANDOM: ['0b3f6d1c-6a0e-4c53-9d55-6f5a3f0a9c11', '7c1d2e3f-9b8a-4d6c-8e5f-1a2b3c4d5e6f'],
};

type Leaves = Map<string, string>;

export async function proveKeyTypes(run: Run): Promise<void> {
  const { operations, capabilities } = run.subject.manifest;
  if (!operations.includes('withdraw') || !capabilities.withdraw?.includes('PIX')) return;
  const sent = new Map<PixKeyType, Leaves[]>();
  await prove(run, 'withdraw.PIX', 'answers', async (market) => {
    for (const type of PIX_KEY_TYPES) sent.set(type, await listSentTo(market, type));
  });
  const places = findPlaces(sent);
  const unstated: Partial<Record<PixKeyType, string>> = {};
  // Each wrong word is a failure of its own: an author mends all of them at once.
  for (const [type, [leaves]] of sent) {
    if (!leaves) continue;
    const words = places.flatMap((place) => leaves.get(place) ?? []);
    const witnesses = listWitnesses(run.examples, type, places);
    if (witnesses.length === 0 && words.length > 0) unstated[type] = words[0];
    for (const witness of witnesses)
      await run.recorder.prove('withdraw.PIX', 'answers', async (check) =>
        proveWord(type, { words, all: [...leaves.values()], witness }, check),
      );
  }
  if (isWrittenFor(run.subject.manifest.contract, MINOR))
    await run.recorder.prove('withdraw.PIX', 'answers', async (check) => proveStated(unstated, check));
}

/** The requests for both keys of a type; none where the adapter refuses the type. */
async function listSentTo(market: Market, pixType: PixKeyType): Promise<Leaves[]> {
  const all: Leaves[] = [];
  for (const [index, pixKey] of KEYS[pixType].entries()) {
    const request = { ...(await toWithdraw(market, 'PIX', 5_000 + index)), pixKey, pixType };
    const before = market.wire.calls.length;
    const outcome = await outcomeOf(() => market.provider.withdraw(request));
    if ('result' in outcome) all.push(listLeaves(market.wire.listCounted(before)));
  }
  return all.length === KEYS[pixType].length ? all : [];
}

/** Every text of the bodies and queries by its place; calls are counted from the last, which moves the money. */
function listLeaves(calls: readonly WireCall[]): Leaves {
  const leaves: Leaves = new Map();
  for (const [index, { body, query }] of calls.toReversed().entries()) {
    addLeaves(body, `${index}`, leaves);
    addLeaves(query, `${index}?`, leaves);
  }
  return leaves;
}

function addLeaves(value: unknown, place: string, leaves: Leaves): void {
  if (typeof value === 'string' || typeof value === 'number') leaves.set(place, String(value));
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) addLeaves(inner, `${place}.${name}`, leaves);
}

/** Returns the places where the word for the type stands: none where the provider tells types apart by the keys alone. */
function findPlaces(sent: ReadonlyMap<PixKeyType, Leaves[]>): string[] {
  const played = [...sent.values()].filter((both) => both.length > 0);
  const all = new Set(played.flatMap((both) => both.flatMap((leaves) => [...leaves.keys()])));
  return [...all].filter((place) => {
    const isWord = played.every(([one, other]) => one!.get(place) === other!.get(place));
    return isWord && new Set(played.map(([one]) => one!.get(place))).size > 1;
  });
}

/** The words that a source gives to a type: its list does, or a withdrawal that it shows. */
interface Witness {
  source: string;
  words: string[];
  isList: boolean;
}

function listWitnesses(examples: readonly Examples[], type: PixKeyType, places: readonly string[]): Witness[] {
  return examples.flatMap(({ source, words, calls = [] }) => {
    const listed = words?.keyType?.[type];
    const shown = calls
      .filter(({ operation, given }) => operation === 'withdraw' && given?.pixType === type)
      .map(leavesOf)
      .map((leaves) => places.flatMap((place) => leaves.get(place) ?? []))
      .filter((told) => told.length > 0);
    return [
      ...(listed === undefined ? [] : [{ source, words: [listed], isList: true }]),
      ...shown.map((told) => ({ source, words: told, isList: false })),
    ];
  });
}

function proveWord(
  type: PixKeyType,
  { words, all, witness }: { words: readonly string[]; all: readonly string[]; witness: Witness },
  check: Check,
): void {
  // A provider that takes one type only has no place where words differ.
  const isSent = witness.words.some((word) => (witness.isList ? all : words).includes(word));
  const sent = words.length > 0 ? `"${words.join('", "')}"` : 'no word';
  check(
    isSent,
    `${witness.isList ? 'words.keyType' : 'An example of withdraw'} of ${witness.source} calls a key of the type ${type} "${witness.words.join('", "')}", and a withdrawal to one sends ${sent}: correct the wrong one.`,
  );
}

function proveStated(unstated: Partial<Record<PixKeyType, string>>, check: Check): void {
  const named = Object.entries(unstated).map(([type, word]) => `"${word}" (${type})`);
  check(
    named.length === 0,
    `No example and no list shows the words for types of PIX keys ${named.join(', ')}. Look them up, and state them in a file of examples/ that is documented or of public code, as { "words": { "keyType": ${JSON.stringify(unstated)} } }, or by examples of withdraw whose "given" has the pixType. Leave the word of a type out that the provider does not take, and list the others.`,
  );
}

function leavesOf({ json, form, query }: CallExample): Leaves {
  const leaves: Leaves = new Map();
  addLeaves(json ?? form, '0', leaves);
  addLeaves(query, '0?', leaves);
  return leaves;
}
