/** Proves the table with one place changed, as the suite proves a package without code. */
import { validateManifest } from '@feira/plugin-kit/broker';
import { type ConformanceOptions, listFailures, runConformance } from '@feira/plugin-kit/conformance';
import { checkDescription, checkExamples, describedModule, describedSimulator } from '@feira/plugin-kit/description';
import { TABLE, type Table } from './table-adapter.ts';

/** Returns every failure as a sentence: of the description, of the examples, and of the proofs. */
export async function proveTable(
  { manifest, description, examples }: Table,
  options: Pick<ConformanceOptions, 'seed' | 'scale' | 'isUntilFailure' | 'isWanted'>,
): Promise<string[]> {
  const validated = validateManifest(manifest);
  if ('problems' in validated) return validated.problems.map((problem) => `plugin.json: ${problem}`);
  const checked = checkDescription(description, manifest);
  if ('problems' in checked) return checked.problems;
  const unseen = checkExamples(description, manifest, examples);
  if (unseen.length > 0) return unseen;
  const module = describedModule(manifest, description);
  const simulator = describedSimulator(manifest, description, examples);
  return listFailures(await runConformance({ manifest, module, simulator, examples, ...options }));
}

/** A table with one fault: what stands at these places instead, undefined for nothing. */
export interface TableMutant {
  change: Record<string, unknown>;
  /** The failure that gives it away; "examples" where the documentation contradicts what adapter and simulator believe together. */
  caughtBy: RegExp;
}

export function plant({ change }: Pick<TableMutant, 'change'>, table: Table): Table {
  const copy = structuredClone(table);
  for (const [place, value] of Object.entries(change)) {
    const steps = place.split('.');
    const last = steps.pop()!;
    // Paths of answers hold dots themselves: none of these places is one.
    const parent = steps.reduce((inner, step) => inner[step] as Record<string, unknown>, copy as unknown as Fields);
    if (value === undefined) delete parent[last];
    else parent[last] = structuredClone(value);
  }
  return copy;
}
type Fields = Record<string, unknown>;
const withoutStep = (answer: Fields): Fields =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !name.startsWith('nextStep.')));

/** The answer to a question by id no longer tells the id; the one to a question by reference still does. */
function withoutId(operation: 'getTransaction' | 'getWithdraw', id: string): TableMutant['change'] {
  const { [id]: path, ...answer } = TABLE.description.operations![operation]!.answer as Fields;
  const place = `description.operations.${operation}`;
  return { [`${place}.answer`]: answer, [`${place}.byReference.answer`]: { [id]: path } };
}

const BUY = 'description.operations.createTransaction';
const CARD = `${BUY}.methods.CREDIT_CARD`;
const PAY_OUT = 'description.operations.withdraw';
const ACCOUNT = `${PAY_OUT}.methods.BANK_ACCOUNT.json.account`;
const PAYMENT_WORDS = 'manifest.status.payment.map';
const HEX = { alphabet: 'hex', maxLength: 32 };

/** Named as the same fault of an adapter with code, where there is one. */
export const TABLE_MUTANTS: Record<string, TableMutant> = {
  'says that charges which wait were refused': {
    change: { 'manifest.refusedWhen': { status: 'waiting' } },
    caughtBy: /^examples: no refusal .* has "message"/,
  },
  'says that refused withdrawals were never taken': {
    change: { [`${PAY_OUT}.refusedWhen`]: { status: ['queued'] } },
    caughtBy: /^withdraw\.PIX, /,
  },
  'invents how its provider refuses': {
    change: { 'manifest.refusedWhen': { done: false } },
    caughtBy: /^examples: no refusal .* has "message"/,
  },
  'takes a refusal with status 200 for a success': {
    change: { 'manifest.refusedWhen': undefined },
    caughtBy: /^examples: no refusal .* has "message"/,
  },
  'writes more around the references whose form it declares': {
    change: { 'manifest.reference': HEX, [`${BUY}.json.reference`]: 'feira-{reference}' },
    caughtBy: /^examples: createTransaction .*does not make the request that states "given"/,
  },
  'writes the references of withdrawals in another form than it declares': {
    change: {
      'manifest.reference': HEX,
      'manifest.idempotency': { supported: false },
      'examples.0.calls.15.headers': undefined,
      [`${PAY_OUT}.json.reference`]: '{withdrawReference|upper}',
    },
    caughtBy: /^withdraw\.PIX, references: /,
  },
  'declares dollars and sends the bare number of them': {
    change: { [`${BUY}.json.currency`]: undefined },
    caughtBy: /^examples: createTransaction .*does not make the request that states "given"/,
  },
  'sends reais where cents are declared': {
    change: { [`${BUY}.json.amount`]: '{amount|reais}' },
    caughtBy: /^examples: createTransaction .*reads amount in the shown request as 199000/,
  },
  'declares reais and sends cents': {
    change: { 'manifest.moneyUnit': 'reais' },
    caughtBy: /^examples: createTransaction .*reads amount in the shown request as 199000/,
  },
  'reads the amounts of events in another unit': {
    change: { 'description.events.0.unit': 'reais' },
    caughtBy: /^webhooks, answers: examples: an event reads paidAmount as 199000, not 1990/,
  },
  'reports only the last of several payments': {
    change: { 'description.operations.getTransaction.answer.paidAmount': 'last_paid' },
    caughtBy: /^PIX, answers: examples: getTransaction reads paidAmount as 1990, not 3980/,
  },
  'takes waiting for paid': {
    change: { [`${PAYMENT_WORDS}.waiting`]: 'APPROVED', [`${PAYMENT_WORDS}.paid`]: 'PENDING' },
    caughtBy:
      /^examples: createTransaction \(PIX\) shows that a new charge is "waiting", which plugin\.json counts as APPROVED/,
  },
  'takes a captured charge for one that waits': {
    change: { [`${PAYMENT_WORDS}.paid`]: 'PENDING', [`${PAYMENT_WORDS}.captured`]: 'APPROVED' },
    caughtBy: /answers: examples: createTransaction \(CREDIT_CARD\) reads status as "PENDING", not "APPROVED"/,
  },
  'takes refunded for charged back': {
    change: { [`${PAYMENT_WORDS}.refunded`]: 'CHARGEBACK', [`${PAYMENT_WORDS}.charged_back`]: 'REFUNDED' },
    caughtBy: /answers: examples: getTransaction reads status as "CHARGEBACK", not "REFUNDED"/,
  },
  'takes a chargeback for paid': {
    change: { [`${PAYMENT_WORDS}.charged_back`]: 'APPROVED' },
    caughtBy: /(PIX|package), works: |answers: examples: getTransaction reads status as "APPROVED", not "CHARGEBACK"/,
  },
  'takes an expired charge for paid': {
    change: { [`${PAYMENT_WORDS}.expired`]: 'APPROVED' },
    caughtBy: /answers: examples: getTransaction reads status as "APPROVED", not "REJECTED"/,
  },
  'takes a word that nobody states for paid': {
    change: { [`${PAYMENT_WORDS}.lapsed`]: 'APPROVED' },
    caughtBy: /statuses: status\.payment\.map: no example and no list states what "lapsed" \(APPROVED\) means/,
  },
  'takes a word for paid whose name says the opposite': {
    change: {
      [`${PAYMENT_WORDS}.lapsed_expired`]: 'APPROVED',
      'examples.0.words.payment': { lapsed_expired: 'APPROVED' },
    },
    caughtBy: /statuses: .*"lapsed_expired" counts as APPROVED, and its name says "expir"/,
  },
  "contradicts the list of its provider's words": {
    change: { [`${PAYMENT_WORDS}.lapsed`]: 'REFUNDED', 'examples.0.words.payment': { lapsed: 'REJECTED' } },
    caughtBy: /statuses: .*says that "lapsed" counts as REJECTED, and plugin\.json that it counts as REFUNDED/,
  },
  "lacks a word of its provider's list": {
    change: { 'examples.0.words.payment': { settled: 'APPROVED' } },
    caughtBy: /statuses: .* has "settled", which plugin\.json lacks/,
  },
  'explains a word that surprises nobody': {
    change: { 'manifest.surprisingWords': { payment: { paid: 'Nobody asked for this reason.' } } },
    caughtBy: /statuses: surprisingWords\.payment: the name of "paid" does not contradict APPROVED/,
  },
  'takes a word of a refund that nobody states for done': {
    change: { 'description.words.refund.reversed': 'DONE' },
    caughtBy:
      /^examples: none states that "reversed", which operations\.refund\.\S+ reads by a dictionary, counts as DONE/,
  },
  'calls a type of PIX key by another word than its provider': {
    change: { 'description.words.key.RANDOM': 'evp' },
    caughtBy:
      /^withdraw\.PIX, answers: words\.keyType of .* calls a key of the type RANDOM "random", and .* sends "evp"/,
  },
  'has a word for a type of PIX key that nobody states': {
    change: { 'examples.0.words.keyType.RANDOM': undefined },
    caughtBy:
      /^withdraw\.PIX, answers: No example and no list shows the words for types of PIX keys "random" \(RANDOM\)/,
  },
  'takes a withdrawal that was paid for a refused one': {
    change: { 'manifest.status.withdraw.map.sent': 'REJECTED', 'manifest.status.withdraw.map.failed': 'APPROVED' },
    caughtBy: /^withdraw\.PIX, answers: examples: getWithdraw reads status as "REJECTED", not "APPROVED"/,
  },
  'declares whole days and sends times': {
    change: { 'manifest.capabilities.methods.PIX.expiry': 'days' },
    caughtBy: /^PIX, works: .*counted in days, but two times of one day are sent as two ends/,
  },
  'declares a fixed end and sends another': {
    change: { 'manifest.capabilities.methods.PIX.expiry': 'fixed' },
    caughtBy: /^PIX, works: .*the expiry is fixed, but what is sent changes with expiresAt/,
  },
  'leads no buyer to the bank that asks': {
    change: {
      [`${BUY}.answer`]: withoutStep(TABLE.description.operations!.createTransaction!.answer!),
      'description.operations.getTransaction.answer': withoutStep(
        TABLE.description.operations!.getTransaction!.answer!,
      ),
    },
    caughtBy: /^CREDIT_CARD\.redirect, works: .*has no nextStep/,
  },
  'forgets the bank once it is asked again': {
    change: {
      'description.operations.getTransaction.answer': withoutStep(
        TABLE.description.operations!.getTransaction!.answer!,
      ),
    },
    caughtBy: /^CREDIT_CARD\.redirect, works: Asked for, .*has no nextStep any more/,
  },
  'takes a charge that the bank asks about for paid': {
    change: { [`${PAYMENT_WORDS}.asking`]: 'APPROVED' },
    caughtBy: /^CREDIT_CARD\.redirect, works: A charge that its buyer has not confirmed is APPROVED/,
  },
  'does not say where the bank leads back': {
    change: { [`${CARD}.json.back`]: undefined },
    caughtBy: /^examples: createTransaction \(CREDIT_CARD\).*does not make the request that states "given"/,
  },
  'declares that unknown words are paid': {
    change: { 'manifest.status.payment.unknown': 'APPROVED' },
    caughtBy: /^plugin\.json: .*status\.payment\.unknown must not be APPROVED/,
  },
  'makes paid of every word it does not know': {
    change: {
      'description.words.known': Object.fromEntries(
        ['waiting', 'asking', 'paid', 'refused', 'expired', 'refunded', 'charged_back'].map((word) => [word, word]),
      ),
      'description.operations.getTransaction.answer.providerStatus': [
        'status|known',
        { word: 'paid', if: { id: true } },
      ],
    },
    caughtBy: /^PIX, statuses: /,
  },
  'reports a refused request as unknown': {
    change: { [`${BUY}.accept`]: [400] },
    caughtBy: /^PIX, outcomes: createTransaction after status 400/,
  },
  'takes every failed query for a missing charge': {
    change: { 'description.operations.getTransaction.missing': [400, 401, 403, 404, 409] },
    caughtBy: /^PIX, outcomes: getTransaction after status 4/,
  },
  'does not send the reference': {
    change: { [`${BUY}.json.reference`]: undefined },
    caughtBy: /^examples: createTransaction .*does not make the request that states "given"/,
  },
  'sends the reference of another': {
    change: { [`${BUY}.json.reference`]: '{userId}' },
    caughtBy: /^examples: createTransaction .*reads reference in the shown request as undefined/,
  },
  'refunds the whole instead of a part': {
    change: { 'description.operations.refund.methods.PIX.json': {} },
    caughtBy: /^examples: refund \(PIX\): .*does not make the request that states "given"/,
  },
  'says that refunds are done without asking for them': {
    change: { 'description.operations.refund.answer.status': { word: 'DONE' } },
    caughtBy: /^description\.json: .* is always "DONE"/,
  },
  'takes a refund that waits for a done one': {
    change: { 'description.words.refund': { done: 'PENDING', queued: 'DONE' } },
    caughtBy:
      /^examples: none states that "queued", which .* counts as DONE|PIX\.refund, answers: examples: refund reads status as "PENDING"/,
  },
  'declares partial refunds of boletos': {
    change: { 'manifest.capabilities.methods.BILLET.refund': 'partial' },
    caughtBy: /^BILLET\.refund, (works|amounts)/,
  },
  'lacks an operation it declares': {
    change: { 'description.operations.getWithdraw': undefined, 'manifest.lookup.withdrawByReference': undefined },
    caughtBy: /^package, works: operations: getWithdraw is declared/,
  },
  'offers an operation it does not declare': {
    change: {
      'description.operations.getReceiverLink': { request: 'GET /receivers/{receiverId}', answer: { url: 'url' } },
    },
    caughtBy: /^description\.json: .*operations\.getReceiverLink is described, but plugin\.json does not declare it/,
  },
  'forgets the installments': {
    change: { [`${CARD}.json.installments`]: undefined },
    caughtBy: /^examples: createTransaction \(CREDIT_CARD\): .*does not make the request that states "given"/,
  },
  'ignores when a charge should end': {
    change: { [`${BUY}.methods.PIX.json.expires_in`]: 3600 },
    caughtBy: /^examples: createTransaction \(PIX\): .*reads expiresAt in the shown request as undefined/,
  },
  'throws on a refused card': {
    change: { [`${CARD}.refusedWhen`]: { status: 'refused' } },
    caughtBy: /^CREDIT_CARD, works: A refused card is a result/,
  },
  'pays every PIX withdrawal to a stranger': {
    change: { [`${PAY_OUT}.methods.PIX.json.key`]: 'mallory@example.com' },
    caughtBy: /^examples: withdraw \(PIX\): no request has "json\.key" with "mallory@example\.com"/,
  },
  'pays a stranger, and names the right key beside it': {
    change: { [`${PAY_OUT}.methods.PIX.json`]: { key: '{email}', key_type: '{pixType|key}', note: '{pixKey}' } },
    caughtBy: /^examples: withdraw \(PIX\): (no request has "json\.note"|description\.json reads pixKey)/,
  },
  'calls every PIX key an e-mail address': {
    change: { [`${PAY_OUT}.methods.PIX.json.key_type`]: 'email' },
    caughtBy: /^examples: withdraw \(PIX\): .*reads pixType|^withdraw\.PIX, works/,
  },
  'takes an answer about another charge for one about its own': {
    change: withoutId('getTransaction', 'transactionId'),
    caughtBy: /^examples: getTransaction: every answer repeats the id that was asked for/,
  },
  'takes an answer about another withdrawal for one about its own': {
    change: withoutId('getWithdraw', 'withdrawId'),
    caughtBy: /^examples: getWithdraw: every answer repeats the id that was asked for/,
  },
  'sends one idempotency key with every withdrawal': {
    change: { [`${PAY_OUT}.headers`]: { 'x-idempotency': 'saque' } },
    caughtBy: /^examples: |^withdraw\.PIX, references: Two withdrawals share the idempotency key "saque"/,
  },
  'asks for a secret of events that it does not look at': {
    change: {
      'manifest.webhook.authentication': { type: 'none' },
      ...Object.fromEntries(TABLE.examples[0]!.events!.map((_, at) => [`examples.0.events.${at}.headers`, undefined])),
    },
    caughtBy: /^(webhooks), webhooks: webhook\.authentication is "none", and nothing uses the secret webhookSecret/,
  },
  'pays every withdrawal to one bank account': {
    change: { [`${ACCOUNT}.bank`]: '341', [`${ACCOUNT}.number`]: '778899', [`${ACCOUNT}.digit`]: '4' },
    caughtBy: /^examples: withdraw \(BANK_ACCOUNT\): .*reads accountNumber/,
  },
  'pays to the branch as the account': {
    change: { [`${ACCOUNT}.branch`]: '{accountNumber}', [`${ACCOUNT}.number`]: '{branchNumber}' },
    caughtBy: /^examples: withdraw \(BANK_ACCOUNT\): .*reads branchNumber in the shown request as "778899"/,
  },
  'drops the digit of an account': {
    change: { [`${ACCOUNT}.digit`]: undefined },
    caughtBy:
      /^examples: withdraw \(BANK_ACCOUNT\): .*shows "json\.account\.digit", which description\.json does not send/,
  },
  'pays to the account number as the branch': {
    change: { [`${ACCOUNT}.number`]: '{branchNumber}' },
    caughtBy: /^examples: withdraw \(BANK_ACCOUNT\): .*reads accountNumber in the shown request as undefined/,
  },
  'drops the idempotency key of a payout': {
    change: { 'manifest.idempotency': { supported: false } },
    caughtBy: /^examples: withdraw \(PIX\): .*shows "headers\.idempotency-key", which description\.json does not send/,
  },
  'takes the id of a charge for the key of its refund': {
    change: {
      'description.operations.refund.methods.PIX.json.key': '{transactionId}',
      'description.operations.refund.methods.CREDIT_CARD.json.key': '{transactionId}',
    },
    caughtBy: /^examples: refund \(PIX\): .*reads reference in the shown request as undefined/,
  },
  'has a field that no request of its examples states': {
    change: { 'examples.0.calls.16.given.bankCode': undefined },
    caughtBy: /^examples: withdraw \(BANK_ACCOUNT\): no "given" states bankCode/,
  },
  'explains that a key which it sends is not sent': {
    change: { 'examples.0.calls.15.notSent': { 'json.reference': 'a reason for nothing at all' } },
    caughtBy:
      /^examples: withdraw \(PIX\): "notSent" of POST \/transfers has "json\.reference", which is sent or not shown/,
  },
  'pays into every savings account as into a current one': {
    change: { 'description.words.account': { CHECKING: 'current', SAVINGS: 'current' } },
    caughtBy: /^examples: withdraw \(BANK_ACCOUNT\): .*reads accountType/,
  },
  'pays to whoever shares the document of another': {
    change: { [`${ACCOUNT}.document`]: '{document}' },
    caughtBy: /^examples: withdraw \(BANK_ACCOUNT\): .*reads accountDocument/,
  },
  'says that every withdrawal is paid': {
    change: { 'manifest.status.withdraw.map.failed': 'APPROVED' },
    caughtBy: /^withdraw\.PIX, (works: A withdrawal that the bank has refused|answers: examples: getWithdraw)/,
  },
  'takes a charge without a status for paid': {
    change: { [`${BUY}.answer.providerStatus`]: ['status', { word: 'paid', if: { id: true } }] },
    caughtBy: /^PIX, answers: createTransaction, its answer with no status/,
  },
  'takes a withdrawal without a status for refused': {
    change: { [`${PAY_OUT}.answer.providerStatus`]: ['status', { word: 'failed', if: { id: true } }] },
    caughtBy: /^withdraw\.PIX, answers: withdraw, its answer with no status/,
  },
  'takes an event without a status for paid': {
    change: { 'description.events.0.fields.providerStatus': ['data.status', { word: 'paid', if: { type: true } }] },
    caughtBy: /^webhooks, answers: An event with no data\.status says payment APPROVED/,
  },
  'ends charges on the day of UTC': {
    change: { [`${BUY}.methods.BILLET.json.due`]: '{expiresAt|max:10}' },
    caughtBy: /^BILLET, works: A charge that ends on 29 February 2028 at 23:30 in São Paulo, .* says 2028-03-01/,
  },
  'says nothing of the amount of a withdrawal': {
    change: { [`${PAY_OUT}.answer.amount`]: undefined },
    caughtBy: /^examples: withdraw( \(\w+\))?: an answer tells the amount, and .* does not read it/,
  },
  'strips the letters of a CNPJ': {
    change: { [`${BUY}.json.buyer.document`]: '{customer.document|digits}' },
    caughtBy: /^PIX, works: A PIX purchase with the CNPJ 12ABC34501DE35: no request carries the whole document/,
  },
  'strips the letters of the CNPJ of an account': {
    change: { [`${ACCOUNT}.document`]: '{accountDocument|digits}' },
    caughtBy: /^withdraw\.BANK_ACCOUNT, works: .*with the CNPJ 12ABC34501DE35: no request carries the whole document/,
  },
  'exchanges the name and the document of the buyer': {
    change: { [`${BUY}.json.buyer.name`]: '{customer.document}', [`${BUY}.json.buyer.document`]: '{customer.name}' },
    caughtBy: /^examples: createTransaction/,
  },
  'strips the letters of a key': {
    change: { [`${PAY_OUT}.methods.PIX.json.key`]: '{pixKey|digits}' },
    caughtBy: /^examples: withdraw \(PIX\)|^withdraw\.PIX, works: No request of a withdrawal to PIX/,
  },
  'calls every buyer a person': {
    change: { [`${BUY}.json.buyer.kind`]: 'natural' },
    caughtBy: /^examples: createTransaction: no request has "json\.buyer\.kind" with "natural"/,
  },
  'charges everybody under one document': {
    change: { [`${BUY}.json.buyer.document`]: '52998224725' },
    caughtBy: /^examples: createTransaction .*reads customer\.document/,
  },
  'charges everybody under one name': {
    change: { [`${BUY}.json.buyer.name`]: 'Ana Lima' },
    caughtBy: /^examples: createTransaction \(PIX\): .*reads customer\.name in the shown request as undefined/,
  },
  'sends one security code for every card': {
    change: { [`${CARD}.json.card.code`]: '000' },
    caughtBy: /^examples: createTransaction \(CREDIT_CARD\): no request has "json\.card\.code" with "000"/,
  },
  'accepts webhooks nobody signed': {
    change: { 'manifest.webhook.authentication': { type: 'none' } },
    caughtBy: /^webhooks, webhooks: examples: events carry "x-jabuti-signature", which/,
  },
  'takes the signature for a fixed word': {
    change: {
      'manifest.webhook.authentication': { type: 'header', header: 'x-jabuti-signature', credential: 'webhookSecret' },
    },
    caughtBy: /^webhooks, webhooks: examples: events carry different values in "x-jabuti-signature"/,
  },
  'takes every event for a payment': {
    change: { 'description.events.0.fields.providerStatus': { word: 'paid', if: { type: 'charge' } } },
    caughtBy: /^webhooks, works: An event of a charge nobody paid says APPROVED/,
  },
  'takes the events of withdrawals for those of charges': {
    change: {
      'description.events': [
        { subject: 'payment', fields: { transactionId: 'data.id', providerStatus: 'data.status' } },
      ],
    },
    caughtBy: /^examples: an event shows the status "failed"/,
  },
  'drops an event about held money': {
    change: { 'description.events.2': { when: { type: 'dispute' }, subject: 'ignored' } },
    caughtBy: /^webhooks, answers: webhook\.events: "dispute" is to be read, and every example of it is dropped/,
  },
  'tells nobody that a balance is held': {
    change: { 'description.events.3': { when: { type: 'balance_hold' }, subject: 'ignored' } },
    caughtBy: /^webhooks, answers: webhook\.events: "balance_hold" is to be notice, and an example of it is ignored/,
  },
  'looks for a field where no answer has it': {
    change: { [`${BUY}.methods.PIX.answer.pixCode`]: 'pix.emv' },
    caughtBy: /^examples: createTransaction \(PIX\): no answer has "pix\.emv"/,
  },
  'states nothing of what its charges were made of': {
    change: {
      'examples.0.calls.0.given': undefined,
      'examples.0.calls.1.given': undefined,
      'examples.0.calls.2.given': undefined,
    },
    caughtBy: /^examples: none of createTransaction states "given"/,
  },
  'writes card numbers into addresses': {
    change: { [`${CARD}.query`]: { number: '{card.cardNumber}' } },
    caughtBy: /^examples: createTransaction \(CREDIT_CARD\): no request has "query|CREDIT_CARD, secrecy/,
  },
};
