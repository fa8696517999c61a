/** Makes sandbox adapters with one fault each, which the suite has to notice. */
import { randomUUID } from 'node:crypto';
import {
  type HttpAnswer,
  type HttpRequest,
  isProviderError,
  type ProviderContext,
  ProviderError,
  type ProviderModule,
  type SimulatorModule,
} from '@feira/plugin-kit';
import type { Examples, StatedWords } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';
import type { Provider, TransactionResult } from '@feira/schemas/provider';

export interface Subject {
  manifest: Manifest;
  module: ProviderModule;
  simulator: SimulatorModule;
  examples?: readonly Examples[];
}
export interface Mutant {
  change(subject: Subject): Subject;
  /** The failure that gives it away: capability, proof, and what is said. */
  caughtBy: RegExp;
}

type Fields = Record<string, unknown>;
type Next = (request: HttpRequest) => Promise<HttpAnswer<Fields>>;
type Full = Required<Provider>;

/** Other operations in the place of some. */
const withProvider =
  (change: (provider: Full, context: ProviderContext) => Partial<Record<keyof Provider, unknown>>) =>
  (subject: Subject): Subject => ({
    ...subject,
    module: {
      createProvider(context) {
        const provider = subject.module.createProvider(context) as Full;
        return { ...provider, ...change(provider, context) } as Provider;
      },
    },
  });

/** The same adapter, but what it sends or gets is changed on its way. */
const withHttp =
  (change: (request: HttpRequest, next: Next) => Promise<HttpAnswer<Fields>>) =>
  (subject: Subject): Subject => ({
    ...subject,
    module: {
      createProvider(context) {
        const next: Next = (request) => context.http.request<Fields>(request);
        const http = { request: (request: HttpRequest) => change(request, next) } as ProviderContext['http'];
        return subject.module.createProvider({ ...context, http });
      },
    },
  });

const withManifest =
  (change: (manifest: Manifest) => void) =>
  (subject: Subject): Subject => {
    const manifest = structuredClone(subject.manifest);
    change(manifest);
    return { ...subject, manifest };
  };

/** The list of its provider's words has these, too; an undefined one is left out. */
const withListed =
  (table: 'payment' | 'keyType', changes: Record<string, string | undefined>) =>
  (subject: Subject): Subject => ({
    ...subject,
    examples: subject.examples?.map(({ words = {}, ...file }) => {
      const kept = Object.entries({ ...words[table], ...changes }).filter(([, word]) => word !== undefined);
      return { ...file, words: { ...words, [table]: Object.fromEntries(kept) } as StatedWords };
    }),
  });

/** Changes the body of one kind of write. */
const withBody = (path: RegExp, change: (json: Fields) => Fields) =>
  withHttp((request, next) => {
    const isMeant = request.method === 'POST' && path.test(request.path);
    return next(
      isMeant ? { ...request, json: { ...(request.json as Fields), ...change(request.json as Fields) } } : request,
    );
  });

/** Changes a transfer that has this field. */
const withTransfer = (field: 'pix_key' | 'bank_account', change: (json: Fields) => Fields) =>
  withBody(/^\/transfers$/, (json) => (json[field] === undefined ? {} : change(json)));

/** Changes the body of every answer of these addresses. */
const withAnswers = (path: RegExp, change: (body: Fields) => Fields) =>
  withHttp(async (request, next) => {
    const answer = await next(request);
    const isMeant = path.test(request.path) && answer.status < 300 && !('items' in answer.body);
    return isMeant ? { ...answer, body: change(answer.body) } : answer;
  });
const fillStatus = (body: Fields): Fields => ({ ...body, status: body.status ?? 'paid' });

/** Returns another result when an operation fails in this way. */
const whenFailing = (
  operation:
    | 'createTransaction'
    | 'refund'
    | 'withdraw'
    | 'getTransaction'
    | 'createMandate'
    | 'getMandate'
    | 'chargeMandate',
  isMeant: (error: ProviderError) => boolean,
  answer: (input: Fields, error: ProviderError, provider: Full) => unknown,
) =>
  withProvider((provider) => ({
    async [operation](input: never) {
      try {
        return await provider[operation](input);
      } catch (error) {
        if (isProviderError(error) && isMeant(error)) return answer(input, error, provider);
        throw error;
      }
    },
  }));

const isUnknown = ({ outcome }: ProviderError) => outcome === 'UNKNOWN';
const CHARGES = /^\/charges$/;
const MANDATES = /^\/mandates$/;
const MANDATE_CHARGES = /^\/mandates\/[^/]+\/charges$/;
const amountOf = (json: Fields) => json.amount as number;

/** Reports a charge in another way whenever it is looked up. */
const withFound = (change: (found: TransactionResult) => TransactionResult) =>
  withProvider((provider) => ({
    getTransaction: async (lookup: Parameters<Full['getTransaction']>[0]) => {
      const found = await provider.getTransaction(lookup);
      return found && change(found);
    },
  }));

/** Says of a write that it only asks, so that a lost answer would count as not sent. */
const asRead = (path: RegExp) =>
  withHttp((request, next) => next(path.test(request.path) ? { ...request, isRead: true } : request));

/** Says that what exists already was refused. */
const refuseConflict = (path: RegExp) =>
  withHttp(async (request, next) => {
    try {
      return await next(request);
    } catch (error) {
      if (!path.test(request.path) || !isConflict(error)) throw error;
      throw new ProviderError('INVALID_REQUEST', 'REJECTED', 'It exists already.', { status: 409 });
    }
  });
const isConflict = (error: unknown) => isProviderError(error) && error.status === 409;

/** Takes the first page of a list for the whole. */
const readFirstPage = (path: RegExp) =>
  withHttp(async (request, next) => {
    const answer = await next(request);
    if (!path.test(request.path) || request.method !== 'GET') return answer;
    const items = (answer.body.items as Fields[]).filter(({ reference }) => reference === request.query?.reference);
    return { ...answer, body: { ...answer.body, items } };
  });

const withDigits = (holder: Fields): Fields => ({ ...holder, document: String(holder.document).replace(/\D/g, '') });

const isThrottled = (error: unknown) => isProviderError(error) && error.status === 429;

/** Tells the amount of the newest charge in the place of the provider's. */
const rememberAmounts = (operation: 'getTransaction' | 'processWebhook') =>
  withProvider((provider) => {
    let asked = 0;
    return {
      createTransaction(request: Parameters<Full['createTransaction']>[0]) {
        asked = request.amount;
        return provider.createTransaction(request);
      },
      async [operation](input: never) {
        const told = (await provider[operation](input)) as Fields | null;
        return told?.amount === undefined ? told : { ...told, amount: asked };
      },
    };
  });

const HEX: Manifest['reference'] = { alphabet: 'hex', maxLength: 32 };
const withForm = (change: (subject: Subject) => Subject) => (subject: Subject) =>
  change(
    withManifest((manifest) => {
      manifest.reference = HEX;
    })(subject),
  );

export const MUTANTS: Record<string, Mutant> = {
  'says of a charge that it only asks': {
    change: asRead(CHARGES),
    caughtBy: /^PIX, outcomes: createTransaction after a time-out .*must be UNKNOWN/,
  },
  'says of a refund that it only asks': {
    change: asRead(/\/refunds$/),
    caughtBy: /^PIX\.refund, outcomes: refund after a time-out .*must be UNKNOWN/,
  },
  'says of a withdrawal that it only asks': {
    change: asRead(/^\/transfers$/),
    caughtBy: /^withdraw\.PIX, outcomes: withdraw after a time-out .*must be UNKNOWN/,
  },
  'says that charges which wait were refused': {
    change: withManifest((manifest) => {
      manifest.refusedWhen = { status: 'waiting' };
    }),
    caughtBy: /^PIX, works: /,
  },
  'says that refused withdrawals were never taken': {
    change: withManifest((manifest) => {
      manifest.refusedWhen = { status: 'refused' };
    }),
    caughtBy: /^withdraw\.PIX, works: /,
  },
  'takes a charge that exists already for a refused one': {
    change: refuseConflict(CHARGES),
    caughtBy:
      /^PIX, references: createTransaction, asked for again after a lost answer and answered with 409: REJECTED/,
  },
  'takes a refund that exists already for a refused one': {
    change: refuseConflict(/\/refunds$/),
    caughtBy: /^PIX\.refund, references: refund, asked for again after a lost answer and answered with 409: REJECTED/,
  },
  'takes a charge whose key was used for a refused one': {
    change: withProvider((provider) => {
      const known = new Set<string>();
      return {
        async createTransaction(request: Parameters<Full['createTransaction']>[0]) {
          const made = await provider.createTransaction(request).catch((error) => {
            known.add(request.reference);
            throw error;
          });
          if (!known.has(request.reference)) return made;
          throw new ProviderError('INVALID_REQUEST', 'REJECTED', 'The key was used already.', { status: 422 });
        },
      };
    }),
    caughtBy:
      /^PIX, references: createTransaction, asked for again after a lost answer: REJECTED .*The key was used already/,
  },
  'takes a withdrawal that exists already for a refused one': {
    change: refuseConflict(/^\/transfers$/),
    caughtBy:
      /^withdraw\.PIX, references: withdraw, asked for again after a lost answer and answered with 409: REJECTED/,
  },
  'takes a receiver that exists already for a refused one': {
    change: refuseConflict(/^\/receivers$/),
    caughtBy: /^receivers, references: createReceiver, asked for again after a lost answer and answered with 409/,
  },
  'pays again under another reference what exists already': {
    change: withProvider((provider) => ({
      async withdraw(request: Parameters<Full['withdraw']>[0]) {
        try {
          return await provider.withdraw(request);
        } catch (error) {
          if (!isConflict(error)) throw error;
          return provider.withdraw({ ...request, withdrawReference: randomUUID() });
        }
      },
    })),
    caughtBy: /^withdraw\.PIX, references: withdraw, .* answered with 409: .*, and it was sent once more/,
  },
  'takes a charge that is not on the first page for none': {
    change: readFirstPage(CHARGES),
    caughtBy: /^PIX, references: getTransaction by reference, with a first page full of others: the result null/,
  },
  'takes a withdrawal that is not on the first page for none': {
    change: readFirstPage(/^\/transfers$/),
    caughtBy: /^withdraw\.PIX, references: getWithdraw by reference, with a first page full of others: the result null/,
  },
  'invents how its provider refuses': {
    change: withManifest((manifest) => {
      manifest.refusedWhen = { worked: false };
    }),
    caughtBy: /^package, answers: refusedWhen says that worked: false refuses, but no answer/,
  },
  'writes more around the references whose form it declares': {
    change: withForm(withBody(CHARGES, ({ reference }) => ({ reference: `feira-${reference}` }))),
    caughtBy: /^PIX, references: /,
  },
  'writes the references of withdrawals in another form than it declares': {
    change: withForm(
      withHttp((request, next) => {
        const upper = (text: unknown) => String(text).toUpperCase();
        if (!/^\/transfers$/.test(request.path) || request.method !== 'POST') return next(request);
        const json = request.json as Fields;
        return next({
          ...request,
          json: { ...json, reference: upper(json.reference) },
          idempotencyKey: upper(request.idempotencyKey),
        });
      }),
    ),
    caughtBy: /^withdraw\.PIX, references: No request carries withdrawReference in the declared form/,
  },
  'declares dollars and sends the bare number of them': {
    change: withBody(CHARGES, () => ({ currency: undefined })),
    caughtBy: /CREDIT_CARD, works: .*No request says that a charge is in (EUR|USD)/s,
  },
  'sends reais where cents are declared': {
    change: withBody(CHARGES, (json) => ({ amount: amountOf(json) / 100 })),
    caughtBy: /^PIX, works|^PIX, amounts/,
  },
  'declares reais and sends cents': {
    change: withManifest((manifest) => {
      manifest.moneyUnit = 'reais';
    }),
    caughtBy: /^PIX, amounts: amount \d+ .*no request carries it in reais/,
  },
  'rounds to whole reais': {
    change: withBody(CHARGES, (json) => ({ amount: Math.max(100, Math.round(amountOf(json) / 100) * 100) })),
    caughtBy: /^PIX, (works|amounts)/,
  },
  'loses a cent in binary fractions': {
    change: withBody(CHARGES, (json) => ({ amount: Math.trunc((amountOf(json) / 100) * 100) })),
    caughtBy: /^PIX, amounts: amount 29 /,
  },
  'tells the amount that was asked for instead of the one that was made': {
    change: withProvider((provider) => ({
      createTransaction: async (request: Parameters<Full['createTransaction']>[0]) => ({
        ...(await provider.createTransaction(request)),
        amount: request.amount,
      }),
      getTransaction: async (lookup: Parameters<Full['getTransaction']>[0]) => {
        const found = await provider.getTransaction(lookup);
        return found && { ...found, amount: undefined };
      },
    })),
    caughtBy: /^PIX, amounts: The provider said another amount/,
  },
  'takes the running total for the amount of the newest movement': {
    change: withFound((found) => ({
      ...found,
      movements: found.movements?.slice(-1).map(({ id }) => ({ id, amount: found.paidAmount ?? 0 })),
    })),
    caughtBy: /^PIX, amounts: Paid 2 times, 24690 cents came in; 37035 were reported/,
  },
  'reports only the last of several payments': {
    change: withFound((found) => {
      const last = found.movements?.at(-1);
      return last ? { ...found, paidAmount: last.amount, movements: undefined } : found;
    }),
    caughtBy: /^PIX, amounts: Paid 2 times, 24690 cents came in; 12345 were reported/,
  },
  'says nothing of too little paid': {
    change: withFound((found) =>
      (found.paidAmount ?? 0) < (found.amount ?? 0)
        ? { ...found, providerStatus: 'waiting', paidAmount: 0, movements: [] }
        : found,
    ),
    caughtBy: /^PIX, amounts: (12000 cents came in; paidAmount is 0|Paid too little)/,
  },
  'leaves out what was refunded beyond the price': {
    change: withFound((found) => ({
      ...found,
      refundedAmount: Math.min(found.refundedAmount ?? 0, found.amount ?? 0),
    })),
    caughtBy: /^PIX\.refund, amounts: .*in the panel; refundedAmount is 12345/,
  },
  'takes waiting for paid': {
    change: withManifest(({ status }) => {
      Object.assign(status.payment.map, { waiting: 'APPROVED', paid: 'PENDING' });
    }),
    caughtBy: /^PIX, works: A new charge is APPROVED/,
  },
  'takes refunded for charged back': {
    change: withManifest(({ status }) => {
      Object.assign(status.payment.map, { refunded: 'CHARGEBACK', charged_back: 'REFUNDED' });
    }),
    caughtBy: /^PIX, works: After a chargeback the charge is REFUNDED/,
  },
  'takes a chargeback for paid': {
    change: withManifest(({ status }) => {
      status.payment.map.charged_back = 'APPROVED';
    }),
    caughtBy: /^PIX, works: After a chargeback the charge is APPROVED/,
  },
  'takes an expired charge for paid': {
    change: withManifest(({ status }) => {
      status.payment.map.expired = 'APPROVED';
    }),
    caughtBy: /^PIX, works: An expired charge that nobody paid is APPROVED/,
  },
  'takes a word that nobody states for paid': {
    change: withManifest(({ status }) => {
      status.payment.map.lapsed = 'APPROVED';
    }),
    caughtBy:
      /^package, statuses: status\.payment\.map: no example and no list states what "lapsed" \(APPROVED\) means/,
  },
  'takes a word for paid whose name says the opposite': {
    change: (subject) =>
      withListed('payment', { lapsed_expired: 'APPROVED' })(
        withManifest(({ status }) => {
          status.payment.map.lapsed_expired = 'APPROVED';
        })(subject),
      ),
    caughtBy: /^package, statuses: .*"lapsed_expired" counts as APPROVED, and its name says "expir"/,
  },
  "contradicts the list of its provider's words": {
    change: withManifest(({ status }) => {
      status.payment.map.voided = 'REFUNDED';
    }),
    caughtBy:
      /^package, statuses: .*says that "voided" counts as REJECTED, and plugin\.json that it counts as REFUNDED/,
  },
  "lacks a word of its provider's list": {
    change: withListed('payment', { settled: 'APPROVED' }),
    caughtBy: /^package, statuses: .* has "settled", which plugin\.json lacks/,
  },
  'explains a word that surprises nobody': {
    change: withManifest((manifest) => {
      manifest.surprisingWords = { payment: { paid: 'Nobody asked for this reason.' } };
    }),
    caughtBy: /^package, statuses: surprisingWords\.payment: the name of "paid" does not contradict APPROVED/,
  },
  'makes another word of what its provider says': {
    change: withFound((found) => (found.providerStatus === 'voided' ? { ...found, providerStatus: 'paid' } : found)),
    caughtBy:
      /^PIX, answers: status\.payment: the provider says "voided", which counts as REJECTED, and the adapter makes APPROVED/,
  },
  'has a code of refused cards that nobody states': {
    change: withManifest((manifest) => {
      manifest.declines!.codes!.E17 = 'card_expired';
    }),
    caughtBy: /^package, statuses: declines\.codes: no example and no list states what "E17" \(card_expired\) means/,
  },
  'calls a type of PIX key by another word than its provider': {
    change: withListed('keyType', { RANDOM: 'EVP' }),
    caughtBy:
      /^withdraw\.PIX, answers: words\.keyType of .* calls a key of the type RANDOM "EVP", and .* sends "RANDOM"/,
  },
  'has a word for a type of PIX key that nobody states': {
    change: withListed('keyType', { RANDOM: undefined }),
    caughtBy:
      /^withdraw\.PIX, answers: No example and no list shows the words for types of PIX keys "RANDOM" \(RANDOM\)/,
  },
  'takes a withdrawal that was paid for a refused one': {
    change: withManifest(({ status }) => {
      Object.assign(status.withdraw!.map, { paid: 'REJECTED', refused: 'APPROVED' });
    }),
    caughtBy: /^withdraw\.PIX, works: A withdrawal that was taken is REJECTED/,
  },
  'declares that unknown words are paid': {
    change: withManifest(({ status }) => {
      status.payment.unknown = 'APPROVED';
    }),
    caughtBy: /^package, works: .*status\.payment\.unknown must not be APPROVED/,
  },
  'makes paid of every word it does not know': {
    change: withProvider((provider) => ({
      getTransaction: async (lookup: Parameters<Full['getTransaction']>[0]) => {
        const found = await provider.getTransaction(lookup);
        const isKnown = /^(waiting|processing|paid|partially_refunded|refused|expired|refunded|charged_back)$/i;
        return (
          found && { ...found, providerStatus: isKnown.test(found.providerStatus) ? found.providerStatus : 'paid' }
        );
      },
    })),
    caughtBy: /^PIX, statuses: .*made "paid" of it/,
  },
  'ignores a time-out': {
    change: whenFailing('createTransaction', isUnknown, ({ reference }) => ({
      transactionId: reference,
      providerStatus: 'waiting',
    })),
    caughtBy: /^PIX, outcomes: createTransaction after a time-out/,
  },
  'reports a time-out as a refusal': {
    change: whenFailing('createTransaction', isUnknown, ({ reference }) => ({
      transactionId: reference,
      providerStatus: 'refused',
    })),
    caughtBy: /^PIX, outcomes: createTransaction after a time-out/,
  },
  'reports a time-out as not sent': {
    change: whenFailing('createTransaction', isUnknown, () => {
      throw new ProviderError('UNAVAILABLE', 'NOT_SENT', 'Time-out.');
    }),
    caughtBy: /^PIX, outcomes: createTransaction after a time-out .*must be UNKNOWN/,
  },
  'reports 5xx as rejected': {
    change: whenFailing(
      'createTransaction',
      ({ status = 0 }) => status >= 500,
      () => {
        throw new ProviderError('INVALID_REQUEST', 'REJECTED', 'The provider failed.');
      },
    ),
    caughtBy: /^PIX, outcomes: createTransaction after status 500/,
  },
  'reports a refused request as unknown': {
    change: whenFailing(
      'createTransaction',
      ({ status }) => status === 400,
      () => {
        throw new ProviderError('INVALID_REQUEST', 'UNKNOWN', 'Refused.');
      },
    ),
    caughtBy: /^PIX, outcomes: createTransaction after status 400/,
  },
  'reports 429 as rejected': {
    change: whenFailing(
      'createTransaction',
      ({ status }) => status === 429,
      () => {
        throw new ProviderError('INVALID_REQUEST', 'REJECTED', 'Too many requests.');
      },
    ),
    caughtBy: /^PIX, outcomes: createTransaction after status 429/,
  },
  'charges again under another reference after a lost answer': {
    change: whenFailing('createTransaction', isUnknown, (request, _error, provider) =>
      provider.createTransaction({ ...request, reference: randomUUID() } as never),
    ),
    caughtBy: /^PIX, outcomes: .*the provider acted 2 times/,
  },
  'says a lost refund is done': {
    change: whenFailing('refund', isUnknown, ({ reference }) => ({ refundId: reference, status: 'DONE' })),
    caughtBy: /^PIX\.refund, outcomes: refund after a (time-out|lost connection)/,
  },
  'says a lost withdrawal was refused': {
    change: whenFailing('withdraw', isUnknown, ({ withdrawReference }) => ({
      withdrawId: withdrawReference,
      providerStatus: 'refused',
    })),
    caughtBy: /^withdraw\.PIX, outcomes: withdraw after a (time-out|lost connection)/,
  },
  'takes every failed query for a missing charge': {
    change: whenFailing(
      'getTransaction',
      () => true,
      () => null,
    ),
    caughtBy: /^PIX, outcomes: getTransaction after/,
  },
  'makes a charge of an answer that says nothing': {
    change: whenFailing(
      'getTransaction',
      ({ code }) => code === 'INVALID_ANSWER',
      (lookup) => ({
        transactionId: lookup.transactionId,
        providerStatus: 'paid',
      }),
    ),
    caughtBy: /^PIX, (outcomes|answers): getTransaction .* though the/,
  },
  'invents charges in look-ups': {
    change: withProvider((provider) => ({
      getTransaction: async (lookup: Parameters<Full['getTransaction']>[0]) =>
        (await provider.getTransaction(lookup)) ?? { transactionId: lookup.reference, providerStatus: 'waiting' },
    })),
    caughtBy: /^PIX, references: A reference nobody used answers/,
  },
  'takes an answer about another charge for one about its own': {
    change: withProvider((provider) => ({
      getTransaction: async (query: Parameters<Full['getTransaction']>[0]) => {
        const found = await provider.getTransaction(query);
        return found && { ...found, transactionId: query.transactionId ?? found.transactionId };
      },
    })),
    caughtBy: /^PIX, references: An answer about another charge, which was paid, counts as the payment of this one/,
  },
  'takes an answer about another withdrawal for one about its own': {
    change: withProvider((provider) => ({
      getWithdraw: async (query: Parameters<Full['getWithdraw']>[0]) => {
        const found = await provider.getWithdraw(query);
        return found && { ...found, withdrawId: query.withdrawId ?? found.withdrawId };
      },
    })),
    caughtBy: /^withdraw\.PIX, references: An answer about another withdrawal, which was paid, counts as the end/,
  },
  'sends one idempotency key with every withdrawal': {
    change: withTransfer('pix_key', () => ({ idempotency_key: 'saque' })),
    caughtBy: /^withdraw\.PIX, references: Two withdrawals share the idempotency key "saque"/,
  },
  'takes 404 for paid': {
    change: withHttp(async (request, next) => {
      const answer = await next(request);
      if (answer.status !== 404 || !request.path.startsWith('/charges/')) return answer;
      return { ...answer, status: 200, body: { id: 'chg_1', status: 'paid', payments: [], amount: 1 } };
    }),
    caughtBy: /^PIX, references: An id nobody has answers/,
  },
  'does not send the reference': {
    change: withHttp((request, next) => {
      if (request.method !== 'POST' || !CHARGES.test(request.path)) return next(request);
      const reference = randomUUID();
      return next({ ...request, json: { ...(request.json as Fields), reference }, idempotencyKey: reference });
    }),
    caughtBy: /^PIX, references: No request carries the reference/,
  },
  'makes a new idempotency key for every try': {
    change: withHttp((request, next) =>
      next(request.idempotencyKey ? { ...request, idempotencyKey: randomUUID() } : request),
    ),
    caughtBy: /^PIX, references: idempotency\.header is declared/,
  },
  'refunds the whole instead of a part': {
    change: withProvider((provider) => ({
      refund: (request: Parameters<Full['refund']>[0]) => provider.refund({ ...request, amount: 12_345 }),
    })),
    caughtBy: /^PIX\.refund, amounts/,
  },
  'refunds again under another reference': {
    change: withProvider((provider) => ({
      refund: (request: Parameters<Full['refund']>[0]) => provider.refund({ ...request, reference: randomUUID() }),
    })),
    caughtBy: /^PIX\.refund, references: The same refund sent twice/,
  },
  'says that refunds are done without asking for them': {
    change: withProvider(() => ({
      refund: async ({ reference }: { reference: string }) => ({ refundId: reference, status: 'DONE' }),
    })),
    caughtBy: /^PIX\.refund, works: A charge refunded in full is APPROVED/,
  },
  'declares partial refunds of boletos': {
    change: withManifest(({ capabilities }) => {
      capabilities.methods!.BILLET!.refund = 'partial';
    }),
    caughtBy: /^BILLET\.refund, amounts: A refund of 345 of 12345 cents was refused/,
  },
  'lacks an operation it declares': {
    change: withProvider(() => ({ getWithdraw: undefined })),
    caughtBy: /^package, works: operations: getWithdraw is declared/,
  },
  'offers an operation it does not declare': {
    change: withManifest((manifest) => {
      manifest.operations = manifest.operations.filter((name) => name !== 'getReceiverLink');
    }),
    caughtBy: /^package, works: operations: getReceiverLink is offered/,
  },
  'charges every installment rounded up': {
    change: withBody(CHARGES, (json) => {
      const count = Number(json.installments);
      return { amount: Math.ceil(amountOf(json) / count) * count };
    }),
    caughtBy: /^CREDIT_CARD\.installments, works: 100001 cents in 2 became 100002/,
  },
  'forgets the installments': {
    change: withBody(CHARGES, () => ({ installments: 1 })),
    caughtBy: /^CREDIT_CARD\.installments, works: No request says that there are 2/,
  },
  'ignores when a charge should end': {
    change: withBody(CHARGES, () => ({ expires_at: '2034-01-31T12:00:00.000Z' })),
    caughtBy: /^PIX, works: expiresAt changes nothing/,
  },
  'declares whole days and sends times': {
    change: withManifest(({ capabilities }) => {
      capabilities.methods!.PIX!.expiry = 'days';
    }),
    caughtBy: /^PIX, works: .*counted in days, but two times of one day are sent as two ends/,
  },
  'declares a fixed end and sends another': {
    change: withManifest(({ capabilities }) => {
      Object.assign(capabilities.methods!.PIX!, { expiry: 'fixed', maxExpiresInSeconds: undefined });
    }),
    caughtBy: /^PIX, works: .*the expiry is fixed, but what is sent changes with expiresAt/,
  },
  'declares a shorter time than its provider takes': {
    change: (subject) =>
      withBody(CHARGES, ({ expires_at }) => ({
        expires_at: new Date(Math.max(Date.parse(String(expires_at)), Date.now() + 7_200_000)).toISOString(),
      }))(
        withManifest(({ capabilities }) => {
          capabilities.methods!.PIX!.minExpiresInSeconds = 600;
        })(subject),
      ),
    caughtBy: /^PIX, works: The shortest expiry is declared as 600 seconds, but such a charge ends at/,
  },
  'throws on a refused card': {
    change: withProvider((provider) => ({
      createTransaction: async (request: Parameters<Full['createTransaction']>[0]) => {
        const result = await provider.createTransaction(request);
        if (result.providerStatus !== 'refused') return result;
        throw new ProviderError('INVALID_REQUEST', 'REJECTED', 'Refused.');
      },
    })),
    caughtBy: /^CREDIT_CARD, works: A refused card is a result/,
  },
  'loses the code of a refused card': {
    change: withAnswers(/^\/charges(\/|$)/, (body) => ({ ...body, decline_code: null })),
    caughtBy: /^CREDIT_CARD, works: declines is declared, and a refused card tells no declineCode/,
  },
  'does not know the code of a refused card': {
    change: withManifest(({ declines }) => {
      declines!.codes = { other: 'card_expired' };
    }),
    caughtBy: /^CREDIT_CARD, works: declines does not know the code of the refused card/,
  },
  'charges what it is only to hold': {
    change: withBody(/^\/charges$/, (json) => ({ ...json, capture: undefined })),
    caughtBy: /^CREDIT_CARD\.authorizes, works: An amount that is only held is APPROVED/,
  },
  'tells what is held as paid': {
    change: withAnswers(/^\/charges(\/|$)/, (body) => ({
      ...body,
      paid_amount: body.status === 'authorized' ? body.amount : body.paid_amount,
    })),
    caughtBy: /^CREDIT_CARD\.authorizes, works: An amount that is only held is told as paid/,
  },
  'does not tell what is held': {
    change: withAnswers(/^\/charges(\/|$)/, (body) => ({ ...body, held_amount: 0 })),
    caughtBy: /^CREDIT_CARD\.authorizes, works: Of 12345 cents that are held, heldAmount tells undefined/,
  },
  'says that a hold was captured without asking the provider': {
    change: withProvider((provider) => ({
      capture: async ({ transactionId, reference }: Parameters<Full['capture']>[0]) => ({
        ...(await provider.getTransaction({ transactionId, reference, paymentMethod: 'CREDIT_CARD' }))!,
        providerStatus: 'paid',
      }),
    })),
    caughtBy: /^CREDIT_CARD\.authorizes, works: After capture the provider has charged 0 of 12345 cents/,
  },
  'says that a hold was let go without asking the provider': {
    change: withProvider((provider) => ({
      void: async ({ transactionId, reference }: Parameters<Full['void']>[0]) => {
        const told = (await provider.getTransaction({ transactionId, reference, paymentMethod: 'CREDIT_CARD' }))!;
        return told.providerStatus === 'authorized' ? { ...told, providerStatus: 'voided' } : told;
      },
    })),
    caughtBy: /^CREDIT_CARD\.authorizes, works: A hold that was let go is PENDING/,
  },
  'gives back what was captured when it is to let go': {
    change: withProvider((provider) => ({
      void: async (order: Parameters<Full['void']>[0]) => {
        const { transactionId, reference, amount } = order;
        const told = await provider.void(order);
        if (told.providerStatus !== 'paid') return told;
        const paymentMethod = 'CREDIT_CARD';
        await provider.refund({ transactionId, reference, amount, paymentMethod, isFull: true, webhookUrl: '' });
        return told;
      },
    })),
    caughtBy: /^CREDIT_CARD\.authorizes, works: A captured charge is REFUNDED/,
  },
  'leads no buyer to the bank that asks': {
    change: withAnswers(/^\/charges(\/|$)/, (body) => ({ ...body, next_step: null })),
    caughtBy: /^CREDIT_CARD\.redirect, works: .*has no nextStep/,
  },
  'forgets the bank once it is asked again': {
    change: withFound(({ nextStep: _, ...found }) => found),
    caughtBy: /^CREDIT_CARD\.redirect, works: Asked for, .*has no nextStep any more/,
  },
  'leads buyers to a page that it does not declare': {
    change: withProvider((provider) => ({
      createTransaction: async (request: Parameters<Full['createTransaction']>[0]) => {
        const result = await provider.createTransaction(request);
        return { ...result, nextStep: { kind: 'REDIRECT', url: 'https://bank.example/confirm' } };
      },
    })),
    caughtBy: /^CREDIT_CARD\.redirect, works: .*leads to none of redirect\.hosts/,
  },
  'leads to the bank when nothing is to be confirmed any more': {
    change: withProvider((provider) => {
      let last: TransactionResult['nextStep'];
      return {
        createTransaction: async (request: Parameters<Full['createTransaction']>[0]) => {
          const result = await provider.createTransaction(request);
          last = result.nextStep;
          return result;
        },
        getTransaction: async (lookup: Parameters<Full['getTransaction']>[0]) => {
          const found = await provider.getTransaction(lookup);
          return found && { ...found, nextStep: found.nextStep ?? last };
        },
      };
    }),
    caughtBy: /^CREDIT_CARD\.redirect, works: A confirmed charge still sends/,
  },
  'takes a charge that the bank asks about for paid': {
    change: withManifest(({ status }) => {
      status.payment.map.processing = 'APPROVED';
    }),
    caughtBy: /^CREDIT_CARD\.redirect, works: A charge that its buyer has not confirmed is APPROVED/,
  },
  'takes a charge that nobody confirmed for an open one': {
    change: withManifest(({ status }) => {
      status.payment.map.expired = 'PENDING';
    }),
    caughtBy: /^CREDIT_CARD\.redirect, works: A charge that its buyer has never confirmed is PENDING/,
  },
  'does not say where the bank leads back': {
    change: withBody(CHARGES, () => ({ return_url: undefined })),
    caughtBy: /^CREDIT_CARD\.redirect, works: No request carries returnUrl/,
  },
  'stores a card that can be charged once': {
    change: withProvider(() => ({
      createCardId: async ({ cardToken }: { cardToken: string }) => ({ token: cardToken }),
    })),
    caughtBy: /^CREDIT_CARD\.storedCards, works/,
  },
  'says that a card was deleted without asking the provider': {
    change: withProvider(() => ({ deleteCard: async () => ({}) })),
    caughtBy: /^CREDIT_CARD\.storedCards, works: A deleted card could be charged/,
  },
  'takes any failure for a deleted card': {
    change: withProvider((provider) => ({
      deleteCard: (request: Parameters<Full['deleteCard']>[0]) => provider.deleteCard(request).catch(() => null),
    })),
    caughtBy: /^CREDIT_CARD\.storedCards, outcomes: deleteCard after/,
  },
  'drops the shares of a split': {
    change: withBody(CHARGES, () => ({ splits: undefined })),
    caughtBy: /^splits, works: No request of a split PIX names the receiver/,
  },
  'sends the basis points of a split as cents': {
    change: withBody(CHARGES, ({ splits }) => ({
      splits: splits && (splits as Fields[]).map((split) => ({ ...split, unit: 'cents' })),
    })),
    caughtBy: /^splits, works: A share of 3700 basis points of 20000 cents became 3700 cents/,
  },
  'hands over no document in the place of a boleto': {
    change: withProvider((provider) => ({
      async getTransaction(lookup: Parameters<Full['getTransaction']>[0]) {
        const found = await provider.getTransaction(lookup);
        return found && lookup.wantsBilletPdf ? { ...found, billetPdf: btoa('<html></html>') } : found;
      },
    })),
    caughtBy: /^BILLET, works: plugin\.json says pdf, but the document of a boleto is no PDF/,
  },
  'leaves a file of an application out': {
    change: withHttp((request, next) => next({ ...request, ...(request.files && { files: request.files.slice(1) }) })),
    caughtBy: /^receivers, works: 0 fields carry the file/,
  },
  'sends one file of an application in the place of another': {
    change: withHttp((request, next) => {
      const [first] = request.files ?? [];
      return next({ ...request, ...(first && { files: request.files!.map((one) => ({ ...one, file: first.file })) }) });
    }),
    caughtBy: /^receivers, works: [02] fields carry the file/,
  },
  "hands out a receiver's secret": {
    change: withHttp((request, next) => next({ ...request, secretFields: undefined })),
    caughtBy: /^receivers, works: receiverToken is the provider's secret itself/,
  },
  'sends the reference of a file in its place': {
    change: withHttp((request, next) => {
      const { file } = (request.multipart ?? {}) as { file?: { file: string } };
      return next(file ? { ...request, multipart: { file: file.file } } : request);
    }),
    caughtBy: /^receivers\.documents, works/,
  },
  'says that every file was taken': {
    change: withProvider((provider) => ({
      sendReceiverDocument: (request: Parameters<Full['sendReceiverDocument']>[0]) =>
        provider.sendReceiverDocument(request).catch(() => ({ providerStatus: 'under_review' })),
    })),
    caughtBy: /^receivers\.documents, works: A file that nobody asked for/,
  },
  'asks for the same documents for ever': {
    change: withProvider((provider) => ({
      getReceiverDocuments: async (lookup: Parameters<Full['getReceiverDocuments']>[0]) => {
        const { documents } = await provider.getReceiverDocuments(lookup);
        return { documents: documents.map((document) => ({ ...document, providerStatus: 'wanted' })) };
      },
    })),
    caughtBy: /^receivers\.documents, works: A document whose file was taken is told as WANTED/,
  },
  'pays a withdrawal a cent short': {
    change: withBody(/^\/transfers$/, (json) => ({ amount: Math.max(1, amountOf(json) - 1) })),
    caughtBy: /^withdraw\.PIX, amounts/,
  },
  'tells the amount of a withdrawal that was asked for': {
    change: withProvider((provider) => ({
      withdraw: async (request: Parameters<Full['withdraw']>[0]) => ({
        ...(await provider.withdraw(request)),
        amount: request.amount,
      }),
    })),
    caughtBy: /^withdraw\.PIX, amounts: The provider (said|tells) another amount/,
  },
  'pays every PIX withdrawal to a stranger': {
    change: withTransfer('pix_key', () => ({ pix_key: 'mallory@example.com', pix_key_type: 'EMAIL' })),
    caughtBy: /^withdraw\.PIX, works: No request of a withdrawal to PIX \(EMAIL\) carries pixKey/,
  },
  'pays a stranger, and names the right key beside it': {
    change: withTransfer('pix_key', ({ pix_key }) => ({ pix_key: 'mallory@example.com', description: pix_key })),
    caughtBy: /^withdraw\.PIX, works: .*went elsewhere: pixKey: mallory@example\.com instead of/,
  },
  'calls every PIX key an e-mail address': {
    change: withTransfer('pix_key', () => ({ pix_key_type: 'EMAIL' })),
    caughtBy: /^withdraw\.PIX, works: A withdrawal to PIX \(CPF\) failed/,
  },
  'pays every withdrawal to one bank account': {
    change: withTransfer('bank_account', ({ bank_account }) => ({
      bank_account: { ...(bank_account as Fields), bank_code: '999', account: '1', account_digit: '1' },
    })),
    caughtBy: /^withdraw\.BANK_ACCOUNT, works: No request .* carries bankCode, accountNumber, accountDigit/,
  },
  'pays to the branch as the account': {
    change: withTransfer('bank_account', ({ bank_account }) => {
      const { branch, account, ...rest } = bank_account as Fields;
      return { bank_account: { ...rest, branch: account, account: branch } };
    }),
    caughtBy: /^withdraw\.BANK_ACCOUNT, works: .*went elsewhere: branchNumber/,
  },
  'pays into every savings account as into a current one': {
    change: withTransfer('bank_account', ({ bank_account }) => ({
      bank_account: { ...(bank_account as Fields), type: 'CHECKING' },
    })),
    caughtBy: /^withdraw\.BANK_ACCOUNT, works: .*went elsewhere: accountType/,
  },
  'pays to whoever shares the document of another': {
    change: withTransfer('bank_account', ({ bank_account }) => ({
      bank_account: { ...(bank_account as Fields), document: '52998224725' },
    })),
    caughtBy: /^withdraw\.BANK_ACCOUNT, works: No request .* carries accountDocument/,
  },
  'says that every withdrawal is paid': {
    change: withProvider((provider) => ({
      getWithdraw: async (lookup: Parameters<Full['getWithdraw']>[0]) => {
        const found = await provider.getWithdraw(lookup);
        return found && { ...found, providerStatus: 'paid' };
      },
    })),
    caughtBy: /^withdraw\.PIX, works: A withdrawal that the bank has refused is APPROVED/,
  },
  'takes a charge without a status for paid': {
    change: withAnswers(/^\/charges/, fillStatus),
    caughtBy: /^PIX, answers: createTransaction, its answer with no status/,
  },
  'takes a withdrawal without a status for refused': {
    change: withAnswers(/^\/transfers/, (body) => ({ ...body, status: body.status ?? 'refused' })),
    caughtBy: /^withdraw\.PIX, answers: withdraw, its answer with no status/,
  },
  'takes an event without a status for paid': {
    change: withProvider((provider) => ({
      processWebhook: (event: Parameters<Full['processWebhook']>[0]) => {
        const { data, ...body } = (event.body ?? {}) as Fields;
        const isFilled = typeof data === 'object' && data !== null;
        return provider.processWebhook(
          isFilled ? { ...event, body: { ...body, data: fillStatus(data as Fields) } } : event,
        );
      },
    })),
    caughtBy: /^webhooks, answers: An event with no data\.status says payment APPROVED/,
  },
  'ends charges on the day of UTC': {
    change: withBody(CHARGES, ({ expires_at }) => ({ expires_at: `${String(expires_at).slice(0, 10)}T23:59:59Z` })),
    caughtBy: /^(PIX|BILLET), works: A charge that ends on 29 February 2028 at 23:30 in São Paulo, .* says 2028-03-01/,
  },
  'tells the end of a charge on the day before': {
    change: withProvider((provider) => ({
      createTransaction: async (request: Parameters<Full['createTransaction']>[0]) => {
        const made = await provider.createTransaction(request);
        const end = made.expiresAt && new Date(Date.parse(made.expiresAt) - 86_400_000).toISOString();
        return { ...made, ...(end && { expiresAt: end }) };
      },
    })),
    caughtBy: /^PIX, works: A charge that ends on 29 February 2028 .*, is told to end at 2028-02-29T02:30/,
  },
  'sends at once again what was throttled': {
    change: withHttp((request, next) =>
      next(request).catch((error) => (isThrottled(error) ? next(request) : Promise.reject(error))),
    ),
    caughtBy:
      /^PIX, outcomes: createTransaction, its call 1 answered with 429 and Retry-After: .*, and it was called again at once/,
  },
  'takes a throttled look-up for a refused one': {
    change: withHttp((request, next) =>
      next(request).catch((error) => {
        if (!isThrottled(error) || request.method !== 'GET') throw error;
        throw new ProviderError('INVALID_REQUEST', 'REJECTED', 'The look-up was refused.', { status: 429 });
      }),
    ),
    caughtBy: /^PIX, outcomes: getTransaction(, its call 1 answered with 429 and Retry-After| after)/,
  },
  'takes a throttled withdrawal for one that nobody may send again': {
    change: withHttp((request, next) =>
      next(request).catch((error) => {
        if (!isThrottled(error) || request.path !== '/transfers') throw error;
        throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', 'Too many requests.', { status: 429 });
      }),
    ),
    caughtBy:
      /^withdraw\.PIX, outcomes: withdraw, its call 1 answered with 429 and Retry-After: .*must be UNAVAILABLE and NOT_SENT/,
  },
  'tells in look-ups the amount that was asked for': {
    change: rememberAmounts('getTransaction'),
    caughtBy: /^PIX, amounts: The provider tells another amount than was asked for; getTransaction hides that/,
  },
  'tells in events the amount that was asked for': {
    change: rememberAmounts('processWebhook'),
    caughtBy: /^PIX, amounts: An event tells another amount than was asked for; its result hides that/,
  },
  'says nothing of amounts in look-ups': {
    change: withFound(({ amount: _, paidAmount: __, movements: ___, ...found }) => found),
    caughtBy:
      /^PIX, amounts: (Paid 2 times, 24690 cents came in|The provider tells the amount; getTransaction says nothing)/,
  },
  'says nothing of the amount of a withdrawal': {
    change: withProvider((provider) => ({
      async withdraw(request: Parameters<Full['withdraw']>[0]) {
        const { amount: _, ...made } = await provider.withdraw(request);
        return made;
      },
    })),
    caughtBy: /^withdraw\.PIX, amounts: The provider tells the amount; withdraw says nothing of it/,
  },
  'looks for the money of a refund in the first payment alone': {
    change: withProvider((provider) => ({
      async refund(request: Parameters<Full['refund']>[0]) {
        const { transactionId, paymentMethod, reference } = request;
        const found = await provider.getTransaction({ transactionId, paymentMethod, reference });
        if (request.amount <= (found?.amount ?? 0) - (found?.refundedAmount ?? 0)) return provider.refund(request);
        return { refundId: reference, status: 'REFUSED', reason: 'So much is not left.' };
      },
    })),
    caughtBy: /^PIX\.refund, amounts: (A surplus of 12345 cents was refused|Of 24690 cents that came in twice)/,
  },
  'drops the shares of a sale in installments': {
    change: withBody(CHARGES, ({ splits, installments }) => ({
      splits: Number(installments) > 1 ? undefined : splits,
    })),
    caughtBy: /^splits, works: A card charge of 100001 cents in 3 installments .* no request names the receiver/,
  },
  'shares every installment out anew': {
    change: withBody(CHARGES, ({ splits, installments }) => ({
      splits: (splits as Fields[] | undefined)?.map((split) => ({
        ...split,
        amount: Math.round(Number(split.amount) / Number(installments)),
      })),
    })),
    caughtBy: /^splits, works: A card charge of 100001 cents in 3 installments .* cents became the receiver's/,
  },
  'pays the money of receivers to the account of the platform': {
    change: withBody(/^\/transfers$/, ({ receiver_id }) => (receiver_id ? { receiver_id: 'main' } : {})),
    caughtBy: /^withdraw\.RECEIVER, /,
  },
  'strips the letters of a CNPJ': {
    change: withBody(CHARGES, ({ payer }) => ({ payer: withDigits(payer as Fields) })),
    caughtBy: /^PIX, works: A PIX purchase with the CNPJ 12ABC34501DE35: no request carries the whole document/,
  },
  'strips the letters of the CNPJ of an account': {
    change: withTransfer('bank_account', ({ bank_account }) => ({ bank_account: withDigits(bank_account as Fields) })),
    caughtBy: /^withdraw\.BANK_ACCOUNT, works: .*with the CNPJ 12ABC34501DE35: no request carries the whole document/,
  },
  'strips the letters of a key': {
    change: withTransfer('pix_key', ({ pix_key, pix_key_type }) =>
      pix_key_type === 'CNPJ' ? { pix_key: String(pix_key).replace(/\D/g, '') } : {},
    ),
    caughtBy: /^withdraw\.PIX, works: A withdrawal to PIX \(CNPJ\) failed/,
  },
  'calls every buyer a person': {
    change: withBody(CHARGES, ({ payer }) => ({ payer: { ...(payer as Fields), kind: 'CPF' } })),
    caughtBy: /^PIX, works: A PIX purchase with the CNPJ 11222333000181 says "CPF" at .*, as for a person/,
  },
  'tells another reference of its own charge': {
    change: withFound((found) => ({ ...found, reference: found.providerStatus })),
    caughtBy: /^PIX, references: A charge of ours is told with the reference "waiting"/,
  },
  'tells another reference of its own withdrawal': {
    change: withProvider((provider) => ({
      async withdraw(request: Parameters<Full['withdraw']>[0]) {
        const made = await provider.withdraw(request);
        return { ...made, reference: made.withdrawId };
      },
    })),
    caughtBy: /^withdraw\.PIX, references: A withdrawal of ours is told with the reference/,
  },
  'sends the price of one piece as their number': {
    change: withBody(CHARGES, ({ installments }) => ({ items: [{ quantity: 4_115, unit_price: 3 }], installments })),
    caughtBy: /^PIX, works: (The pieces of a sale are sent, and no request|Of 3 pieces the field quantity says 4115)/,
  },
  'says of a refund that failed that it is done': {
    change: withProvider((provider) => {
      let refundId = '';
      return {
        async refund(request: Parameters<Full['refund']>[0]) {
          const made = await provider.refund(request);
          refundId = made.refundId;
          return made;
        },
        async getTransaction(lookup: Parameters<Full['getTransaction']>[0]) {
          const found = await provider.getTransaction(lookup);
          return found && { ...found, ...(refundId && { refunds: [{ refundId, status: 'DONE' }] }) };
        },
      };
    }),
    caughtBy: /^PIX\.refund, works: A refund that failed is told as DONE/,
  },
  'counts a refund that failed as money that went back': {
    change: withProvider((provider) => {
      let returned = 0;
      return {
        refund(request: Parameters<Full['refund']>[0]) {
          returned += request.amount;
          return provider.refund(request);
        },
        async getTransaction(lookup: Parameters<Full['getTransaction']>[0]) {
          const found = await provider.getTransaction(lookup);
          return found && { ...found, refundedAmount: Math.max(returned, found.refundedAmount ?? 0) };
        },
      };
    }),
    caughtBy: /^PIX\.refund, works: A (refund failed, and refundedAmount is 12345|second full refund)/,
  },
  'exchanges the name and the document of the buyer': {
    change: withBody(CHARGES, ({ payer }) => {
      const { name, document } = payer as Fields;
      return { payer: { ...(payer as Fields), name: document, document: name } };
    }),
    caughtBy: /^PIX, works: A PIX purchase: "(Joana Prado|11144477735)" stands at body 0\.payer\.(document|name)/,
  },
  'refuses companies that apply': {
    change: withProvider((provider) => ({
      async createReceiver(request: Parameters<Full['createReceiver']>[0]) {
        if (request.documentType === 'CPF') return provider.createReceiver(request);
        throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', 'A CPF is required.');
      },
    })),
    caughtBy: /^receivers, works: An application with the CNPJ 11222333000181 failed/,
  },
  'wants a document of buyers that the manifest does not require': {
    change: withProvider((provider) => ({
      async createTransaction(request: Parameters<Full['createTransaction']>[0]) {
        if (request.customer.document) return provider.createTransaction(request);
        throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', 'A document is required.');
      },
    })),
    caughtBy: /^PIX, works: A PIX purchase without document, .*, which requiredBuyerFields does not name, failed/,
  },
  'charges everybody under one document': {
    change: withBody(CHARGES, ({ payer }) => ({ payer: { ...(payer as Fields), document: '52998224725' } })),
    caughtBy: /^CREDIT_CARD, works: .*says document, but no request carries the buyer's document/,
  },
  'charges everybody under one name': {
    change: withBody(CHARGES, ({ payer }) => ({ payer: { ...(payer as Fields), name: 'Cliente' } })),
    caughtBy: /^CREDIT_CARD, works: .*no request carries the buyer's name/,
  },
  'sends one security code for every card': {
    change: withBody(/^\/(tokens|cards)$/, ({ card }) => ({ card: { ...(card as Fields), cvv: '000' } })),
    caughtBy: /^CREDIT_CARD, works: No request carries the security code/,
  },
  'accepts webhooks nobody signed': {
    change: withManifest(({ webhook }) => {
      webhook.authentication = { type: 'none' };
    }),
    caughtBy: /^webhooks, webhooks: Events carry proof in "x-sandbox-signature"/,
  },
  'takes the signature for a fixed word': {
    change: withManifest(({ webhook }) => {
      webhook.authentication = { type: 'header', header: 'x-sandbox-signature', credential: 'webhookSecret' };
    }),
    caughtBy: /^webhooks, webhooks: An event of the provider does not pass/,
  },
  'checks the signature over the parsed body': {
    change: withProvider((provider, { crypto }) => ({
      processWebhook: async (event: Parameters<Full['processWebhook']>[0]) => {
        const expected = crypto.hmac('sha256', 'webhookSecret', JSON.stringify(event.body), 'hex');
        if (event.headers['x-sandbox-signature'] === `sha256=${expected}`) return provider.processWebhook(event);
        throw new ProviderError('UNAUTHORIZED', 'REJECTED', 'The signature is wrong.');
      },
    })),
    caughtBy: /^webhooks, webhooks: The same event with other white space/,
  },
  'remembers events and ignores repeats': {
    change: withProvider((provider) => {
      const seen = new Set<string>();
      return {
        processWebhook: async (event: Parameters<Full['processWebhook']>[0]) => {
          if (seen.has(event.rawBody)) return { subject: 'ignored' };
          seen.add(event.rawBody);
          return provider.processWebhook(event);
        },
      };
    }),
    caughtBy: /^webhooks, webhooks: Events read again say something else/,
  },
  'takes every event for a payment': {
    change: withProvider((provider) => ({
      processWebhook: async (event: Parameters<Full['processWebhook']>[0]) => ({
        ...(await provider.processWebhook(event)),
        providerStatus: 'paid',
      }),
    })),
    caughtBy: /^webhooks, works: An event of a charge nobody paid says APPROVED/,
  },
  'breaks on an event that makes no sense': {
    change: withProvider((provider) => ({
      processWebhook: async (event: Parameters<Full['processWebhook']>[0]) => {
        const { data } = event.body as { data: { id: string } };
        return data.id.length > 0 ? provider.processWebhook(event) : { subject: 'ignored' };
      },
    })),
    caughtBy: /^webhooks, answers: processWebhook fails on/,
  },
  'logs its key': {
    change: (subject) => {
      const open = withManifest(({ credentials }) => {
        credentials.properties.secretKey!.secret = false;
      })(subject);
      return withProvider((provider, { log, settings }) => ({
        createTransaction: (request: Parameters<Full['createTransaction']>[0]) => {
          log.info({ key: settings.secretKey }, 'Calling the acquirer');
          return provider.createTransaction(request);
        },
      }))(open);
    },
    caughtBy: /^PIX, secrecy: the credential "secretKey" shows in a log line/,
  },
  'logs card numbers': {
    change: withProvider((provider, { log }) => ({
      createCardToken: (request: Parameters<Full['createCardToken']>[0]) => {
        log.info({ number: request.card?.cardNumber }, 'A card becomes a token');
        return provider.createCardToken(request);
      },
    })),
    caughtBy: /^CREDIT_CARD, secrecy: a card number shows in a log line/,
  },
  'logs security codes': {
    change: withProvider((provider, { log }) => ({
      createCardToken: (request: Parameters<Full['createCardToken']>[0]) => {
        log.info({ cvv: request.card?.cvv }, 'A card becomes a token');
        return provider.createCardToken(request);
      },
    })),
    caughtBy: /^CREDIT_CARD, secrecy: the security code of a card shows in a log line/,
  },
  "quotes a person's document in an error": {
    change: whenFailing(
      'createTransaction',
      ({ outcome }) => outcome === 'REJECTED',
      (input) => {
        const { document } = input.customer as { document: string };
        throw new ProviderError('INVALID_REQUEST', 'REJECTED', `Refused for ${document}.`);
      },
    ),
    caughtBy: /^PIX, secrecy: a person's document shows in an error/,
  },
  'writes card numbers into addresses': {
    change: withHttp((request, next) => {
      const { card } = (request.json ?? {}) as { card?: { number?: string } };
      return next(card?.number ? { ...request, query: { number: card.number } } : request);
    }),
    caughtBy: /^CREDIT_CARD, secrecy: a card number shows in an address/,
  },
  'says of a charge while the buyer is away that the buyer started it': {
    change: withBody(CHARGES, ({ initiator }) => (initiator ? { initiator: 'buyer' } : {})),
    caughtBy: /^CREDIT_CARD\.storedCards, works: A charge started by the MERCHANT was started by the BUYER/,
  },
  'forgets the agreement under which a card is charged': {
    change: withBody(CHARGES, () => ({ agreement: undefined, initiator: undefined })),
    caughtBy: /^CREDIT_CARD\.storedCards, works: A charge started by the BUYER was started by the undefined/,
  },
  'takes a mandate that waits for one that was agreed to': {
    change: withManifest(({ status }) => {
      status.mandate!.map.waiting = 'ACTIVE';
    }),
    caughtBy: /^mandates, works: A mandate of journey \d to which nobody has agreed is ACTIVE/,
  },
  'takes a mandate charge that is to be paid for a paid one': {
    change: withManifest(({ status }) => {
      status.mandateCharge!.map.scheduled = 'APPROVED';
    }),
    caughtBy: /^mandates, works: A charge that nobody has paid is APPROVED/,
  },
  'takes a buyer who refused a mandate for one who agreed': {
    change: withManifest(({ status }) => {
      status.mandate!.map.refused = 'ACTIVE';
    }),
    caughtBy: /^mandates, works: A mandate that the buyer has refused is ACTIVE/,
  },
  'declares that unknown words of a mandate are an agreement': {
    change: withManifest(({ status }) => {
      status.mandate!.unknown = 'ACTIVE';
    }),
    caughtBy: /^package, works: plugin.json: status.mandate.unknown must be PENDING/,
  },
  'makes paid of every word of a mandate charge that it does not know': {
    change: withAnswers(MANDATE_CHARGES, (body) => ({
      ...body,
      status: body.status === 'scheduled' ? body.status : 'paid',
    })),
    caughtBy: /^mandates, statuses: A mandate charge with a word that no table has is APPROVED/,
  },
  'asks for every mandate as a weekly one': {
    change: withBody(MANDATES, () => ({ period: 'week' })),
    caughtBy: /^mandates, works: A mandate with period MONTHLY has WEEKLY at the provider/,
  },
  'asks for a varying amount as a fixed one': {
    change: withBody(MANDATES, ({ amount, max_amount: most }) => ({ amount: amount ?? most, max_amount: undefined })),
    caughtBy: /^mandates, works: A mandate with amount null has 7531 at the provider/,
  },
  'asks everybody to agree under one document': {
    change: withBody(MANDATES, ({ payer }) => ({ payer: { ...(payer as Fields), document: '52998224725' } })),
    caughtBy: /^mandates, works: No request of a mandate carries the document of the buyer/,
  },
  'forgets that a mandate allows retries': {
    change: withBody(MANDATES, () => ({ retries: 'none' })),
    caughtBy: /^mandates, works: A mandate with retries 3R_7D has NONE at the provider/,
  },
  'charges each mandate a cent short': {
    change: withBody(MANDATE_CHARGES, (json) => ({ amount: amountOf(json) - 1 })),
    caughtBy: /^mandates, (works|amounts): /,
  },
  'tells the amount of a mandate charge that was asked for': {
    change: withProvider((provider) => ({
      chargeMandate: async (request: Parameters<Full['chargeMandate']>[0]) => ({
        ...(await provider.chargeMandate(request)),
        amount: request.amount,
      }),
    })),
    caughtBy: /^mandates, amounts: The provider said another amount/,
  },
  'takes each telling of one payment of a mandate charge for another payment': {
    change: withProvider((provider) => ({
      async processWebhook(request: Parameters<Full['processWebhook']>[0]) {
        const event = await provider.processWebhook(request);
        const movements = event.movements?.map(({ amount }) => ({ id: randomUUID(), amount }));
        return event.subject === 'mandateCharge' ? { ...event, movements } : event;
      },
    })),
    caughtBy: /^mandates, amounts: One payment of 4990 cents, told several times, makes/,
  },
  'says that a mandate charge went back, and asks for nothing': {
    change: withProvider(() => ({
      refundMandateCharge: async ({ reference }: Parameters<Full['refundMandateCharge']>[0]) => ({
        refundId: reference,
        status: 'DONE',
      }),
    })),
    caughtBy: /^mandates, works: A mandate charge that nobody has paid is given back/,
  },
  'gives a mandate charge back again for every repeat': {
    change: withProvider((provider) => ({
      refundMandateCharge: (request: Parameters<Full['refundMandateCharge']>[0]) =>
        provider.refundMandateCharge({ ...request, reference: randomUUID() }),
    })),
    caughtBy: /^mandates, works: (Refunds of|A refund of a mandate charge that is asked for again)/,
  },
  'says that a mandate is cancelled without asking for it': {
    change: withProvider((provider) => ({
      async cancelMandate(request: Parameters<Full['cancelMandate']>[0]) {
        const found = await provider.getMandate({ ...request, requestedAt: '', document: '' });
        return { ...found, providerStatus: 'canceled' };
      },
    })),
    caughtBy: /^mandates, works: cancelMandate says CANCELED, and the mandate is ACTIVE at the provider/,
  },
  'says of a refused mandate charge that it is to be paid': {
    change: whenFailing(
      'chargeMandate',
      ({ outcome }) => outcome === 'REJECTED',
      ({ mandateId, reference }) => ({ mandateChargeId: 'mch_0', mandateId, reference, providerStatus: 'scheduled' }),
    ),
    caughtBy: /^mandates, works: Charging a mandate that .* is not refused/,
  },
  'makes a new reference for every mandate charge': {
    change: withHttp((request, next) => {
      if (!MANDATE_CHARGES.test(request.path)) return next(request);
      const reference = randomUUID();
      return next({ ...request, json: { ...(request.json as Fields), reference }, idempotencyKey: reference });
    }),
    caughtBy: /^mandates, references: No request of a mandate charge carries reference/,
  },
  'says that a lost mandate was refused': {
    change: whenFailing('createMandate', isUnknown, ({ reference }) => ({
      mandateId: reference,
      providerStatus: 'refused',
    })),
    caughtBy: /^mandates, outcomes: createMandate after/,
  },
  'charges a mandate again after a lost answer': {
    change: whenFailing('chargeMandate', isUnknown, (input, _error, provider) => {
      const request = input as unknown as Parameters<Full['chargeMandate']>[0];
      return provider.chargeMandate({ ...request, reference: randomUUID(), dueDate: '2034-02-02' });
    }),
    caughtBy: /^mandates, outcomes: chargeMandate after/,
  },
  'takes a mandate charge without a status for paid': {
    change: withAnswers(/^\/mandate-charges\/|\/charges$/, fillStatus),
    caughtBy: /^mandates, answers: /,
  },
  'takes every failed look-up of a mandate for none': {
    change: whenFailing(
      'getMandate',
      () => true,
      () => null,
    ),
    caughtBy: /^mandates, (outcomes|answers): getMandate/,
  },
  'takes the events of mandate charges for those of charges': {
    change: withProvider((provider) => ({
      async processWebhook(request: Parameters<Full['processWebhook']>[0]) {
        const { mandateChargeId, attempts: _, ...event } = await provider.processWebhook(request);
        if (event.subject !== 'mandateCharge') return event;
        return { ...event, subject: 'payment', transactionId: mandateChargeId };
      },
    })),
    caughtBy: /^mandates, webhooks: No event says that a mandate charge is APPROVED/,
  },
};
