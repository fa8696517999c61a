/** Proves that companies, whose CNPJ may have letters, and buyers without a Brazilian document are served as a person with a CPF is. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { TransactionRequest, WithdrawRequest } from '@feira/schemas/provider';
import { buy, listMethods, type Market, toPurchase } from './market.ts';
import { toApplication, toWithdraw } from './payouts.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';
import { listSent, normalize } from './sent.ts';
import type { WireCall } from './wire.ts';

interface Holder {
  name: string;
  document: string;
  documentType: 'CPF' | 'CNPJ';
}
const PERSON: Holder = { name: 'Joana Prado', document: '11144477735', documentType: 'CPF' };
const COMPANIES: Holder[] = [
  { name: 'Padaria Prado Ltda', document: '11222333000181', documentType: 'CNPJ' },
  { name: 'Padaria Lima Ltda', document: '12ABC34501DE35', documentType: 'CNPJ' },
];
/** Words that providers have for people, never for companies. */
const PERSONAL = /(^|[^a-z])(cpf|individual|natural|f[ií]sica|pf)([^a-z]|$)/i;

export async function proveHolders(run: Run): Promise<void> {
  const { capabilities, operations } = run.subject.manifest;
  for (const method of listMethods(run.subject)) {
    await prove(run, method, 'works', (market, check) => proveCompanies(market, method, check));
    await prove(run, method, 'works', (market, check) => proveForeigner(market, method, check));
  }
  for (const kind of capabilities.withdraw ?? [])
    if (kind !== 'RECEIVER')
      await prove(run, `withdraw.${kind}`, 'works', (market, check) => proveOwners(market, kind, check));
  if (operations.includes('createReceiver') && capabilities.receiverDocuments?.includes('CNPJ') !== false)
    await prove(run, 'receivers', 'works', proveApplicants);
}

/** The requests for a person, and for each company, with whether the adapter refused before it sent anything. */
async function proveAll(
  market: Market,
  what: string,
  prepare: (holder: Holder) => Promise<() => Promise<unknown>>,
  check: Check,
): Promise<void> {
  const send = async (holder: Holder) => {
    const ask = await prepare(holder);
    const before = market.wire.calls.length;
    const outcome = await outcomeOf(ask);
    return { outcome, calls: market.wire.calls.slice(before) };
  };
  // The first time may also ask for a token.
  await send(PERSON);
  const person = await send(PERSON);
  const isDocumentSent = listSent(person.calls).has(normalize(PERSON.document));
  const misplaced = findMisplaced(PERSON, person.calls);
  check(misplaced === undefined, `${what}: ${misplaced}.`);
  const personal = listWords(person.calls).filter(([, word]) => PERSONAL.test(word));
  for (const company of COMPANIES) {
    const note = `${what} with the CNPJ ${company.document}`;
    const { outcome, calls } = await send(company);
    if ('error' in outcome) return check(false, `${note} failed: ${describeOutcome(outcome)}.`);
    if (!isDocumentSent) continue;
    check(listSent(calls).has(normalize(company.document)), `${note}: no request carries the whole document.`);
    const words = new Map(listWords(calls));
    const wrong = personal.find(([place, word]) => words.get(place) === word);
    check(!wrong, `${note} says "${wrong?.[1]}" at ${wrong?.[0]}, as for a person with a CPF.`);
  }
}

const NAME_FIELD = /name|nome|titular/i;
const DOCUMENT_FIELD = /document|cpf|cnpj|tax_?(id|number)/i;
const TYPE_FIELD = /type|tipo|kind/i;

/** Says which field is called one thing about the holder and holds another; undefined where none does. */
function findMisplaced({ name, document }: Holder, calls: readonly WireCall[]): string | undefined {
  const wrong = listWords(calls).find(([place, value]) => {
    const field = place.split('.').at(-1) ?? '';
    const [isName, isDocument] = [normalize(value) === normalize(name), normalize(value) === document];
    if (TYPE_FIELD.test(field)) return isName || isDocument;
    if (DOCUMENT_FIELD.test(field)) return isName || PERSONAL.test(value);
    return NAME_FIELD.test(field) && isDocument;
  });
  return wrong && `"${wrong[1]}" stands at ${wrong[0]}`;
}

async function proveCompanies(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  await proveAll(
    market,
    `A ${method} purchase`,
    async (holder) => {
      const request = await toPurchase(market, method, { customer: toBuyer(holder) });
      const { card } = request;
      const held = card && { card: { ...card, holderDocument: holder.document } };
      return () => market.provider.createTransaction({ ...request, ...held });
    },
    check,
  );
}

const toBuyer = ({ name, document }: Holder): TransactionRequest['customer'] => ({
  name,
  document,
  email: 'joana.prado@example.com',
  phone: '21998765432',
});

/** A buyer from another country has no CPF, and what the manifest does not require of buyers may be absent. */
async function proveForeigner(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { requiredBuyerFields = [] } = market.subject.manifest.capabilities.methods?.[method] ?? {};
  const { document, phone, ...named } = toBuyer({ ...PERSON, name: 'Ana Gómez' });
  const customer = {
    ...named,
    ...(requiredBuyerFields.includes('document') && { document }),
    ...(requiredBuyerFields.includes('phone') && { phone }),
  } as TransactionRequest['customer'];
  const address = requiredBuyerFields.includes('address') ? {} : { address: undefined };
  const outcome = await outcomeOf(() => buy(market, method, { customer, ...address }));
  const lacking = ['document', 'phone', 'address'].filter((field) => !requiredBuyerFields.includes(field as 'phone'));
  check(
    'result' in outcome,
    `A ${method} purchase without ${lacking.join(', ')}, which requiredBuyerFields does not name, failed: ${'error' in outcome ? describeOutcome(outcome) : ''}.`,
  );
}

async function proveOwners(market: Market, kind: WithdrawRequest['paymentMethod'], check: Check): Promise<void> {
  let amount = 5_000;
  const owner = async ({ name, document, documentType }: Holder) => {
    // Some providers refuse the same amount to the same destination soon after.
    amount += 1;
    const request = await toWithdraw(market, kind, amount);
    const account = kind === 'BANK_ACCOUNT' && { accountHolder: name, accountDocument: document };
    return () => market.provider.withdraw({ ...request, name, document, documentType, ...account });
  };
  await proveAll(market, `A withdrawal to ${kind} of a holder`, owner, check);
}

async function proveApplicants(market: Market, check: Check): Promise<void> {
  const apply = async (holder: Holder) => {
    const request = toApplication(market, holder);
    return () => market.provider.createReceiver(request);
  };
  await proveAll(market, 'An application', apply, check);
}

/** Every text of the writes by its place; calls are counted from the last, which does what was asked for. */
function listWords(calls: readonly WireCall[]): [string, string][] {
  const words: [string, string][] = [];
  const add = (value: unknown, place: string): void => {
    if (typeof value === 'string') words.push([place, value]);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) add(inner, `${place}.${name}`);
  };
  const writes = calls.filter(({ method }) => method !== 'GET').toReversed();
  for (const [index, { body, query }] of writes.entries()) {
    add(body, `body ${index}`);
    add(query, `query ${index}`);
  }
  return words;
}
