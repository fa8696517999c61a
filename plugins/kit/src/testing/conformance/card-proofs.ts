/** Proves refused cards, installments and stored cards. */
import type { CardTokenResult, TransactionResult } from '@feira/schemas/provider';
import { readDecline } from '@feira/schemas/rules/declines';
import { sampleTransaction } from '../samples.ts';
import { listWritten } from './amounts.ts';
import {
  buy,
  DOCUMENT,
  describeStatus,
  type Market,
  newReference,
  sampleCard,
  statusOf,
  toCardFields,
  toPurchase,
} from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';
import { isReference, listSent, normalize } from './sent.ts';

export async function proveCards(run: Run): Promise<void> {
  const card = run.subject.manifest.capabilities.methods?.CREDIT_CARD;
  if (!card) return;
  await prove(run, 'CREDIT_CARD', 'works', proveRefusal);
  await prove(run, 'CREDIT_CARD', 'works', proveCardSent);
  if ((card.maxInstallments ?? 1) > 1) {
    const counts = [2, 3, card.maxInstallments!];
    await prove(run, 'CREDIT_CARD.installments', 'works', (market, check) => proveInstallments(market, counts, check));
  }
  if (card.storedCards) await prove(run, 'CREDIT_CARD.storedCards', 'works', proveStored);
  if (card.agreements) await prove(run, 'CREDIT_CARD.storedCards', 'works', proveAgreements);
  if (run.subject.manifest.operations.includes('deleteCard'))
    await prove(run, 'CREDIT_CARD.storedCards', 'works', proveDeleted);
}

async function proveRefusal(market: Market, check: Check): Promise<void> {
  const { cards } = market.subject.simulator.samples ?? {};
  check(cards !== undefined, 'samples.cards is missing: name one card that is approved and one that is refused.');
  let told: TransactionResult | undefined;
  const outcome = await outcomeOf(async () => {
    const fields = await toCardFields(market, 'refused');
    // An empty token: the card was refused when it became one.
    if (fields.cardToken === '') return 'REJECTED';
    const refused = await market.provider.createTransaction(await toPurchase(market, 'CREDIT_CARD', fields));
    told = refused;
    return statusOf(market, refused) === 'REJECTED' ? 'REJECTED' : describeStatus(market, refused);
  });
  const reported = 'result' in outcome ? outcome.result : describeOutcome(outcome);
  check(reported === 'REJECTED', `A refused card is a result, REJECTED; it gave ${reported}.`);
  if (told) checkDecline(market, told, check);
}

/** A package that says what the provider's codes mean tells the code of a refused card, and its table knows it. */
function checkDecline({ subject }: Market, refused: TransactionResult, check: Check): void {
  const { declines } = subject.manifest;
  if (!declines) return;
  const { declineCode } = refused;
  check(declineCode !== undefined, 'declines is declared, and a refused card tells no declineCode.');
  check(
    readDecline(declines, declineCode) !== 'unknown',
    `declines does not know the code of the refused card, "${declineCode}".`,
  );
}

/** A card that passes the adapter reaches the provider as its holder typed it. A card that became a token in the browser does not pass it. */
async function proveCardSent(market: Market, check: Check): Promise<void> {
  const { manifest } = market.subject;
  if (manifest.capabilities.methods?.CREDIT_CARD?.encryptsCards) return proveEncrypted(market, check);
  const card = { ...sampleCard(market.subject), expMonth: 11, expYear: 2035 };
  const before = market.wire.calls.length;
  if (manifest.operations.includes('createCardToken')) {
    const { customer, address } = sampleTransaction('CREDIT_CARD');
    await market.provider.createCardToken({ card, customer, address, customerIp: '203.0.113.7' });
  } else if (manifest.capabilities.methods?.CREDIT_CARD?.tokenization !== 'browser') {
    await buy(market, 'CREDIT_CARD', { card });
  } else {
    return;
  }
  const sent = listSent(market.wire.calls.slice(before));
  const parts = {
    number: [card.cardNumber],
    'security code': [card.cvv],
    holder: [card.holderName],
    'month of expiry': ['11', '1135', '112035', '203511'],
    'year of expiry': ['35', '2035', '1135', '112035', '203511'],
  };
  for (const [name, forms] of Object.entries(parts)) {
    const isSent = forms.some((form) => sent.has(normalize(form)) || (name === 'holder' && isSentInParts(form, sent)));
    check(isSent, `No request carries the ${name} of the card that was given.`);
  }
}

/** Nobody is asked for the token of an encrypted card, nobody but the provider reads it, and two of one card have nothing in common. */
async function proveEncrypted(market: Market, check: Check): Promise<void> {
  const { customer, address } = sampleTransaction('CREDIT_CARD');
  const card = sampleCard(market.subject);
  const before = market.wire.calls.length;
  const encrypt = async () => {
    const request = { card, customer, address, customerIp: '203.0.113.7' };
    return (await market.provider.createCardToken(request)).token;
  };
  const [one, two] = [await encrypt(), await encrypt()];
  check(market.wire.calls.length === before, 'encryptsCards is declared, and a call was made for the token of a card.');
  check(one !== two, 'The same card was encrypted twice into one token: without something random it can be guessed.');
  for (const token of [one, two].flatMap((text) => [text, Buffer.from(text, 'base64').toString('latin1')])) {
    const isHidden = ![card.cardNumber, card.holderName].some((part) => normalize(token).includes(normalize(part)));
    check(isHidden, 'encryptsCards is declared, and the token shows the card.');
  }
}

/** Some providers take first and last name apart. */
function isSentInParts(name: string, sent: ReadonlySet<string>): boolean {
  const words = name.split(' ');
  const parts = words.map((_, at) => [words.slice(0, at), words.slice(at)].map((part) => normalize(part.join(' '))));
  return parts.slice(1).some((two) => two.every((part) => sent.has(part)));
}

async function proveInstallments(market: Market, counts: number[], check: Check): Promise<void> {
  for (const installments of counts) {
    // Not divisible by any count: the odd cents must be somewhere.
    const amount = 100_001;
    const before = market.wire.calls.length;
    const { result, read } = await buy(market, 'CREDIT_CARD', { amount, installments });
    const written = listWritten(market.wire.calls.slice(before));
    const isSent = written.some((leaf) => leaf === installments || leaf === String(installments));
    check(isSent, `No request says that there are ${installments} installments.`);
    const made = await market.simulator.getCharge(result.transactionId);
    check(made?.amount === amount, `${amount} cents in ${installments} became ${made?.amount} at the provider.`);
    for (const reported of [result, await read()]) {
      check(
        (reported?.amount ?? amount) === amount,
        `${amount} cents in ${installments} are told as ${reported?.amount}.`,
      );
    }
  }
}

async function storeCard(market: Market): Promise<CardTokenResult> {
  const { manifest } = market.subject;
  const { customer, address } = sampleTransaction('CREDIT_CARD');
  const person = { customer: { ...customer, document: DOCUMENT }, address, customerIp: '203.0.113.7' };
  const isBrowser = manifest.capabilities.methods?.CREDIT_CARD?.tokenization === 'browser';
  const source = isBrowser ? await toCardFields(market) : { card: sampleCard(market.subject) };
  return market.provider.createCardId({ ...person, ...source });
}

async function proveStored(market: Market, check: Check): Promise<void> {
  const stored = await storeCard(market);
  check(stored.token !== '' && !stored.refusedReason, `A good card could not be stored: ${stored.refusedReason}`);
  for (const time of ['first', 'second']) {
    const { result } = await buy(market, 'CREDIT_CARD', { cardId: stored.token });
    check(statusOf(market, result) !== 'REJECTED', `A stored card could not be charged the ${time} time.`);
  }
}

/** The provider is told that the buyer has agreed, and by whom each later charge was started. */
async function proveAgreements(market: Market, check: Check): Promise<void> {
  const { token: cardId } = await storeCard(market);
  const agreement = newReference();
  for (const initiator of ['BUYER', 'MERCHANT', 'MERCHANT'] as const) {
    const { result } = await buy(market, 'CREDIT_CARD', { cardId, agreement, initiator });
    check(statusOf(market, result) !== 'REJECTED', `A charge of an agreement started by the ${initiator} was refused.`);
    const made = await market.simulator.getCharge(result.transactionId);
    check(
      made?.initiator === initiator,
      `A charge started by the ${initiator} was started by the ${made?.initiator} at the provider.`,
    );
    check(
      isReference(made?.agreement, {}, agreement),
      'A charge of an agreement names another one, or none, at the provider.',
    );
  }
}

/** A deleted card is charged no more, others are, and what is gone is said to be gone. */
async function proveDeleted(market: Market, check: Check): Promise<void> {
  const [{ token: cardId }, other] = [await storeCard(market), await storeCard(market)];
  const deleted = await market.provider.deleteCard({ cardId });
  check(deleted !== null, 'deleteCard said of a card that was there that the provider has no such card.');
  check(!(await isChargeable(market, cardId)), 'A deleted card could be charged.');
  check(
    await isChargeable(market, other.token),
    'When a card was deleted, another card of the same buyer went with it.',
  );
  const again = await outcomeOf(() => market.provider.deleteCard({ cardId }));
  check('result' in again, `Deleting a card a second time: ${describeOutcome(again)}.`);
}

export async function isChargeable(market: Market, cardId: string): Promise<boolean> {
  const purchase = await toPurchase(market, 'CREDIT_CARD', { cardId });
  const outcome = await outcomeOf(() => market.provider.createTransaction(purchase));
  return 'result' in outcome && statusOf(market, outcome.result) !== 'REJECTED';
}
