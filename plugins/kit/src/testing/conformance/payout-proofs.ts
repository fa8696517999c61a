/** Proves splits, receivers and withdrawals. */
import type { Examples } from '@feira/schemas/examples';
import type { ReceiverRequest, WithdrawRequest } from '@feira/schemas/provider';
import { isWrittenFor } from '@feira/schemas/rules/contract-range';
import { idempotencyOf } from '@feira/schemas/rules/operation-rules';
import { divideForm, receiverFormFor } from '@feira/schemas/rules/receiver-form';
import { mapStatus } from '../../define.ts';
import { isProviderError } from '../../errors.ts';
import { sampleRefund } from '../samples.ts';
import { carriesAmount, listFewAmounts, listLeaves, listWritten, replaceAmounts } from './amounts.ts';
import { listDestinations, listLostFields, listLostParts, listWrongFields, RECEIVER_ACCOUNTS } from './destinations.ts';
import { proveDocuments } from './document-proofs.ts';
import { buyPaid, listMethods, type Market, newReference, WEBHOOK_URL } from './market.ts';
import {
  getReceiver,
  holdAttached,
  openReceiver,
  readWithdraw,
  toApplication,
  toSplit,
  toWithdraw,
} from './payouts.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';
import { carriesReference, isNamedIn, listIdempotencyKeys, normalize, writeReference } from './sent.ts';

export async function provePayouts(run: Run): Promise<void> {
  const { capabilities, operations } = run.subject.manifest;
  if (operations.includes('createReceiver')) {
    await prove(run, 'receivers', 'works', proveReceiver);
    for (const bankAccount of RECEIVER_ACCOUNTS)
      await prove(run, 'receivers', 'works', (market, check) => proveReceiverAccount(market, bankAccount, check));
  }
  const { attached } = divideForm(
    run.subject.manifest.receiverFields ?? { type: 'object', required: [], properties: {} },
  );
  if (Object.keys(attached.properties).length > 0) await prove(run, 'receivers', 'works', proveAttached);
  if (operations.includes('getReceiverDocuments')) await proveDocuments(run);
  if (capabilities.splits) await prove(run, 'splits', 'works', proveSplits);
  if (capabilities.splits && isWrittenFor(run.subject.manifest.contract, SPLIT_REFUNDS_MINOR))
    await prove(run, 'splits', 'works', proveSplitRefunds);
  for (const kind of capabilities.withdraw ?? []) {
    const capability = `withdraw.${kind}`;
    await prove(run, capability, 'works', (market, check) => proveWithdraw(market, kind, check));
    await prove(run, capability, 'works', (market, check) => proveDestinations(run, market, kind, check));
    await prove(run, capability, 'works', (market, check) => proveWithdrawEnd(market, kind, check));
    await prove(run, capability, 'amounts', (market, check) => proveWithdrawAmounts(market, kind, check));
    await prove(run, capability, 'amounts', (market, check) => proveToldWithdrawal(market, kind, check));
    await prove(run, capability, 'references', (market, check) => proveWithdrawReference(market, kind, check));
    if (operations.includes('getWithdraw'))
      await prove(run, capability, 'references', (market, check) => proveOtherWithdraw(market, kind, check));
  }
}

async function proveReceiver(market: Market, check: Check): Promise<void> {
  const { manifest } = market.subject;
  const { request, create } = openReceiver(market);
  const receiver = await create();
  const table = manifest.status.receiver!;
  const mapped = mapStatus(table, receiver.providerStatus);
  check(mapped.isRecognised, `A new receiver is "${receiver.providerStatus}", which status.receiver does not know.`);
  check(mapped.status !== 'REJECTED', 'A good receiver was refused.');
  check((receiver.document ?? request.document) === request.document, 'The receiver came back with another document.');
  const answers = market.wire.calls.flatMap(({ answer }) => answer && 'body' in answer && listLeaves(answer.body));
  const isSealed = receiver.receiverToken === undefined || !answers.includes(receiver.receiverToken);
  check(isSealed, "receiverToken is the provider's secret itself: list its field in secretFields.");
  if (!manifest.operations.includes('getReceiver')) return;
  const { receiverId, receiverToken } = receiver;
  const found = await market.provider.getReceiver({ receiverId, receiverToken });
  check(found?.receiverId === receiverId, `getReceiver answers ${found?.receiverId}, not ${receiverId}.`);
  const unknownId = receiverId.slice(0, -1) + (receiverId.endsWith('0') ? '1' : '0');
  const unknown = await outcomeOf(() => market.provider.getReceiver({ receiverId: unknownId }));
  const isNothing = 'error' in unknown ? isProviderError(unknown.error) : unknown.result === null;
  check(isNothing, `A receiver nobody has answers ${describeOutcome(unknown)}.`);
}

/** A receiver's money goes to the account of the application: no part of it is lost, or in the place of another. */
async function proveReceiverAccount(
  market: Market,
  bankAccount: NonNullable<ReceiverRequest['bankAccount']>,
  check: Check,
): Promise<void> {
  const before = market.wire.calls.length;
  const outcome = await outcomeOf(() => market.provider.createReceiver(toApplication(market, { bankAccount })));
  const place = `the bank ${bankAccount.bankCode}`;
  if ('error' in outcome)
    return check(false, `A receiver with an account at ${place} failed: ${describeOutcome(outcome)}.`);
  const lost = listLostParts(bankAccount, market.wire.calls.slice(before));
  check(lost.length === 0, `No request of a receiver with an account at ${place} carries its ${lost.join(', ')}.`);
}

/** Proves that each file of an application arrives whole and at a place of its own, and that none is asked for in vain. */
async function proveAttached(market: Market, check: Check): Promise<void> {
  const { attached } = divideForm(receiverFormFor(market.subject.manifest.receiverFields!, 'CPF'));
  const held = holdAttached(market);
  const files = Object.fromEntries(Object.entries(held).map(([name, { file }]) => [name, file]));
  const before = market.wire.calls.length;
  await market.provider.createReceiver(toApplication(market, { files }));
  const sent = market.wire.calls.slice(before);
  const written = listWritten(sent).map(String);
  for (const [name, { content }] of Object.entries(held)) {
    const carrying = written.filter((text) => text.endsWith(content.toString('base64')));
    check(carrying.length === 1, `${carrying.length} fields carry the file "${name}" as it is, not one.`);
  }
  const references = Object.values(files).map(({ reference }) => reference);
  check(
    !listLeaves(sent.map(({ body }) => body)).some((leaf) => references.includes(String(leaf))),
    'The reference of a file went to the provider.',
  );
  for (const name of attached.required) {
    const { [name]: _, ...others } = files;
    const asked = market.wire.calls.length;
    const outcome = await outcomeOf(() => market.provider.createReceiver(toApplication(market, { files: others })));
    const isRefused = 'error' in outcome && isProviderError(outcome.error) && outcome.error.outcome === 'NOT_SENT';
    check(isRefused, `An application without the file "${name}" answers ${describeOutcome(outcome)}.`);
    check(market.wire.calls.length === asked, `The provider was asked without the file "${name}".`);
  }
}

/** The first contract whose refunds say what the receivers of a split charge give of them. */
const SPLIT_REFUNDS_MINOR = 2;

/** Cents of a refund of a charge of 10,000 cents, and those that the receiver of 2,500 cents gives of them. The last is the rest. */
const SPLIT_REFUNDS = [
  [3_000, 611],
  [1_000, 390],
  [6_000, 1_499],
] as const;

/** The price, a share of it and what that is in cents; the wire may name the share in any of these words. */
const SHARES = [
  { type: 'FIXED', price: 10_001, amount: 1_235, cents: 1_235, words: [] },
  { type: 'PERCENTAGE', price: 20_000, amount: 3_700, cents: 7_400, words: ['3700', '37', '37.00', '0.37'] },
] as const;

async function proveSplits(market: Market, check: Check): Promise<void> {
  const { manifest } = market.subject;
  for (const method of listMethods(market.subject)) {
    for (const { type, price, amount, cents, words } of SHARES) {
      const receiver = await getReceiver(market);
      const readBalance = async () =>
        manifest.operations.includes('getReceiver')
          ? (await market.provider.getReceiver(receiver))?.balance
          : undefined;
      const held = await readBalance();
      const before = market.wire.calls.length;
      const { result } = await buyPaid(market, method, { amount: price, splits: [toSplit(receiver, amount, type)] });
      const sent = market.wire.calls.slice(before);
      const written = listWritten(sent);
      const share = type === 'FIXED' ? `${amount} cents` : `${amount} basis points`;
      check(written.includes(receiver.receiverId), `No request of a split ${method} names the receiver.`);
      const isCarried =
        carriesAmount(manifest, 'createTransaction', sent, cents) ||
        written.some((leaf) => words.some((word) => word === String(leaf)));
      check(isCarried, `No request of a split ${method} carries the share of ${share}.`);
      const made = await market.simulator.getCharge(result.transactionId);
      check(made?.amount === price, `A split charge of ${price} cents is for ${made?.amount} at the provider.`);
      // Some providers show what they hold only days later.
      const got = ((await readBalance()) ?? 0) - (held ?? 0);
      check(got === 0 || got === cents, `A share of ${share} of ${price} cents became ${got} cents of a ${method}.`);
    }
  }
  const receiver = await getReceiver(market);
  const [method] = listMethods(market.subject);
  const tooMuch = await outcomeOf(() =>
    buyPaid(market, method!, { amount: 1_000, splits: [toSplit(receiver, 1_001, 'FIXED')] }),
  );
  const isRefused = 'error' in tooMuch && isProviderError(tooMuch.error) && tooMuch.error.outcome !== 'UNKNOWN';
  check(isRefused, 'Shares above the price were accepted.');
}

/** Parts of a split charge that go back, and the rest of it, are given by its receivers as the requests say. */
async function proveSplitRefunds(market: Market, check: Check): Promise<void> {
  const { manifest } = market.subject;
  const [price, share] = [10_000, 2_500];
  for (const method of listMethods(market.subject)) {
    if (manifest.capabilities.methods?.[method]?.refund !== 'partial') continue;
    const receiver = await getReceiver(market);
    const readBalance = async () =>
      manifest.operations.includes('getReceiver') ? ((await market.provider.getReceiver(receiver))?.balance ?? 0) : 0;
    const before = await readBalance();
    const splits = [toSplit(receiver, share, 'FIXED')];
    const { result } = await buyPaid(market, method, { amount: price, splits });
    const held = await readBalance();
    let given = 0;
    for (const [amount, part] of SPLIT_REFUNDS) {
      const [earlier, calls] = [await readBalance(), market.wire.calls.length];
      const reference = newReference();
      const answer = await market.provider.refund(
        sampleRefund({
          reference,
          transactionId: result.transactionId,
          paymentMethod: method,
          amount,
          isFull: part === share - given,
          splits: [toSplit(receiver, part, 'FIXED')],
        }),
      );
      if (answer.status === 'REFUSED') return;
      given += part;
      const sent = market.wire.calls.slice(calls);
      const isNamed = listWritten(sent).includes(receiver.receiverId);
      check(
        !isNamed || carriesAmount(manifest, 'refund', sent, part),
        `A refund of ${amount} cents of a split ${method} names the receiver, and not the ${part} cents of theirs.`,
      );
      // Some providers show what they hold only days later.
      const left = await readBalance();
      check(
        held === before || earlier - left === part,
        `Of a refund of ${amount} cents of a split ${method} the receiver was to give ${part} cents, and gave ${earlier - left}.`,
      );
    }
  }
}

async function proveWithdraw(market: Market, kind: WithdrawRequest['paymentMethod'], check: Check): Promise<void> {
  const request = await toWithdraw(market, kind, 5_000);
  const table = market.subject.manifest.status.withdraw!;
  const made = await market.provider.withdraw(request);
  const { withdrawReference, receiverId } = request;
  const after = await readWithdraw(market, { withdrawId: made.withdrawId, withdrawReference, receiverId });
  // Without a question and an event there is nothing more to hold it against.
  const isAsked = market.subject.manifest.operations.includes('getWithdraw');
  const isSame = after?.withdrawId === made.withdrawId || (!isAsked && after === null);
  check(isSame, `getWithdraw answers ${after?.withdrawId}, not ${made.withdrawId}.`);
  for (const reported of [made, ...(after ? [after] : [])]) {
    const { status, isRecognised } = mapStatus(table, reported?.providerStatus ?? '');
    check(isRecognised, `A withdrawal is "${reported?.providerStatus}", which status.withdraw does not know.`);
    check(status === 'PENDING' || status === 'APPROVED', `A withdrawal that was taken is ${status}.`);
  }
}

/** The money goes where it was asked to go, and nowhere else: by what was sent, and by what the provider says it was told. */
async function proveDestinations(
  { examples }: Run,
  market: Market,
  kind: WithdrawRequest['paymentMethod'],
  check: Check,
): Promise<void> {
  check(
    market.simulator.getWithdrawal !== undefined,
    'The simulator has no getWithdrawal: it must tell where money went.',
  );
  for (const destination of listDestinations(kind)) {
    const request = { ...(await toWithdraw(market, kind, 5_000)), ...destination };
    const before = market.wire.calls.length;
    const outcome = await outcomeOf(() => market.provider.withdraw(request));
    const place = request.pixType ?? request.bankCode ?? 'the receiver';
    if ('error' in outcome && isUnlisted(examples, request)) {
      const isRefused = isProviderError(outcome.error) && market.wire.calls.length === before;
      check(
        isRefused,
        `A withdrawal to ${kind} (${place}), which no list of words has, gave ${describeOutcome(outcome)}.`,
      );
      continue;
    }
    if ('error' in outcome) {
      return check(false, `A withdrawal to ${kind} (${place}) failed: ${describeOutcome(outcome)}.`);
    }
    const told = await market.simulator.getWithdrawal?.(outcome.result.withdrawId);
    const lost = listLostFields(request, market.wire.calls.slice(before), told?.destination);
    check(lost.length === 0, `No request of a withdrawal to ${kind} (${place}) carries ${lost.join(', ')}.`);
    check(told !== undefined, `withdrawId ${outcome.result.withdrawId} is not that of the withdrawal at the provider.`);
    const wrong = listWrongFields(request, told?.destination ?? {});
    check(wrong.length === 0, `A withdrawal to ${kind} (${place}) went elsewhere: ${wrong.join(', ')}.`);
  }
}

/** A provider whose list of types of keys lacks one does not take such keys. */
function isUnlisted(examples: readonly Examples[], { pixType }: WithdrawRequest): boolean {
  const lists = examples.flatMap(({ words }) => words?.keyType ?? []);
  return pixType !== undefined && lists.length > 0 && lists.every((list) => list[pixType] === undefined);
}

/** The result says what became of the withdrawal: never that it is paid while it is under way, nor after the bank has refused it. */
async function proveWithdrawEnd(market: Market, kind: WithdrawRequest['paymentMethod'], check: Check): Promise<void> {
  const table = market.subject.manifest.status.withdraw!;
  const { simulator, provider } = market;
  const { operations } = market.subject.manifest;
  // A person ends a withdrawal that can neither be asked for nor is told of.
  const isTold = operations.includes('getWithdraw') || operations.includes('processWebhook');
  if (market.offered.has('ensureWebhook')) await provider.ensureWebhook({ webhookUrl: WEBHOOK_URL });
  for (const [index, end] of (['settle', 'fail', 'returnMoney'] as const).entries()) {
    const decide = simulator[end];
    if (!decide) return check(false, `The simulator has no ${end}: a bank must be able to end a withdrawal.`);
    // Some providers refuse the same amount to the same destination soon after.
    const request = await toWithdraw(market, kind, 5_000 + index);
    const { withdrawReference, receiverId } = request;
    const made = await provider.withdraw(request);
    const isUnderWay = (await simulator.getWithdrawal?.(made.withdrawId))?.status === 'PENDING';
    const first = mapStatus(table, made.providerStatus).status;
    check(!isUnderWay || first === 'PENDING', `A withdrawal under way is ${first} ("${made.providerStatus}").`);
    const decided = await outcomeOf(() => decide(made.withdrawId));
    // A withdrawal that was over at once cannot be ended by its bank any more.
    if ('error' in decided && !isUnderWay) {
      check(first === 'APPROVED', `A withdrawal that is done at once is ${first} ("${made.providerStatus}").`);
      continue;
    }
    check(!('error' in decided), `The simulator's ${end} failed: ${describeOutcome(decided)}.`);
    if (!isTold) continue;
    const read = await readWithdraw(market, { withdrawId: made.withdrawId, withdrawReference, receiverId });
    const { status } = mapStatus(table, read?.providerStatus ?? '');
    const isFair = end === 'settle' ? status === 'APPROVED' : status === 'REJECTED' || status === 'CANCELED';
    const words = { settle: 'paid', fail: 'refused', returnMoney: 'given back' }[end];
    check(isFair, `A withdrawal that the bank has ${words} is ${status} ("${read?.providerStatus}").`);
  }
}

/** Proves that the result reports the provider's amount instead of the requested one. */
async function proveToldWithdrawal(
  market: Market,
  kind: WithdrawRequest['paymentMethod'],
  check: Check,
): Promise<void> {
  const amount = 43_217;
  const request = await toWithdraw(market, kind, amount);
  market.wire.play(async (_call, _index, handle) =>
    replaceAmounts(market.subject.manifest, 'withdraw', await handle(), amount, amount + 1_000),
  );
  const { withdrawReference, receiverId } = request;
  const made = await market.provider.withdraw(request);
  const isAsked = market.subject.manifest.operations.includes('getWithdraw');
  const lookup = { withdrawId: made.withdrawId, withdrawReference, receiverId };
  const read = isAsked ? await market.provider.getWithdraw(lookup) : null;
  for (const [name, told] of Object.entries({ withdraw: made.amount, getWithdraw: read?.amount })) {
    check(told !== amount, `The provider said another amount than was asked for; the result of ${name} hides that.`);
  }
}

async function proveWithdrawAmounts(
  market: Market,
  kind: WithdrawRequest['paymentMethod'],
  check: Check,
): Promise<void> {
  for (const amount of listFewAmounts()) {
    const request = await toWithdraw(market, kind, amount);
    const before = market.wire.calls.length;
    const result = await market.provider.withdraw(request);
    const isCarried = carriesAmount(market.subject.manifest, 'withdraw', market.wire.calls.slice(before), amount);
    check(isCarried, `No request carries a withdrawal of ${amount} cents in the declared unit.`);
    check((result.amount ?? amount) === amount, `A withdrawal of ${amount} cents is told as ${result.amount}.`);
  }
}

/** Proves that an answer about another withdrawal, which was paid, is not taken for one about the withdrawal that was asked for. */
async function proveOtherWithdraw(market: Market, kind: WithdrawRequest['paymentMethod'], check: Check): Promise<void> {
  const order = async (amount: number) => {
    const request = await toWithdraw(market, kind, amount);
    const { withdrawId } = await market.provider.withdraw(request);
    const { withdrawReference, receiverId } = request;
    return { withdrawId, withdrawReference, receiverId };
  };
  const [asked, other] = [await order(5_000), await order(5_001)];
  // A withdrawal that was done at once needs no bank to end it.
  await outcomeOf(async () => market.simulator.settle?.(other.withdrawId));
  const before = market.wire.calls.length;
  await market.provider.getWithdraw(other);
  const answers = market.wire.listCounted(before).map(({ answer }) => answer);
  if (!isNamedIn(answers, [other.withdrawId, writeReference(market.subject.manifest, other.withdrawReference)])) return;
  market.wire.answer(async (_call, index, handle) => answers[index] ?? handle());
  const outcome = await outcomeOf(() => market.provider.getWithdraw(asked));
  market.wire.play(undefined);
  const result = 'result' in outcome ? outcome.result : null;
  const { status } = mapStatus(market.subject.manifest.status.withdraw!, result?.providerStatus ?? '');
  const isFooled = result?.withdrawId === asked.withdrawId && status === 'APPROVED';
  check(!isFooled, 'An answer about another withdrawal, which was paid, counts as the end of this one.');
}

async function proveWithdrawReference(
  market: Market,
  kind: WithdrawRequest['paymentMethod'],
  check: Check,
): Promise<void> {
  const { manifest } = market.subject;
  const request = await toWithdraw(market, kind, 5_000);
  const { withdrawReference, receiverId } = request;
  const before = market.wire.calls.length;
  const made = await market.provider.withdraw(request);
  const sent = market.wire.calls.slice(before);
  check(
    carriesReference(sent, manifest, withdrawReference),
    `No request carries withdrawReference${manifest.reference ? ' in the declared form' : ''}: a lost withdrawal could be paid twice.`,
  );
  const lookup = { withdrawId: made.withdrawId, withdrawReference, receiverId };
  const isAsked = market.subject.manifest.operations.includes('getWithdraw');
  for (const told of [made, isAsked ? await market.provider.getWithdraw(lookup) : null])
    check(
      told?.reference === undefined || normalize(told.reference) === normalize(withdrawReference),
      `A withdrawal of ours is told with the reference "${told?.reference}": it would count as somebody else's.`,
    );
  const { supported, header } = idempotencyOf(market.subject.manifest, 'withdraw');
  if (supported) {
    const written = normalize(writeReference(manifest, withdrawReference));
    const isKeyed = header === undefined || sent.some(({ headers }) => normalize(headers[header]).includes(written));
    check(isKeyed, `idempotency.header is declared, but no call carries withdrawReference in "${header}".`);
    const again = await market.provider.withdraw(request);
    check(again.withdrawId === made.withdrawId, 'The same withdrawal sent twice became two.');
  }
  const next = await toWithdraw(market, kind, 5_001);
  const from = market.wire.calls.length;
  await market.provider.withdraw(next);
  const shared = listIdempotencyKeys(market.wire.calls.slice(from)).find((key) =>
    listIdempotencyKeys(sent).includes(key),
  );
  check(shared === undefined, `Two withdrawals share the idempotency key "${shared}": the second would never be paid.`);
  if (!market.subject.manifest.operations.includes('getWithdraw')) return;
  const none = await outcomeOf(() => market.provider.getWithdraw({ withdrawReference: newReference(), receiverId }));
  const isNothing = 'error' in none ? isProviderError(none.error) : none.result === null;
  check(isNothing, `A withdrawal nobody asked for answers ${describeOutcome(none)}.`);
}
