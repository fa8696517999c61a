/** Proves that a package hands the documents of a person over whole, checks the same once, and never lets anybody through by a mistake. */
import type { PersonCheckRequest, PersonCheckResult } from '@feira/schemas/person-check';
import { mapStatus } from '../../define.ts';
import { isProviderError } from '../../errors.ts';
import { samplePersonCheck } from '../samples.ts';
import { listWritten } from './amounts.ts';
import type { Attempt } from './attempt.ts';
import { type Market, newReference, type Subject } from './market.ts';
import { holdPicture } from './payouts.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';

const PERSON_CHECKS = 'personChecks';

export async function provePersonChecks(run: Run): Promise<void> {
  if (!run.subject.manifest.capabilities.personChecks) return;
  await prove(run, PERSON_CHECKS, 'works', proveHandedOver);
  await prove(run, PERSON_CHECKS, 'references', proveRepeated);
  await prove(run, PERSON_CHECKS, 'references', proveMissingFile);
}

function hold(market: Market, changes: Partial<PersonCheckRequest> = {}) {
  const held = { photoDocument: holdPicture(market), addressProof: holdPicture(market) };
  const files = { photoDocument: held.photoDocument.file, addressProof: held.addressProof.file };
  return { held, request: samplePersonCheck({ reference: newReference(), files, ...changes }) };
}

const statusOf = ({ subject }: Market, { providerStatus }: PersonCheckResult) =>
  mapStatus(subject.manifest.status.personCheck!, providerStatus);

async function proveHandedOver(market: Market, check: Check): Promise<void> {
  const { held, request } = hold(market);
  const before = market.wire.calls.length;
  const told = await market.provider.checkPerson(request);
  check(
    told.personCheckId !== request.reference,
    'personCheckId is our own reference: tell the id that the provider gave.',
  );
  const written = listWritten(market.wire.calls.slice(before)).map(String);
  for (const [kind, { content }] of Object.entries(held)) {
    const base64 = content.toString('base64');
    check(
      written.some((value) => value.endsWith(base64)),
      `No request carries the file ${kind} as it is.`,
    );
  }
  check(
    written.some((value) => value.includes(request.document)),
    'No request carries the document of the person.',
  );
  const { personCheckId } = told;
  const read = await market.provider.getPersonCheck({ personCheckId, reference: request.reference });
  check(read?.personCheckId === personCheckId, `getPersonCheck tells ${JSON.stringify(read)}.`);
  for (const one of [told, read!]) {
    const { isRecognised } = statusOf(market, one);
    check(isRecognised, `A check is "${one.providerStatus}", which status.personCheck does not know.`);
  }
  const nobodys = await outcomeOf(() =>
    market.provider.getPersonCheck({ personCheckId: 'nobodys', reference: 'none' }),
  );
  const isNothing = 'error' in nobodys ? isProviderError(nobodys.error) : nobodys.result === null;
  check(isNothing, `A check that nobody asked for: ${describeOutcome(nobodys)}.`);
}

async function proveRepeated(market: Market, check: Check): Promise<void> {
  const { request } = hold(market);
  const { personCheckId } = await market.provider.checkPerson(request);
  const again = await market.provider.checkPerson(request);
  check(again.personCheckId === personCheckId, 'The same documents, handed over once more, are a second check.');
}

/** A reference that means nothing any more is an error before anything leaves. */
async function proveMissingFile(market: Market, check: Check): Promise<void> {
  const { held, request } = hold(market);
  market.context.files.drop(held.addressProof.file.reference);
  const outcome = await outcomeOf(() => market.provider.checkPerson(request));
  const isHonest = 'error' in outcome && isProviderError(outcome.error) && outcome.error.outcome === 'NOT_SENT';
  check(isHonest, `A file that is not there any more answers ${describeOutcome(outcome)}.`);
}

/** The same reference is checked once, so that what was lost is asked again. */
export const listPersonCheckAttempts = ({ manifest: { capabilities } }: Subject): Attempt[] =>
  capabilities.personChecks ? [HAND_OVER, READ] : [];

const isSame = (market: Market, told: PersonCheckResult | null, result: unknown) => {
  const read = result as PersonCheckResult | null;
  return (
    read?.personCheckId === told?.personCheckId && !['VERIFIED', 'REFUSED'].includes(statusOf(market, read!).status)
  );
};

const HAND_OVER: Attempt = {
  capability: PERSON_CHECKS,
  name: 'checkPerson',
  isRead: true,
  async prepare(market) {
    const { request } = hold(market);
    return {
      run: () => market.provider.checkPerson(request),
      isTrue: async (result) => isSame(market, await market.provider.checkPerson(request), result),
      isRefusal: () => false,
    };
  },
};

const READ: Attempt = {
  capability: PERSON_CHECKS,
  name: 'getPersonCheck',
  isRead: true,
  async prepare(market) {
    const { request } = hold(market);
    const { personCheckId } = await market.provider.checkPerson(request);
    const lookup = { personCheckId, reference: request.reference };
    return {
      run: () => market.provider.getPersonCheck(lookup),
      isTrue: async (result) => isSame(market, await market.provider.getPersonCheck(lookup), result),
      isRefusal: () => false,
    };
  },
};
