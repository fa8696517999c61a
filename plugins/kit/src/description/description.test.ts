/** Tests the rules of descriptions by what a wrong one is told, and the runner by what must not be invented. */
import type { Description } from '@feira/schemas/description';
import type { CallExample, StatedWords } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';
import type { Provider } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import type { HttpRequest, ProviderContext } from '../host.ts';
import type { SimulatorRequest } from '../simulator.ts';
import { openProvider } from '../testing/context.ts';
import { sampleRefund, sampleTransaction } from '../testing/samples.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { checkDescription } from './check.ts';
import { checkExamples, listExampleFaults } from './examples.ts';
import { describedModule } from './module.ts';
import { isSigned } from './signature.ts';
import { compileTemplate, fill, match } from './template.ts';

const manifest = testManifest({ operations: ['getTransaction'], lookup: { byReference: false, lagSeconds: 0 } });
const GOOD = {
  operations: {
    getTransaction: { request: 'GET /x/{transactionId}', answer: { transactionId: 'id', providerStatus: 'status' } },
  },
} satisfies Description;
const problemsOf = (json: unknown) => {
  const checked = checkDescription(json, manifest);
  return 'problems' in checked ? checked.problems.join('\n') : '';
};
const withCall = (changes: object) => ({
  operations: { getTransaction: { ...GOOD.operations.getTransaction, ...changes } },
});

it('takes a right description', () => expect(problemsOf(GOOD)).toBe(''));

it('remembers of a charge what its answers tell, and asks with it', async () => {
  const description: Description = withCall({
    query: { place: '{memo.place}' },
    answer: { transactionId: 'id', providerStatus: 'status', 'memo.place': 'at.place', 'memo.deposit': 'deposit' },
  });
  expect(problemsOf(description)).toBe('');
  const asked: HttpRequest[] = [];
  const request = async (wanted: HttpRequest) => {
    asked.push(wanted);
    return { status: 200, headers: {}, body: { id: 'x', status: 'paid', at: { place: 7 } } };
  };
  const context = { http: { request }, settings: {}, clock: { now: () => new Date(0) } } as unknown as ProviderContext;
  const provider = describedModule(manifest, description).createProvider(context);

  const found = await provider.getTransaction!({
    transactionId: 'x',
    reference: 'a',
    paymentMethod: 'PIX',
    memo: { place: '6' },
  });

  expect(asked[0]?.query).toEqual({ place: '6' });
  expect(found).toEqual({ transactionId: 'x', providerStatus: 'paid', memo: { place: '7' } });
});

it.each([
  [{ answer: { transactionId: 'id', providerStatus: 'status', 'memo.Not a name': 'x' } }, 'has "memo.Not a name"'],
  [{ request: 'GET /x/{transctionId}' }, 'operations.getTransaction.request reads {transctionId}'],
  [{ request: 'GET /x/{transactionId|shout}' }, 'has the filter "shout"'],
  [{ answer: { transactionId: 'id' } }, 'answer lacks "providerStatus"'],
  [{ list: 'all', answer: { providerStatus: 'status' } }, 'answer lacks "transactionId"'],
  [{ answer: { transactionId: 'id', providerStatus: 'status', sum: 'x' } }, 'has "sum"'],
  [{ answer: { transactionId: 'id', providerStatus: { word: 'paid' } } }, 'is always "paid"'],
  [{ answer: { transactionId: 'id', providerStatus: 'a..b' } }, 'one dot between'],
  [{ json: { a: { $eval: '1' } } }, 'has "$eval"'],
  [{ byReference: { request: 'GET /x/{reference}' } }, 'lacks "reference"'],
  [{ surprise: 1 }, 'has "surprise"'],
])('says what is wrong with %j', (changes, sentence) => {
  expect(problemsOf(withCall(changes))).toContain(sentence);
});

it('refuses what nests without end, before it walks through it', () => {
  const nested = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
  expect(problemsOf(nested)).toContain('nests deeper');
});

it('is red for a path and a key that no example holds', () => {
  const description: Description = withCall({ query: { v: '2' } }) as Description;
  const answer = { id: 'x', state: 'paid' };
  const call = { operation: 'getTransaction', request: 'GET /x/1', answer };
  const problems = checkExamples(description, manifest, [
    { source: 'a page', date: '2026-11-20', evidence: 'documented', calls: [call] },
  ]).join('\n');
  expect(problems).toContain('no answer has "status"');
  expect(problems).toContain('no request has "query"');
});

it('says of a null that it shows nothing, and where it is read', () => {
  const answer = { id: 'x', status: null };
  const call = { operation: 'getTransaction', request: 'GET /x/1', answer };
  const problems = checkExamples(withCall({}) as Description, manifest, [
    { source: 'a page', date: '2026-11-20', evidence: 'documented', calls: [call] },
  ]).join('\n');
  expect(problems).toContain('"status" is null in each answer that has it');
  expect(problems).toContain('where operations.getTransaction.answer.providerStatus of description.json looks');
  expect(problems).not.toContain('no answer has "status"');
});

it.each([
  ['documented', { payment: { PAID: 'APPROVED' }, withdraw: { PAID: 'APPROVED' }, keyType: { CPF: 'cpf' } }, ''],
  ['public-code', { mandateCharge: { PAID: 'APPROVED' } }, ''],
  ['inferred', { payment: { PAID: 'APPROVED' } }, 'its evidence is inferred: a list of words must come from'],
  ['documented', { payment: { PAID: 'DONE' } }, 'words.payment.PAID must be equal to one of the allowed values'],
  ['documented', { keyType: { MOBILE: 'phone' } }, 'words.keyType'],
  ['documented', { refund: { DONE: 'DONE' }, decline: { E17: 'card_expired' } }, ''],
  ['documented', { reversal: { DONE: 'DONE' } }, 'must NOT have additional properties ("reversal")'],
  ['documented', {}, 'words must NOT have fewer than 1 properties'],
])('takes from a %s file the words %j', (evidence, words, sentence) => {
  const faults = listExampleFaults('examples/x.json', { source: 'a page', date: '2026-11-30', evidence, words });
  if (sentence) expect(faults.join('\n')).toContain(sentence);
  else expect(faults).toEqual([]);
});

describe('words that dictionaries read as others', () => {
  const description = {
    words: { refund: { reversed: 'DONE', open: 'PENDING' }, state: { 'pix.in': 'paid', paid: 'paid' } },
    operations: {
      refund: { request: 'POST /x/{transactionId}/refund', answer: { status: 'state|refund' } },
      getTransaction: { request: 'GET /x/{transactionId}', answer: { providerStatus: 'state|state' } },
    },
  } satisfies Description;
  const told = testManifest({ contract: '^1.2.0', operations: ['getTransaction', 'refund'] });
  const problemsWith = (
    { words, refunded, read }: { words?: StatedWords; refunded?: object; read?: object },
    contract = '^1.2.0',
  ) =>
    checkExamples(description, { ...told, contract }, [
      {
        source: 'a page',
        date: '2026-11-30',
        evidence: 'documented',
        ...(words && { words }),
        calls: [
          {
            operation: 'refund',
            request: 'POST /x/1/refund',
            answer: { state: 'reversed' },
            given: { transactionId: '1' },
            ...refunded,
          },
          { operation: 'getTransaction', request: 'GET /x/1', answer: { state: 'pix.in' }, ...read },
        ],
      },
    ]).join('\n');
  const read = { result: { status: 'APPROVED' } };

  it('need an example whose result has their status, from contract 1.2 on', () => {
    expect(problemsWith({ read })).toContain('none states that "reversed", which operations.refund reads');
    expect(problemsWith({ refunded: { result: { status: 'DONE' } } })).toContain('none states that "pix.in", which');
    expect(problemsWith({ read, refunded: { result: { status: 'DONE' } } })).toBe('');
    expect(problemsWith({}, '^1.1.0')).toBe('');
  });

  it('of a refund may be listed, also as the state of a charge, and a list is believed', () => {
    expect(problemsWith({ read, words: { refund: { REVERSED: 'DONE' } } })).toBe('');
    expect(problemsWith({ read, words: { payment: { reversed: 'REFUNDED' } } })).toBe('');
    const words = { refund: { reversed: 'REFUSED' } } as const;
    expect(problemsWith({ words }, '^1.1.0')).toContain(
      'says that "reversed" is REFUSED, and no dictionary of a refund',
    );
  });
});

describe('"given" of an example', () => {
  const charge = {
    request: 'POST /charges',
    json: { amount: '{amount}' },
    answer: { transactionId: 'id', providerStatus: 'status' },
  };
  const description = { operations: { createTransaction: charge } } satisfies Description;
  const selling = testManifest({
    contract: '^1.1.0',
    operations: ['createTransaction'],
    variants: [{ setting: 'unit', cases: { reais: { moneyUnit: 'reais' } } }],
  });
  const problemsOfCharge = (changes: Partial<CallExample>, told = selling) => {
    const answer = { id: 'x', status: 'pending' };
    const call = {
      operation: 'createTransaction',
      request: 'POST /charges',
      json: { amount: 1990 },
      answer,
      ...changes,
    };
    return checkExamples(description, told, [
      { source: 'a page', date: '2026-11-20', evidence: 'documented', calls: [call] },
    ]).join('\n');
  };

  it('has to state the amount of one charge, from contract 1.1 on', () => {
    expect(problemsOfCharge({})).toContain('none of createTransaction states "given"');
    expect(problemsOfCharge({ given: { reference: 'a' } })).toContain('none of createTransaction states "given"');
    expect(problemsOfCharge({ given: { amount: 1990 } })).toBe('');
    expect(problemsOfCharge({}, { ...selling, contract: '^1.0.0' })).toBe('');
  });

  it('is read in the unit that the settings of the example choose', () => {
    const settings = { unit: 'reais' };
    expect(problemsOfCharge({ settings, json: { amount: 19.9 }, given: { amount: 1990 } })).toBe('');
    expect(problemsOfCharge({ settings, given: { amount: 1990 } })).toContain(
      'reads amount in the shown request as 199000',
    );
  });

  it('says which request shows an amount that its unit cannot be', () =>
    expect(problemsOfCharge({ json: { amount: 19.9 }, given: { amount: 1990 } })).toContain(
      'createTransaction: an amount of the shown request is not in cents',
    ));
});

describe('the requests of examples', () => {
  const description = {
    operations: {
      withdraw: {
        request: 'POST /payouts',
        headers: { 'x-key': '{withdrawReference}' },
        json: {
          sum: '{amount}',
          to: { branch: '{branchNumber}', account: '{accountNumber}', digit: '{accountDigit}' },
          tags: ['payout', '{description}'],
        },
        answer: { withdrawId: 'id', providerStatus: 'status' },
      },
    },
  } satisfies Description;
  const status = {
    ...manifest.status,
    withdraw: { map: { pending: 'PENDING' }, unknown: 'PENDING' },
  } as Manifest['status'];
  const paying = testManifest({ contract: '^1.2.0', operations: ['withdraw'], status });
  const shown = {
    operation: 'withdraw',
    request: 'POST /payouts',
    headers: { 'x-key': 'payout-1', authorization: 'Bearer x', 'Content-Type': 'application/json' },
    json: { sum: 500, to: { branch: '12', account: '345', digit: '6' }, tags: ['payout', 'Payday'] },
    given: {
      amount: 500,
      withdrawReference: 'payout-1',
      branchNumber: '12',
      accountNumber: '345',
      accountDigit: '6',
      description: 'Payday',
    },
    answer: { id: 'x', status: 'pending' },
  } satisfies CallExample;
  const problemsOfPayout = (
    { call = {}, changes = {}, contract = '^1.2.0' }: { call?: object; changes?: object; contract?: string },
    evidence: 'documented' | 'inferred' = 'documented',
  ) => {
    const withdraw = { ...description.operations.withdraw, ...call };
    return checkExamples({ operations: { withdraw } }, { ...paying, contract }, [
      { source: 'a page', date: '2026-11-30', evidence, calls: [{ ...shown, ...changes } as CallExample] },
    ]).join('\n');
  };

  it('are made by a right description, whatever headers the host writes beside its own', () => {
    expect(problemsOfPayout({})).toBe('');
  });

  it('hold no key that the description lacks, from contract 1.2 on', () => {
    const changes = { given: { amount: 500 } };
    const sentence = 'withdraw: POST /payouts shows "headers.x-key", which description.json does not send';
    expect(problemsOfPayout({ call: { headers: undefined }, changes })).toContain(sentence);
    expect(problemsOfPayout({ call: { headers: undefined }, changes, contract: '^1.1.0' })).not.toContain(sentence);
    expect(problemsOfPayout({ call: { headers: undefined }, changes }, 'inferred')).not.toContain(sentence);
    const to = { branch: '{branchNumber}', account: '{accountNumber}' };
    const json = { ...description.operations.withdraw.json, to };
    expect(problemsOfPayout({ call: { json }, changes: { given: undefined } })).toContain('shows "json.to.digit"');
  });

  it('may hold one that is not sent, with a reason, and none without need', () => {
    const to = { ...shown.json.to, kinds: [{ name: 'a' }] };
    const changes = { json: { ...shown.json, to } };
    expect(problemsOfPayout({ changes })).toContain('shows "json.to.kinds", which');
    const notSent = { 'json.to.kinds': 'optional, and we have no value for it' };
    expect(problemsOfPayout({ changes: { ...changes, notSent } })).toBe('');
    expect(problemsOfPayout({ changes: { notSent } })).toContain(
      '"notSent" of POST /payouts has "json.to.kinds", which is sent or not shown',
    );
    const file = { source: 'a page', date: '2026-11-30', evidence: 'documented' };
    const faults = listExampleFaults('examples/x.json', {
      ...file,
      calls: [{ ...shown, notSent: { 'json.a': 'no' } }],
    });
    expect(faults.join('\n')).toContain('notSent');
  });

  it('state every field of a writing call between them, from contract 1.2 on', () => {
    const { accountNumber: _, withdrawReference: __, ...given } = shown.given;
    const sentence = 'withdraw: no "given" states withdrawReference, accountNumber, of which operations.withdraw';
    expect(problemsOfPayout({ changes: { given } })).toContain(sentence);
    expect(problemsOfPayout({ changes: { given }, contract: '^1.1.0' })).toBe('');
  });

  it('have items that make up the amount, in the unit of the description', () => {
    const lines = {
      $each: 'items',
      $as: { name: '{item.title}', price: '{item.unitPrice}', pieces: '{item.quantity}' },
    };
    const problemsOf = (as: object, price = 250) => {
      const createTransaction = {
        request: 'POST /charges',
        json: { sum: '{amount}', lines: { ...lines, $as: { ...lines.$as, ...as } } },
        answer: { transactionId: 'id', providerStatus: 'status' },
      } as const;
      const call = {
        operation: 'createTransaction',
        request: 'POST /charges',
        json: { sum: 500, lines: [{ name: 'Course', price, pieces: 2, digital: true }] },
        notSent: { 'json.lines.digital': 'says nothing of money' },
        given: { amount: 500 },
        answer: { id: 'x', status: 'pending' },
      };
      const files = [{ source: 'a page', date: '2026-11-30', evidence: 'documented' as const, calls: [call] }];
      return checkExamples(
        { operations: { createTransaction } } as never,
        { ...paying, contract: '^1.2.0' },
        files,
      ).join();
    };
    expect(problemsOf({})).not.toContain('the items of');
    expect(problemsOf({}, 200)).toContain(
      'the items of POST /charges make 400 in cents, and "given" states an amount of 500',
    );
    expect(problemsOf({ price: '{item.unitPrice|reais}' })).toContain('the items of POST /charges make 50000');
    expect(problemsOf({ name: '{item.unitPrice}', price: '{item.title}' })).toContain('make NaN');
  });

  it('contradict two fields in the place of each other, in a body, a list and a header', () => {
    const exchanged = (call: object) => problemsOfPayout({ call });
    const to = { ...description.operations.withdraw.json.to, account: '{branchNumber}' };
    expect(exchanged({ json: { ...description.operations.withdraw.json, to } })).toContain('reads accountNumber');
    const tags = ['payout', '{pixKey}'];
    expect(exchanged({ json: { ...description.operations.withdraw.json, tags } })).toContain('reads description');
    expect(exchanged({ headers: { 'x-key': '{accountNumber}' } })).toContain('reads withdrawReference');
  });
});

it('reads back what it has written, and leaves out what has no value', () => {
  const template = compileTemplate({ a: '{x}', b: { c: '{y}', d: 'BR' }, e: 'n-{x}' }, 'json');
  const scope = {
    words: {},
    now: new Date(0),
    read: ({ name }: { name: string }) => (name === 'x' ? 'one' : undefined),
    list: () => [],
    holds: () => true,
    onMissingWord: () => {
      throw new Error();
    },
  };
  const filled = fill(template, scope);
  expect(filled).toEqual({ a: 'one', e: 'n-one' });
  const found = { values: new Map(), placeholders: new Map() };
  expect(match(template, filled, {}, found)).toBe(true);
  expect([...found.values]).toEqual([['x', 'one']]);
  expect(match(template, { ...(filled as object), other: 1 }, {}, found)).toBe(false);
});

it('does not take a document with the type of another one for its own', () => {
  const template = compileTemplate({ number: '{document}', type: '{document|documentType|person}' }, 'json');
  const words = { person: { CPF: 'cpf', CNPJ: 'cnpj' } };
  const isRead = (json: object) => match(template, json, words, { values: new Map(), placeholders: new Map() });
  expect(isRead({ number: '000.000.000-00', type: 'cpf' })).toBe(true);
  expect(isRead({ number: '00000000000', type: 'cnpj' })).toBe(false);
  expect(isRead({ number: '00000000000000', type: 'cnpj' })).toBe(true);
  // Three of its places are letters, so that eleven are digits.
  expect(isRead({ number: '12.ABC.345/0135-87', type: 'cnpj' })).toBe(true);
});

/** A provider whose bodies are signed over their keys in order, and whose answers count 1/10,000 of a real. */
async function openSigned(answer: object) {
  const description: Description = {
    signature: { header: 'hmac', credential: 'secretKey', algorithm: 'sha512', encoding: 'hex', keys: 'sorted' },
    operations: {
      createTransaction: {
        request: 'POST /x',
        json: {
          value: '{amount}',
          code: '{reference}',
          buyer: { name: '{customer.name}', document: '{customer.document}' },
        },
        answer: { transactionId: 'id', providerStatus: 'status', amount: 'value|tenThousandths' },
      },
      getTransaction: { request: 'GET /x/{transactionId}', answer: { providerStatus: 'status' } },
    },
  };
  const own = testManifest({
    operations: ['createTransaction', 'getTransaction'],
    lookup: { byReference: false, lagSeconds: 0 },
  });
  const checked = checkDescription(description, own);
  expect(checked).toEqual({ description });
  const sent: SimulatorRequest[] = [];
  const inProcess = async (request: SimulatorRequest) => {
    sent.push(request);
    return { status: 200, body: answer };
  };
  const credentials = { secretKey: 'invented-key' };
  const { provider } = openProvider(own, describedModule(own, description), { credentials, inProcess });
  return { provider, sent, isSigned: (one: SimulatorRequest) => isSigned(one, description.signature!, credentials) };
}

it('signs exactly the bytes that leave, with their keys in order at every depth', async () => {
  const { provider, sent, isSigned: check } = await openSigned({ id: 'x', status: 'open', value: 1_234_500 });
  expect(await provider.createTransaction(sampleTransaction('PIX'))).toMatchObject({ amount: 12_345 });
  const [request] = sent;
  expect(Object.keys(request!.body as object)).toEqual(['buyer', 'code', 'value']);
  expect(request!.rawBody).toMatch(/^{"buyer":{"document":"\d+","name":/);
  expect(check(request!)).toBe(true);
  expect(check({ ...request!, rawBody: request!.rawBody.replace(':', ': ') })).toBe(false);
});

it('takes no amount with parts of a cent, and rounds none', async () => {
  const { provider } = await openSigned({ id: 'x', status: 'open', value: 1_234_550 });
  const outcome = provider.createTransaction(sampleTransaction('PIX'));
  await expect(outcome).rejects.toMatchObject({ code: 'INVALID_ANSWER', outcome: 'UNKNOWN' });
});

it('takes an answer that repeats no id for one about the id it was asked with', async () => {
  const { provider } = await openSigned({ status: 'open' });
  const lookup = { transactionId: 'x-1', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
  expect(await provider.getTransaction(lookup)).toEqual({ transactionId: 'x-1', providerStatus: 'open' });
});

it('refuses a signature whose credential is no secret', () => {
  const signature = { header: 'hmac', credential: 'branch', algorithm: 'sha512', encoding: 'hex' };
  expect(problemsOf({ ...GOOD, signature })).toContain('signature.credential is "branch"');
});

it('asks by POST again without harm, reads a word alone, and gives a refund without an id that of its charge', async () => {
  const refund = { request: 'POST /x/{transactionId}', answer: { status: { word: 'PENDING' } } };
  const getTransaction = {
    request: 'POST /status',
    json: { id: '{transactionId}' },
    answer: { providerStatus: '|known' },
  };
  const description: Description = { words: { known: { PAID: 'PAID' } }, operations: { getTransaction, refund } };
  const asked: HttpRequest[] = [];
  const answers = ['PAID', '<html>Back soon</html>', {}];
  const request = async (wanted: HttpRequest) => {
    asked.push(wanted);
    return { status: 200, headers: {}, body: answers.shift() };
  };
  const context = { http: { request }, clock: { now: () => new Date(0) }, settings: {} } as unknown as ProviderContext;
  const provider = describedModule(manifest, description).createProvider(context) as Required<Provider>;
  const ask = () => provider.getTransaction({ transactionId: 'tx1', reference: 'ours', paymentMethod: 'PIX' });
  expect(await ask()).toEqual({ transactionId: 'tx1', providerStatus: 'PAID' });
  expect(await ask()).toEqual({ transactionId: 'tx1' });
  expect(await provider.refund(sampleRefund({ transactionId: 'tx1' }))).toEqual({ refundId: 'tx1', status: 'PENDING' });
  expect(asked.map(({ isRead }) => isRead)).toEqual([true, true, undefined]);
});
