import {
  asUnsent,
  Fields,
  invalidRequest,
  isProviderError,
  keepOwn,
  orUnknown,
  type ProviderContext,
  ProviderError,
  type ProviderLog,
  whenRefused,
} from '@feira/plugin-kit';
import type {
  CardTokenRequest,
  CardTokenResult,
  Provider,
  RefundRequest,
  RefundResult,
  TransactionResult,
} from '@feira/schemas/provider';
import { type Client, createClient, PAGE_SIZE } from './client.ts';
import { fromDocuments, fromLink } from './documents.ts';
import * as mapping from './mapping.ts';
import { ACCOUNT_EVENTS, EVENTS, fromQuestion, fromWebhook, toAccountAddress } from './webhook.ts';

/** Payment ids start with pay_; anything else is the id of an installment plan. */
const isPlan = (transactionId: string) => !transactionId.startsWith('pay_');
/** 1000 transfers back; further than that a lost withdrawal is a person's case. */
const TRANSFER_PAGES = 10;

function requireToken(receiverToken: string | undefined): string {
  if (receiverToken) return receiverToken;
  throw invalidRequest('receiverToken is needed: Asaas shows an account only to its own key.');
}

/** For a 400 to a card: a refusal by the issuer or the antifraud is a result, a fault of ours stays an error. */
const whenCardRefused = <T>(toResult: (reason: string) => T) =>
  whenRefused([400], (reason, error) => {
    const code = new Fields(error.body).text('errors.0.code') ?? '';
    const isCard = /card|insufficient_funds/i.test(code) || /n[ãa]o autorizad/i.test(reason);
    if (!isCard) throw error;
    return toResult(reason);
  });

type Buyer = Pick<CardTokenRequest, 'customer' | 'address'>;

/** No sale needs the telephone of its customer, so one that Asaas refuses is left out. */
const createCustomer = (client: Client, { customer, address }: Buyer) =>
  client.createCustomer(mapping.toCustomer(customer, address)).catch(
    whenRefused([400], (_, error) => {
      const isPhone = new Fields(error.body).list('errors').some((fault) => /phone/i.test(fault.label('code') ?? ''));
      if (!isPhone || !customer.phone) throw error;
      return client.createCustomer(mapping.toCustomer({ ...customer, phone: undefined }, address));
    }),
  );

async function findCustomerId(client: Client, log: ProviderLog, buyer: Buyer): Promise<string> {
  const [known] = await client.listCustomers(buyer.customer.document ?? '');
  if (!known) return (await createCustomer(client, buyer)).requireText('id');
  const customerId = known.requireText('id');
  if (known.flag('notificationDisabled') === false) {
    // Messages of Asaas to the buyer are a nuisance, but no reason to lose the sale.
    await client
      .updateCustomer(customerId, { notificationDisabled: true })
      .catch(() => log.warn({ customerId }, 'Messages of Asaas to a customer could not be switched off'));
  }
  return customerId;
}
const getCustomerId = (...parameters: Parameters<typeof findCustomerId>) =>
  asUnsent(findCustomerId(...parameters), 'Asaas did not say which customer this is.');

/** All payments of the sale that the payment belongs to. */
async function listSale(client: Client, payment: Fields): Promise<Fields[]> {
  const planId = payment.text('installment');
  const plan = planId ? await client.listPlanPayments(planId) : [];
  return plan.length ? plan : [payment];
}

/** A new charge with everything its page shows, which Asaas spreads over further calls. */
async function describeCharge(client: Client, payment: Fields): Promise<TransactionResult> {
  const isPayable = !payment.flag('deleted') && ['PENDING', 'OVERDUE'].includes(payment.text('status') ?? '');
  const readCode = { PIX: client.getPixQrCode, BOLETO: client.getBoletoLine }[payment.text('billingType') ?? ''];
  if (isPayable && readCode) return mapping.fromCharge([{ payment }], await readCode(payment.requireText('id')));
  return mapping.fromCharge((await listSale(client, payment)).map((one) => ({ payment: one })));
}

/** The charge as it stands, with what went back of it. */
async function readCharge(client: Client, payments: Fields[]): Promise<TransactionResult | null> {
  if (payments.length === 0) return null;
  const listRefunds = async (payment: Fields) =>
    mapping.mayBeRefunded(payment) ? client.listRefunds(payment.requireText('id')) : [];
  return mapping.fromCharge(
    await Promise.all(payments.map(async (payment) => ({ payment, refunds: await listRefunds(payment) }))),
  );
}

async function findByReference(client: Client, reference: string): Promise<TransactionResult | null> {
  const listed = await client.listPayments(reference);
  const own = keepOwn(listed, (payment) => payment.text('externalReference') === reference, PAGE_SIZE);
  const payment = own.find(mapping.mayBeRefunded) ?? own.find((one) => !one.flag('deleted')) ?? own[0];
  if (!payment) return null;
  return mapping.mayBeRefunded(payment)
    ? readCharge(client, await listSale(client, payment))
    : describeCharge(client, payment);
}

async function findRefund(client: Client, request: RefundRequest): Promise<RefundResult | undefined> {
  const { transactionId } = request;
  const plan = isPlan(transactionId) ? await client.listPlanPayments(transactionId) : undefined;
  const ids = plan?.map((payment) => payment.requireText('id')) ?? [transactionId];
  return mapping.fromRefunds(request, (await Promise.all(ids.map(client.listRefunds))).flat());
}

/** Among the latest transfers of one account; `isSure` is false when there are more than it looks through. */
async function searchTransfer(
  client: Client,
  reference: string,
  token?: string,
): Promise<{ transfer?: Fields; isSure: boolean }> {
  for (let page = 0; page < TRANSFER_PAGES; page += 1) {
    const answer = await client.listTransfers(page * PAGE_SIZE, token);
    const transfer = answer.requireList('data').find((one) => one.text('externalReference') === reference);
    if (transfer || !answer.flag('hasMore')) return { transfer, isSure: true };
  }
  return { isSure: false };
}

/** Returns whether all events reach the host: Asaas pauses a queue that failed for long, and an older version knew fewer events. */
const isListening = (webhook: Fields) =>
  webhook.flag('enabled') !== false &&
  !webhook.flag('interrupted') &&
  webhook.flag('hasAuthToken') !== false &&
  (!webhook.has('events') || EVENTS.every((event) => webhook.texts('events').includes(event)));

export function createAsaasProvider({ http, settings, clock, log }: ProviderContext): Provider {
  const client = createClient(http);

  async function tokenizeCard(request: CardTokenRequest): Promise<CardTokenResult> {
    // A token of Asaas is a stored card already: it can be charged again.
    if (!request.card && request.cardToken) return { token: request.cardToken };
    const card = mapping.toCard(request);
    const customer = await getCustomerId(client, log, request);
    return client.tokenizeCard({ customer, ...card }).then(
      mapping.fromCardToken,
      whenCardRefused((refusedReason) => ({ token: '', refusedReason })),
    );
  }

  const toRegistration = (url: string, events: readonly string[]) => ({
    name: 'Feira',
    url,
    email: settings.webhookEmail,
    enabled: true,
    interrupted: false,
    apiVersion: 3,
    // Events are read in any order, so one that fails need not hold back the others.
    sendType: 'NON_SEQUENTIALLY',
    events,
  });

  return {
    createCardToken: tokenizeCard,
    createCardId: tokenizeCard,

    async createTransaction(request) {
      const charge = mapping.toCharge(request, clock.now());
      const customer = await getCustomerId(client, log, request);
      const describe = (payment: Fields) =>
        orUnknown(describeCharge(client, payment), 'The charge was made but could not be read back.');
      const made = client.createPayment({ customer, ...charge });
      if (request.paymentMethod !== 'CREDIT_CARD') return made.then(describe);
      return made.then(
        describe,
        whenCardRefused((reason) => mapping.fromRefusedCharge(request, reason)),
      );
    },

    async getTransaction({ transactionId, reference }) {
      if (!transactionId || transactionId === reference) return findByReference(client, reference);
      if (isPlan(transactionId)) return readCharge(client, await client.listPlanPayments(transactionId));
      const payment = await client.findPayment(transactionId);
      return payment && readCharge(client, [payment]);
    },

    async refund(request) {
      const { transactionId } = request;
      // The payer of a boleto fills in a form at Asaas instead.
      if (request.paymentMethod === 'BILLET') return mapping.fromRefusedRefund(request);
      // Asked again after a lost answer, a part would go back twice and the whole would look refused.
      const earlier = await findRefund(client, request);
      if (earlier) return earlier;
      // The splits of a plan are those of its installments, which Asaas chooses.
      const isSplit = request.splits !== undefined && !request.isFull && !isPlan(transactionId);
      const payment = isSplit ? await client.findPayment(transactionId) : undefined;
      return client[isPlan(transactionId) ? 'refundPlan' : 'refundPayment'](
        transactionId,
        mapping.toRefund(request, payment),
      ).then(
        async () =>
          (await findRefund(client, request).catch(() => undefined)) ?? { refundId: transactionId, status: 'PENDING' },
        whenRefused([400], async (reason) => {
          const made = await orUnknown(findRefund(client, request), 'A refused refund could not be looked for.');
          return made ?? mapping.fromRefusedRefund(request, reason);
        }),
      );
    },

    async withdraw(request) {
      // A wallet is paid by the platform; with its receiver's key the money would come from the receiver itself.
      const token = request.paymentMethod === 'RECEIVER' ? undefined : request.receiverToken;
      return client.createTransfer(mapping.toTransfer(request), token).then(mapping.fromTransfer, async (refusal) => {
        if (!isProviderError(refusal) || (refusal.outcome !== 'REJECTED' && refusal.status !== 409)) throw refusal;
        // The first call may have taken the balance when its answer was lost, and 409 may speak of that call.
        const { transfer } = await searchTransfer(client, request.withdrawReference, token).catch((cause) => {
          // A key that may not write may not read either: nobody looked at the withdrawal.
          if (isProviderError(cause) && cause.code === 'UNAUTHORIZED') throw refusal;
          throw new ProviderError('UNAVAILABLE', 'UNKNOWN', 'A refused withdrawal could not be looked for.', { cause });
        });
        if (transfer) return mapping.fromTransfer(transfer);
        return whenRefused([400, 409], (reason) => mapping.fromRefusedTransfer(request, reason))(refusal);
      });
    },

    async getWithdraw({ withdrawId, withdrawReference, receiverToken }) {
      const isKnown = withdrawId && withdrawId !== withdrawReference;
      let isSureOfAll = true;
      // The look-up does not say who paid: the receiver to the outside, or the platform to the receiver's wallet.
      for (const token of new Set([receiverToken, undefined])) {
        const { transfer, isSure } = isKnown
          ? { transfer: await client.findTransfer(withdrawId, token), isSure: true }
          : await searchTransfer(client, withdrawReference, token);
        if (transfer) return mapping.fromTransfer(transfer);
        isSureOfAll &&= isSure;
      }
      if (isSureOfAll) return null;
      // "Not there" would invite paying a second time.
      throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'The withdrawal is not among the latest 1000 transfers.');
    },

    async createReceiver(request) {
      const account = await client.createAccount(mapping.toAccount(request));
      const { name, document, email, webhookUrl } = request;
      const ids = { receiverId: account.requireText('walletId'), receiverToken: account.text('apiKey') };
      // The account is there whatever becomes of its events; without them it is asked about at intervals.
      const address = toAccountAddress(webhookUrl, ids.receiverId);
      await client.saveWebhook(undefined, toRegistration(address, ACCOUNT_EVENTS), ids.receiverToken).catch((error) => {
        if (!isProviderError(error)) throw error;
        log.warn({ code: error.code, outcome: error.outcome }, 'The events of a sub-account could not be registered');
      });
      // The answer has no status: a new account waits for its documents.
      return { ...ids, providerStatus: 'PENDING', name, document, email };
    },

    async getReceiver({ receiverId, receiverToken }) {
      const token = requireToken(receiverToken);
      const [account, money] = await Promise.all([client.findAccountStatus(token), client.getBalance(token)]);
      return account && { receiverId, providerStatus: account.requireText('general'), balance: money.reais('balance') };
    },

    async getReceiverDocuments({ receiverToken }) {
      return { documents: fromDocuments(await client.getDocuments(requireToken(receiverToken))) };
    },

    async sendReceiverDocument({ receiverToken, documentId, kind = 'CUSTOM', file }) {
      const sent = await client.sendDocument(documentId, kind, file.reference, requireToken(receiverToken));
      return { providerStatus: sent.requireText('status') };
    },

    async getReceiverLink({ receiverToken, documentId }) {
      return fromLink(await client.getDocuments(requireToken(receiverToken)), documentId);
    },

    processWebhook: async (request) => fromWebhook(request),
    authorizeWithdraw: async ({ body }) => fromQuestion(body),

    async ensureWebhook({ webhookUrl }) {
      const known = (await client.listWebhooks()).find((webhook) => webhook.text('url') === webhookUrl);
      if (known && isListening(known)) return;
      const events = [...new Set([...(known?.texts('events') ?? []), ...EVENTS])];
      await client.saveWebhook(known?.text('id'), toRegistration(webhookUrl, events));
    },
  };
}
