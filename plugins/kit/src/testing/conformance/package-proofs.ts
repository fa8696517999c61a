/** Proves the package's manifest and operations, and that no unknown status word counts as money. */
import type { Manifest } from '@feira/schemas/manifest';
import { OPERATIONS, type Operation, type Provider } from '@feira/schemas/provider';
import { formFor } from '@feira/schemas/rules/connection-form';
import { validateManifest } from '../../broker/validate-manifest.ts';
import { mapStatus } from '../../define.ts';
import { isProviderError } from '../../errors.ts';
import { seededRandom } from '../../simulation/random.ts';
import { randomWord } from '../garbage.ts';
import {
  sampleCardToken,
  sampleDocument,
  sampleMandate,
  sampleMandateCharge,
  sampleMandateChargeLookup,
  sampleMandateLookup,
  sampleMandateRefund,
  sampleMandateRetry,
  sampleOutcome,
  samplePersonCheck,
  sampleReceiver,
  sampleRefund,
  sampleScore,
  sampleTransaction,
  sampleWithdraw,
} from '../samples.ts';
import { buyPaid, listMethods } from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run, withMarket } from './run.ts';

const CAPABILITY = 'package';
const GOOD = ['APPROVED', 'ACTIVE', 'ACCEPTED'];

export async function provePackage(run: Run): Promise<void> {
  const { manifest, module, simulator } = run.subject;
  await run.recorder.prove(CAPABILITY, 'works', async (check) => {
    if (!('start' in module)) return;
    const started = await outcomeOf(() => module.start());
    check('result' in started, `The adapter does not start: ${'error' in started && (started.error as Error).message}`);
  });
  if (run.recorder.capabilities[CAPABILITY]?.isProven === false) return;
  await run.recorder.prove(CAPABILITY, 'works', async (check) => {
    const validated = validateManifest(manifest);
    check('manifest' in validated, `plugin.json: ${'problems' in validated ? validated.problems.join(' ') : ''}`);
    const { samples } = simulator;
    check(samples !== undefined, 'The simulator has no "samples": add credentials and cards for the suite.');
    for (const name of new Set([...manifest.credentials.required, ...listAuthNames(manifest)])) {
      check(samples?.credentials[name] !== undefined, `samples.credentials lacks "${name}", which every call needs.`);
    }
    for (const name of listSecretNames(manifest)) {
      const { length } = samples?.credentials[name] ?? 'long enough';
      check(length >= 8, `samples.credentials.${name} is too short to be looked for: use eight characters or more.`);
    }
  });
  await prove(run, CAPABILITY, 'works', async (market, check) => {
    for (const operation of OPERATIONS) {
      const isOffered = market.offered.has(operation);
      const isDeclared = manifest.operations.includes(operation);
      const message = isDeclared ? 'is declared, but the adapter has no such function' : 'is offered, but not declared';
      check(isOffered === isDeclared, `operations: ${operation} ${message}.`);
    }
    const missing = OPERATIONS.filter((name) => !manifest.operations.includes(name));
    for (const operation of missing) {
      const outcome = await outcomeOf(() => callSample(market.provider, operation));
      const { error } = outcome as { error?: unknown };
      const isAbsent = isProviderError(error) && error.code === 'UNSUPPORTED' && error.outcome === 'NOT_SENT';
      check(isAbsent, `${operation} is not declared but answered with ${describeOutcome(outcome)}.`);
    }
    check(market.countRequests() === 0, 'The adapter called the provider though nothing it declares was asked.');
  });
  await run.recorder.prove(CAPABILITY, 'statuses', async (check) => proveWords(run, check));
  await run.recorder.prove(CAPABILITY, 'works', (check) => proveOptional(run, check));
}

/** The credentials that no call can do without. */
const listAuthNames = ({ auth }: Manifest): string[] =>
  [
    'credential' in auth && auth.credential,
    ...(auth.type === 'basic' ? [auth.username.credential, auth.password.credential] : []),
    ...(auth.type === 'oauth2' ? [auth.clientId, auth.clientSecret] : []),
  ].filter((name) => typeof name === 'string');

/** A form may be left as empty as it allows: then a charge is still made. */
async function proveOptional(run: Run, check: Check): Promise<void> {
  const { credentials } = run.subject.manifest;
  const given = run.subject.simulator.samples?.credentials ?? {};
  const [method] = listMethods(run.subject);
  const settings = Object.fromEntries(Object.entries(given).filter(([name]) => credentials.required.includes(name)));
  const choice = { environment: 'sandbox', methods: method ? [method] : [], settings, secrets: [] } as const;
  const needed = new Set([...formFor(credentials, choice).required, ...listAuthNames(run.subject.manifest)]);
  const left = Object.keys(credentials.properties).filter((name) => !needed.has(name) && given[name] !== undefined);
  // A package that fails as it is tells more of why.
  if (left.length === 0 || !method || !run.recorder.capabilities[CAPABILITY]?.isProven) return;
  const samples = {
    ...run.subject.simulator.samples,
    credentials: Object.fromEntries(Object.entries(given).filter(([name]) => needed.has(name))),
  };
  const subject = { ...run.subject, simulator: { ...run.subject.simulator, samples } };
  const outcome = await outcomeOf(() => withMarket({ ...run, subject }, (market) => buyPaid(market, method)));
  const what = 'error' in outcome ? describeOutcome(outcome) : '';
  check('result' in outcome, `With an empty ${left.join(', ')} no charge is made: ${what}. Require what is needed.`);
}

function proveWords({ subject, seed, scale }: Run, check: Check): void {
  const random = seededRandom(seed);
  for (const [kind, table] of Object.entries(subject.manifest.status)) {
    const known = new Set(Object.keys(table.map).map((word) => word.toLowerCase()));
    for (const [word, status] of Object.entries(table.map)) {
      for (const spelling of [word, word.toUpperCase(), word.toLowerCase()]) {
        const mapped = mapStatus<string>(table, spelling);
        check(mapped.status === status && mapped.isRecognised, `status.${kind}: "${spelling}" is not ${status}.`);
      }
    }
    for (let count = 0; count < scale.words; count += 1) {
      const word = randomWord(random);
      if (known.has(word.toLowerCase())) continue;
      const mapped = mapStatus<string>(table, word);
      const isSafe = !mapped.isRecognised && mapped.status === table.unknown && !GOOD.includes(mapped.status);
      // The sentence is only written when it is needed: there are very many of these.
      if (isSafe) check(true, '');
      else check(false, `status.${kind}: the unknown word "${word}" counts as ${mapped.status} (seed ${seed}).`);
    }
  }
}

/** Returns the names of the values no person may ever see: declared secrets, and all others that open the account. */
export function listSecretNames({ auth, credentials }: Manifest): string[] {
  const declared = Object.entries(credentials.properties).flatMap(([name, field]) => (field.secret ? [name] : []));
  const opening: string[] = [];
  if (auth.type === 'header') opening.push(auth.credential);
  if (auth.type === 'oauth2' && auth.clientSecret) opening.push(auth.clientSecret);
  if (auth.type === 'basic') {
    const name = auth.password.credential ?? auth.username.credential;
    if (name) opening.push(name);
  }
  return [...new Set([...declared, ...opening])];
}

function callSample(provider: Required<Provider>, operation: Operation): Promise<unknown> {
  const lookup = { transactionId: 'transaction-1', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
  const calls: { [name in Operation]: () => Promise<unknown> } = {
    createCardToken: () => provider.createCardToken(sampleCardToken()),
    createCardId: () => provider.createCardId(sampleCardToken()),
    deleteCard: () => provider.deleteCard({ cardId: 'card-1' }),
    createTransaction: () => provider.createTransaction(sampleTransaction('PIX')),
    getTransaction: () => provider.getTransaction(lookup),
    refund: () => provider.refund(sampleRefund()),
    capture: () => provider.capture({ ...lookup, amount: 100 }),
    void: () => provider.void({ ...lookup, amount: 100 }),
    withdraw: () => provider.withdraw(sampleWithdraw('PIX')),
    getWithdraw: () => provider.getWithdraw({ withdrawId: 'withdraw-1', withdrawReference: 'withdraw-0001' }),
    createReceiver: () => provider.createReceiver(sampleReceiver()),
    getReceiver: () => provider.getReceiver({ receiverId: 'receiver-1' }),
    getReceiverDocuments: () => provider.getReceiverDocuments({ receiverId: 'receiver-1' }),
    sendReceiverDocument: () => provider.sendReceiverDocument(sampleDocument()),
    getReceiverLink: () => provider.getReceiverLink({ receiverId: 'receiver-1', documentId: 'document-1' }),
    processWebhook: () => provider.processWebhook({ headers: {}, query: {}, body: {}, rawBody: '{}' }),
    authorizeWithdraw: () => provider.authorizeWithdraw({ headers: {}, query: {}, body: {}, rawBody: '{}' }),
    createMandate: () => provider.createMandate(sampleMandate()),
    getMandate: () => provider.getMandate(sampleMandateLookup()),
    cancelMandate: () => provider.cancelMandate({ mandateId: 'mandate-0001', reference: 'mandate-0001' }),
    chargeMandate: () => provider.chargeMandate(sampleMandateCharge()),
    getMandateCharge: () => provider.getMandateCharge(sampleMandateChargeLookup()),
    retryMandateCharge: () => provider.retryMandateCharge(sampleMandateRetry()),
    cancelMandateCharge: () => provider.cancelMandateCharge(sampleMandateChargeLookup()),
    refundMandateCharge: () => provider.refundMandateCharge(sampleMandateRefund()),
    scoreTransaction: () => provider.scoreTransaction(sampleScore()),
    reportOutcome: () => provider.reportOutcome(sampleOutcome()),
    checkPerson: () => provider.checkPerson(samplePersonCheck()),
    getPersonCheck: () => provider.getPersonCheck({ personCheckId: 'check-0001', reference: 'person-0001-1' }),
  };
  return calls[operation]();
}
