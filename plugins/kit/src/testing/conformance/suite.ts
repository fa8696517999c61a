/** Runs the conformance suite: proves one adapter against its own simulator, over real HTTP. */
import type { Examples } from '@feira/schemas/examples';
import { CONTRACT_VERSION } from '@feira/schemas/manifest';
import { listVariants } from '@feira/schemas/rules/manifest-variants';
import type { ConformanceReport, ProofName } from '../../broker/conformance-report.ts';
import { sampleFiles } from '../../simulation/sample-files.ts';
import { proveCalendar } from './calendar-proofs.ts';
import { proveCards } from './card-proofs.ts';
import { proveCharges } from './charge-proofs.ts';
import { proveConflicts } from './conflict-proofs.ts';
import { proveExamples } from './example-proofs.ts';
import { proveFaults } from './fault-proofs.ts';
import { proveHolds } from './hold-proofs.ts';
import { proveHolders } from './holder-proofs.ts';
import { proveKeyTypes } from './key-type-proofs.ts';
import { proveLeaves } from './leaf-proofs.ts';
import { proveMandates } from './mandate-proofs.ts';
import { CVV, type Subject, type Watch } from './market.ts';
import { proveMixed } from './mixed-proofs.ts';
import { listSecretNames, provePackage } from './package-proofs.ts';
import { provePayouts } from './payout-proofs.ts';
import { provePersonChecks } from './person-check-proofs.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { proveRefunds } from './refund-proofs.ts';
import { collectSentKeys, type SentKeys } from './request-key-proofs.ts';
import type { Run, Scale, StatedWord } from './run.ts';
import { proveScores } from './score-proofs.ts';
import { proveUsedSecrets } from './secret-proofs.ts';
import { proveSteps } from './step-proofs.ts';
import { proveSums } from './sum-proofs.ts';
import { proveThrottles } from './throttle-proofs.ts';
import { proveToldAmounts } from './told-amount-proofs.ts';
import { proveWebhooks } from './webhook-proofs.ts';
import type { WireCall } from './wire.ts';
import { proveEffects, proveWords } from './word-proofs.ts';

export interface ConformanceOptions extends Subject {
  /** The calls and events that the documentation shows; each that states a result is fed to the adapter. */
  examples?: readonly Examples[];
  /** The operations that description.json makes: their requests were compared with its templates. */
  described?: readonly string[];
  /** Random unless told; every failure of a random case names it. */
  seed?: number;
  /** Fewer cases, for who runs the suite often. */
  scale?: Partial<Scale>;
  /** Stops at the first failure, for who only wants to know whether there is one. */
  isUntilFailure?: boolean;
  /** Tries these proofs alone, besides what the package says of itself. Nothing else is proven by such a run. */
  isWanted?(capability: string, proof: ProofName): boolean;
}

export type ConformanceResult = Pick<ConformanceReport, 'seed' | 'contractVersion' | 'counts' | 'capabilities'>;

const FULL: Scale = { words: 100_000, amounts: 50, wireWords: 40 };

/** The cases of a variant after the first: the same proofs, with fewer words and amounts. */
const SMALL: Scale = { words: 1_000, amounts: 5, wireWords: 5 };

/** Each manifest that a connection may have is proved: a capability holds where it holds in all of them. */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
  const results: NamedResult[] = [];
  const stated: StatedWord[] = [];
  const usedSecrets = new Set<string>();
  const sentKeys = collectSentKeys(options.manifest, options.examples ?? [], options.described);
  let isWhole = true;
  const { isWanted } = options;
  const noteWanted = (capability: string, proof: ProofName) => {
    const isProofWanted = isWanted?.(capability, proof) ?? true;
    isWhole &&= isProofWanted || capability === 'package';
    return isProofWanted;
  };
  const variants = listVariants(options.manifest);
  for (const [index, { name, manifest, settings }] of variants.entries()) {
    const { samples } = options.simulator;
    const chosen = Object.fromEntries(Object.entries(settings).map(([field, value]) => [field, String(value)]));
    const credentials = { ...sampleFiles(manifest), ...samples?.credentials, ...chosen };
    const scale = index === 0 ? options.scale : { ...SMALL, ...options.scale };
    const simulator = { ...options.simulator, samples: { ...samples, credentials } };
    const { required, properties } = manifest.credentials;
    // An empty field would choose another variant, not leave this one; so nothing depends on whether it is filled in.
    const form = {
      ...manifest.credentials,
      required: [...new Set([...required, ...Object.keys(settings)])],
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, { requiredFor, ...field }]) => [
          name,
          requiredFor && !Object.hasOwn(settings, name) ? { ...field, requiredFor } : field,
        ]),
      ),
    };
    const subject = { ...options, manifest: { ...manifest, credentials: form }, simulator, usedSecrets };
    const result = await proveVariant(
      { ...subject, seed, scale, ...(isWanted && { isWanted: noteWanted }) },
      stated,
      sentKeys,
    );
    results.push({ ...(variants.length > 1 && { name }), result });
    if (options.isUntilFailure && result.counts.failed > 0) return joinResults(results);
  }
  // The words of all variants together have the same witnesses.
  const areWordsWanted = options.isWanted?.('package', 'statuses') ?? true;
  if (areWordsWanted && results.every(({ result }) => isPlayable(result))) {
    const recorder = createRecorder();
    await proveWords(recorder, { manifest: options.manifest, examples: options.examples ?? [], stated });
    results.push({ result: toResult(seed, recorder) });
  }
  // A run of some proofs alone reads fewer secrets, and makes fewer calls.
  if (isWhole && results.every(({ result }) => isPlayable(result))) {
    const recorder = createRecorder();
    await proveUsedSecrets(recorder, { manifests: variants.map(({ manifest }) => manifest), usedSecrets });
    await sentKeys.prove(recorder);
    results.push({ result: toResult(seed, recorder) });
  }
  return joinResults(results);
}

const isPlayable = ({ capabilities }: Pick<ConformanceResult, 'capabilities'>) => capabilities.package?.isProven;

const toResult = (seed: number, { capabilities }: Recorder): ConformanceResult => ({
  seed,
  contractVersion: CONTRACT_VERSION,
  counts: countProofs({ capabilities }),
  capabilities,
});

/** The name of a variant, where there are several, is told with each of its failures. */
interface NamedResult {
  name?: string;
  result: ConformanceResult;
}

function joinResults(results: NamedResult[]): ConformanceResult {
  const { seed, contractVersion } = results[0]!.result;
  const capabilities: ConformanceResult['capabilities'] = {};
  for (const { name, result } of results) {
    for (const [capability, { isProven, proofs }] of Object.entries(result.capabilities)) {
      const former = capabilities[capability] ?? { isProven: true, proofs: {} };
      const joined = Object.entries(proofs).map(([proof, { cases, failures }]) => {
        const { cases: before, failures: known } = former.proofs[proof as ProofName] ?? { cases: 0, failures: [] };
        const told = name === undefined ? failures : failures.map((failure) => `With ${name}: ${failure}`);
        return [proof, { cases: before + cases, failures: [...known, ...told] }] as const;
      });
      capabilities[capability] = {
        isProven: former.isProven && isProven,
        proofs: { ...former.proofs, ...Object.fromEntries(joined) },
      };
    }
  }
  return { seed, contractVersion, counts: countProofs({ capabilities }), capabilities };
}

async function proveVariant(
  options: ConformanceOptions,
  stated: StatedWord[],
  sentKeys: SentKeys,
): Promise<ConformanceResult> {
  const {
    manifest,
    module,
    simulator,
    usedSecrets,
    seed = Math.floor(Math.random() * 2 ** 31),
    isUntilFailure,
    isWanted,
  } = options;
  const recorder = createRecorder({
    isUntilFailure,
    ...(isWanted && {
      isWanted: (capability: string, proof: ProofName) => capability === 'package' || isWanted(capability, proof),
    }),
  });
  const seen: Sight[] = [];
  const noteCalls = (calls: readonly WireCall[]) => sentKeys.note(recorder.current(), calls);
  const subject = { manifest, module, simulator, usedSecrets, noteCalls };
  const watch: Watch = (place, text) => {
    seen.push({ capability: recorder.current(), place, text });
  };
  const { examples = [] } = options;
  const run: Run = { subject, recorder, seed, scale: { ...FULL, ...options.scale }, watch, examples, stated };
  await provePackage(run);
  if (isPlayable(recorder)) {
    for (const prove of [
      proveCharges,
      proveCalendar,
      proveRefunds,
      proveSums,
      proveToldAmounts,
      proveCards,
      proveSteps,
      proveHolds,
      provePayouts,
      proveMixed,
      proveHolders,
      proveMandates,
      proveScores,
      provePersonChecks,
      proveWebhooks,
      proveFaults,
      proveConflicts,
      proveThrottles,
      proveLeaves,
      proveEffects,
      proveKeyTypes,
    ])
      await prove(run);
    await proveExamples(run, examples);
    await proveSecrecy(run, seen);
  }
  return toResult(seed, recorder);
}

interface Sight {
  capability: string;
  place: string;
  text: string;
}

/** Nothing that was recorded, logged, answered or written into an address shows what must stay hidden. */
async function proveSecrecy({ subject, recorder }: Run, seen: readonly Sight[]): Promise<void> {
  const { credentials = {}, cards } = subject.simulator.samples ?? {};
  const secrets = listSecretNames(subject.manifest).flatMap((name) =>
    credentials[name] ? [{ what: `the credential "${name}"`, pattern: toPattern(credentials[name]) }] : [],
  );
  const numbers = [...Object.values(cards ?? {}).filter((number) => number !== undefined)].map((number) => ({
    what: 'a card number',
    pattern: toPattern(number),
  }));
  const everywhere = [...secrets, ...numbers];
  const onRecord = [
    ...everywhere,
    { what: 'the security code of a card', pattern: new RegExp(`(?<![\\w.-])${CVV}(?![\\w.-])`) },
    { what: "a person's document", pattern: /529\.?982\.?247-?25/ },
  ];
  for (const capability of Object.keys(recorder.capabilities)) {
    await recorder.prove(capability, 'secrecy', async (check) => {
      // One case for each place, not for each text: whether a call that was given up still arrived is a matter of luck, and must not
      // change the report.
      for (const [place, sights] of Map.groupBy(ofCapability(seen, capability), (sight) => sight.place)) {
        // Results and addresses go to the provider and the core, which have the document anyway.
        const hidden = place === 'a result' || place === 'an address' ? everywhere : onRecord;
        const shown = hidden.find(({ pattern }) => sights.some(({ text }) => pattern.test(text)));
        check(!shown, `${shown?.what} shows in ${place}.`);
      }
    });
  }
}

const ofCapability = (seen: readonly Sight[], capability: string) =>
  seen.filter((sight) => sight.capability === capability);

const toPattern = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

function countProofs({ capabilities }: Pick<Recorder, 'capabilities'>): ConformanceReport['counts'] {
  const results = Object.values(capabilities).flatMap(({ proofs }) => Object.values(proofs));
  return {
    cases: results.reduce((sum, { cases }) => sum + cases, 0),
    proofs: results.length,
    failed: results.filter(({ failures }) => failures.length > 0).length,
  };
}

/**
 * Returns every failure as one readable line. What made several proofs fail is told once, and before what made fewer fail: the cause stands above
 * its consequences.
 */
export function listFailures({ capabilities }: Pick<ConformanceResult, 'capabilities'>): string[] {
  const places = new Map<string, string[]>();
  for (const [capability, { proofs }] of Object.entries(capabilities))
    for (const [proof, { failures }] of Object.entries(proofs))
      for (const failure of failures) places.set(failure, [...(places.get(failure) ?? []), `${capability}, ${proof}`]);
  const isOfPackage = (proofs: readonly string[]) => Number(proofs[0]!.startsWith('package, '));
  return [...places]
    .sort(([, one], [, other]) => isOfPackage(other) - isOfPackage(one) || other.length - one.length)
    .map(([failure, [first, ...all]]) => {
      const others = [...new Set(all)].filter((place) => place !== first);
      const more = others.length > 0 ? ` (for the same reason ${listBriefly(others)})` : '';
      return `${first}: ${failure}${more}`;
    });
}

const MOST_NAMED = 5;

/** The first names of a long list, and how many are left. */
const listBriefly = (names: readonly string[]) =>
  names.slice(0, MOST_NAMED).join('; ') +
  (names.length > MOST_NAMED ? `; and ${names.length - MOST_NAMED} others` : '');
