import { isProviderError, type ProviderContext, ProviderError, type ProviderLog } from '@feira/plugin-kit';
import type {
  CardTokenRequest,
  CardTokenResult,
  Provider,
  RefundRequest,
  RefundResult,
  TransactionResult,
} from '@feira/schemas/provider';
import { fromReais } from '@feira/schemas/rules/money';
import { type Client, createClient, type Payment, type Transfer, type Webhook } from './client.ts';
import { fromDocuments, fromLink } from './documents.ts';
import { cardRefusal, invalidRequest, orUnknown, refusal } from './errors.ts';
import {
  fromCardToken,
  fromCharge,
  fromRefunds,
  fromRefusedCharge,
  fromRefusedTransfer,
  fromTransfer,
  isPaid,
  isRefunding,
  toAccount,
  toCard,
  toCharge,
  toCustomer,
  toRefund,
  toTransfer,
} from './mapping.ts';
import { EVENTS, fromWebhook } from './webhook.ts';

/** Payment ids start with pay_; anything else is the id of an installment plan. */
const isPlan = (transactionId: string) => !transactionId.startsWith('pay_');
/** 1000 transfers back; further than that a lost withdrawal is a person's case. */
const TRANSFER_PAGES = 10;

function requireToken(receiverToken: string | undefined): string {
  if (receiverToken) return receiverToken;
  throw invalidRequest('receiverToken is needed: Asaas shows an account only to its own key.');
}

type Buyer = Pick<CardTokenRequest, 'customer' | 'address'>;

async function getCustomerId(client: Client, log: ProviderLog, { customer, address }: Buyer): Promise<string> {
  if (!customer.document) throw invalidRequest('customer.document is needed: Asaas knows customers by CPF or CNPJ.');
  try {
    const [known] = (await client.listCustomers(customer.document)).data;
    if (!known) return (await client.createCustomer(toCustomer(customer, address))).id;
    const customerId = known.id;
    if (known.notificationDisabled === false) {
      // Messages of Asaas to the buyer are a nuisance, but no reason to lose the sale.
      await client
        .updateCustomer(customerId, { notificationDisabled: true })
        .catch(() => log.warn({ customerId }, 'Messages of Asaas to a customer could not be switched off'));
    }
    return customerId;
  } catch (error) {
    if (isProviderError(error) && error.outcome !== 'UNKNOWN') throw error;
    // A customer made in vain moves no money: the charge itself was certainly not sent.
    const { code, status } = isProviderError(error) ? error : { code: 'INVALID_ANSWER' as const, status: undefined };
    throw new ProviderError(code, 'NOT_SENT', 'Asaas did not say which customer this is.', { status, cause: error });
  }
}

const findPlan = async (client: Client, planId: string): Promise<Payment[]> =>
  (await client.findPlanPayments(planId))?.data ?? [];

/** All payments of the sale that the payment belongs to. */
async function listSale(client: Client, payment: Payment): Promise<Payment[]> {
  const plan = payment.installment ? await findPlan(client, payment.installment) : [];
  return plan.length ? plan : [payment];
}

/** A new charge with everything its page shows, which Asaas spreads over further calls. */
async function describeCharge(client: Client, payment: Payment): Promise<TransactionResult> {
  const isPayable = !payment.deleted && ['PENDING', 'OVERDUE'].includes(payment.status);
  if (isPayable && payment.billingType === 'PIX') {
    return fromCharge([payment], { pix: await client.getPixQrCode(payment.id) });
  }
  if (isPayable && payment.billingType === 'BOLETO') {
    return fromCharge([payment], { boleto: await client.getBoletoLine(payment.id) });
  }
  return fromCharge(await listSale(client, payment));
}

/** The charge as it stands, with what went back of it. */
async function readCharge(client: Client, payments: Payment[]): Promise<TransactionResult | null> {
  if (payments.length === 0) return null;
  const mayHold = (payment: Payment) => payment.status !== 'REFUNDED' && (isPaid(payment) || isRefunding(payment));
  return fromCharge(
    await Promise.all(
      payments.map(async (payment) => ({
        ...payment,
        listedRefunds: mayHold(payment) ? await client.listRefunds(payment.id) : [],
      })),
    ),
  );
}

async function findByReference(client: Client, reference: string): Promise<TransactionResult | null> {
  const { data } = await client.listPayments(reference);
  const own = data.filter((payment) => payment.externalReference === reference);
  const payment = own.find(isPaid) ?? own.find(({ deleted }) => !deleted) ?? own[0];
  if (!payment) return null;
  return isPaid(payment) ? readCharge(client, await listSale(client, payment)) : describeCharge(client, payment);
}

async function findRefund(client: Client, request: RefundRequest): Promise<RefundResult | undefined> {
  const { transactionId } = request;
  const ids = isPlan(transactionId) ? (await findPlan(client, transactionId)).map(({ id }) => id) : [transactionId];
  const refunds = await Promise.all(ids.map((id) => client.listRefunds(id)));
  return fromRefunds(request, refunds.flat());
}

/** Among the latest transfers of one account; `isSure` is false when there are more than it looks through. */
async function searchTransfer(
  client: Client,
  reference: string,
  token?: string,
): Promise<{ transfer?: Transfer; isSure: boolean }> {
  for (let page = 0; page < TRANSFER_PAGES; page += 1) {
    const { data, hasMore } = await client.listTransfers(page * 100, token);
    const transfer = data.find(({ externalReference }) => externalReference === reference);
    if (transfer || !hasMore) return { transfer, isSure: true };
  }
  return { isSure: false };
}

/** Whether events reach us: Asaas pauses a queue that failed for long, and an older version knew fewer events. */
const isListening = ({ enabled, interrupted, hasAuthToken, events }: Webhook) =>
  enabled !== false &&
  !interrupted &&
  hasAuthToken !== false &&
  EVENTS.every((event) => events?.includes(event) ?? true);

export function createAsaasProvider({ http, settings, clock, log }: ProviderContext): Provider {
  const client = createClient(http);

  async function tokenizeCard(request: CardTokenRequest): Promise<CardTokenResult> {
    // A token of Asaas is a stored card already: it can be charged again.
    if (!request.card && request.cardToken) return { token: request.cardToken };
    const card = toCard(request);
    const customer = await getCustomerId(client, log, request);
    try {
      return fromCardToken(await client.tokenizeCard({ customer, ...card }));
    } catch (error) {
      const refusedReason = cardRefusal(error);
      if (!refusedReason) throw error;
      return { token: '', refusedReason };
    }
  }

  return {
    createCardToken: tokenizeCard,
    createCardId: tokenizeCard,

    async createTransaction(request) {
      const charge = toCharge(request, clock.now());
      const customer = await getCustomerId(client, log, request);
      let payment: Payment;
      try {
        payment = await client.createPayment({ customer, ...charge });
      } catch (error) {
        const reason = request.paymentMethod === 'CREDIT_CARD' ? cardRefusal(error) : undefined;
        if (!reason) throw error;
        return fromRefusedCharge(request, reason);
      }
      return orUnknown('The charge was made but could not be read back.', () => describeCharge(client, payment));
    },

    async getTransaction({ transactionId, reference }) {
      if (!transactionId || transactionId === reference) return findByReference(client, reference);
      if (isPlan(transactionId)) return readCharge(client, await findPlan(client, transactionId));
      const payment = await client.findPayment(transactionId);
      return payment && readCharge(client, [payment]);
    },

    async refund(request) {
      const refundId = request.transactionId;
      const refuse = (reason = '') =>
        ({ refundId, status: 'REFUSED', reason: `Erro ao aprovar o reembolso. ${reason}`.trim() }) as const;
      // The payer of a boleto fills in a form at Asaas instead.
      if (request.paymentMethod === 'BILLET') return refuse();
      // Asked again after a lost answer, a part would go back twice and the whole would look refused.
      const earlier = await findRefund(client, request);
      if (earlier) return earlier;
      try {
        await client[isPlan(refundId) ? 'refundPlan' : 'refundPayment'](refundId, toRefund(request));
      } catch (error) {
        const reason = refusal(error);
        if (!reason) throw error;
        const made = await orUnknown('The refund was refused and could not be looked for.', () =>
          findRefund(client, request),
        );
        return made ?? refuse(reason);
      }
      const made = await findRefund(client, request).catch(() => undefined);
      return made ?? { refundId, status: 'PENDING' };
    },

    async withdraw(request) {
      // A wallet is paid by the platform; with its receiver's key the money would come from the receiver itself.
      const token = request.paymentMethod === 'RECEIVER' ? undefined : request.receiverToken;
      try {
        return fromTransfer(await client.createTransfer(toTransfer(request), token));
      } catch (error) {
        const reason = refusal(error);
        if (!reason) throw error;
        // Asked again after a lost answer, the balance may be gone because the first call took it.
        const { transfer } = await orUnknown('The withdrawal was refused and could not be looked for.', () =>
          searchTransfer(client, request.withdrawReference, token),
        );
        return transfer ? fromTransfer(transfer) : fromRefusedTransfer(request, reason);
      }
    },

    async getWithdraw({ withdrawId, withdrawReference, receiverToken }) {
      const isKnown = withdrawId && withdrawId !== withdrawReference;
      let isSureOfAll = true;
      // The look-up does not say who paid: the receiver to the outside, or the platform to the receiver's wallet.
      for (const token of new Set([receiverToken, undefined])) {
        const { transfer, isSure } = isKnown
          ? { transfer: await client.findTransfer(withdrawId, token), isSure: true }
          : await searchTransfer(client, withdrawReference, token);
        if (transfer) return fromTransfer(transfer);
        isSureOfAll &&= isSure;
      }
      if (isSureOfAll) return null;
      // "Not there" would invite paying a second time.
      throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'The withdrawal is not among the latest 1000 transfers.');
    },

    async createReceiver(request) {
      const { walletId, apiKey } = await client.createAccount(toAccount(request));
      const { name, document, email } = request;
      // The answer has no status: a new account waits for its documents.
      return { receiverId: walletId, receiverToken: apiKey, providerStatus: 'PENDING', name, document, email };
    },

    async getReceiver({ receiverId, receiverToken }) {
      const token = requireToken(receiverToken);
      const [status, account] = await Promise.all([client.findAccountStatus(token), client.getBalance(token)]);
      return status && { receiverId, providerStatus: status.general, balance: fromReais(account.balance) };
    },

    async getReceiverDocuments({ receiverToken }) {
      return { documents: fromDocuments(await client.listDocuments(requireToken(receiverToken))) };
    },

    async sendReceiverDocument({ receiverToken, documentId, kind, file }) {
      const token = requireToken(receiverToken);
      const sent = await client.sendDocument(documentId, { type: kind ?? 'CUSTOM', file: file.reference }, token);
      return { providerStatus: sent.status };
    },

    async getReceiverLink({ receiverToken, documentId }) {
      const { data } = await client.listDocuments(requireToken(receiverToken));
      return fromLink(data.find(({ id }) => id === documentId));
    },

    processWebhook: async ({ body }) => fromWebhook(body),

    async ensureWebhook({ webhookUrl }) {
      const known = (await client.listWebhooks()).data.find(({ url }) => url === webhookUrl);
      if (known && isListening(known)) return;
      const registration = {
        name: 'Feira',
        url: webhookUrl,
        email: settings.webhookEmail,
        enabled: true,
        interrupted: false,
        apiVersion: 3,
        // Events are read in any order, so one that fails need not hold back the others.
        sendType: 'NON_SEQUENTIALLY',
        events: [...new Set([...(known?.events ?? []), ...EVENTS])],
      };
      await client.saveWebhook(known?.id, registration, { authToken: 'webhookAuthToken' });
    },
  };
}
