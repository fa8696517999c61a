import { isProviderError, type ProviderContext, ProviderError } from '@feira/plugin-kit';
import type {
  CardTokenRequest,
  CardTokenResult,
  Provider,
  TransactionResult,
  WithdrawLookup,
} from '@feira/schemas/provider';
import { fromReais } from '@feira/schemas/rules/money';
import { type Client, createClient, type Payment, type Transfer } from './client.ts';
import { cardRefusal, invalidRequest, refusal } from './errors.ts';
import {
  fromCardToken,
  fromCharge,
  fromRefund,
  fromRefusedCharge,
  fromRefusedTransfer,
  fromTransfer,
  toAccount,
  toCardToken,
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

type Buyer = Pick<CardTokenRequest, 'customer' | 'address'>;

async function getCustomerId(client: Client, { customer, address }: Buyer): Promise<string> {
  if (!customer.document) throw invalidRequest('customer.document is needed: Asaas knows customers by CPF or CNPJ.');
  try {
    const found = await client.listCustomers(customer.document);
    return (found.data[0] ?? (await client.createCustomer(toCustomer(customer, address)))).id;
  } catch (error) {
    if (isProviderError(error) && error.outcome !== 'UNKNOWN') throw error;
    // A customer made in vain moves no money: the charge itself was certainly not sent.
    const { code, status } = isProviderError(error) ? error : { code: 'INVALID_ANSWER' as const, status: undefined };
    throw new ProviderError(code, 'NOT_SENT', 'Asaas did not say which customer this is.', { status, cause: error });
  }
}

async function tokenizeCard(client: Client, request: CardTokenRequest): Promise<CardTokenResult> {
  // A token of Asaas is a stored card already: it can be charged again.
  if (!request.card && request.cardToken) return { token: request.cardToken };
  const customerId = await getCustomerId(client, request);
  try {
    return fromCardToken(await client.tokenizeCard(toCardToken(request, customerId)));
  } catch (error) {
    const refusedReason = cardRefusal(error);
    if (!refusedReason) throw error;
    return { token: '', refusedReason };
  }
}

/** The charge with everything its page shows, which Asaas spreads over further calls. */
async function describeCharge(client: Client, payment: Payment): Promise<TransactionResult> {
  if (payment.installment) {
    const plan = await client.findPlanPayments(payment.installment);
    return fromCharge(plan?.data.length ? plan.data : [payment]);
  }
  const isPayable = !payment.deleted && ['PENDING', 'OVERDUE'].includes(payment.status);
  if (isPayable && payment.billingType === 'PIX') {
    return fromCharge([payment], { pix: await client.getPixQrCode(payment.id) });
  }
  if (isPayable && payment.billingType === 'BOLETO') {
    return fromCharge([payment], { boleto: await client.getBoletoLine(payment.id) });
  }
  return fromCharge([payment]);
}

async function findByReference(client: Client, reference: string): Promise<TransactionResult | null> {
  const { data } = await client.listPayments(reference);
  const own = data.filter((payment) => payment.externalReference === reference);
  const payment = own.find(({ deleted }) => !deleted) ?? own[0];
  return payment ? describeCharge(client, payment) : null;
}

async function findTransferByReference(client: Client, lookup: WithdrawLookup): Promise<Transfer | null> {
  for (let page = 0; page < TRANSFER_PAGES; page += 1) {
    const { data, hasMore } = await client.listTransfers(page * 100, lookup.receiverToken);
    const found = data.find((transfer) => transfer.externalReference === lookup.withdrawReference);
    if (found) return found;
    if (!hasMore) return null;
  }
  // "Not there" would invite paying a second time.
  throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'The withdrawal is not among the latest 1000 transfers.');
}

export function createAsaasProvider({ http, settings, clock }: ProviderContext): Provider {
  const client = createClient(http);
  return {
    createCardToken: (request) => tokenizeCard(client, request),
    createCardId: (request) => tokenizeCard(client, request),

    async createTransaction(request) {
      const customerId = await getCustomerId(client, request);
      let payment: Payment;
      try {
        payment = await client.createPayment(toCharge(request, customerId, clock.now()));
      } catch (error) {
        const reason = request.paymentMethod === 'CREDIT_CARD' ? cardRefusal(error) : undefined;
        if (!reason) throw error;
        return fromRefusedCharge(request, reason);
      }
      try {
        return await describeCharge(client, payment);
      } catch (cause) {
        throw new ProviderError('UNAVAILABLE', 'UNKNOWN', 'The charge was made but could not be read back.', { cause });
      }
    },

    async getTransaction({ transactionId, reference }) {
      if (!transactionId || transactionId === reference) return findByReference(client, reference);
      if (isPlan(transactionId)) {
        const plan = await client.findPlanPayments(transactionId);
        return plan?.data.length ? fromCharge(plan.data) : null;
      }
      const payment = await client.findPayment(transactionId);
      return payment && fromCharge([payment]);
    },

    async refund(request) {
      const refundId = request.transactionId;
      // The payer of a boleto fills in a form at Asaas instead.
      if (request.paymentMethod === 'BILLET') {
        return { refundId, status: 'REFUSED', reason: 'Erro ao aprovar o reembolso.' };
      }
      try {
        if (!isPlan(refundId)) return fromRefund(request, await client.refundPayment(refundId, toRefund(request)));
        await client.refundPlan(refundId, toRefund(request));
        return fromRefund(request);
      } catch (error) {
        const reason = refusal(error);
        if (!reason) throw error;
        return { refundId, status: 'REFUSED', reason };
      }
    },

    async withdraw(request) {
      try {
        return fromTransfer(await client.createTransfer(toTransfer(request), request.receiverToken));
      } catch (error) {
        const reason = refusal(error);
        if (!reason) throw error;
        return fromRefusedTransfer(request, reason);
      }
    },

    async getWithdraw(lookup) {
      const { withdrawId, withdrawReference, receiverToken } = lookup;
      const isKnown = withdrawId && withdrawId !== withdrawReference;
      const transfer = isKnown
        ? await client.findTransfer(withdrawId, receiverToken)
        : await findTransferByReference(client, lookup);
      return transfer && fromTransfer(transfer);
    },

    async createReceiver(request) {
      const { walletId, apiKey } = await client.createAccount(toAccount(request));
      const { name, document, email } = request;
      // The answer has no status: a new account waits for its documents.
      return { receiverId: walletId, receiverToken: apiKey, providerStatus: 'PENDING', name, document, email };
    },

    async getReceiver({ receiverId, receiverToken }) {
      if (!receiverToken) throw invalidRequest('receiverToken is needed: Asaas shows an account only to its own key.');
      const [status, account] = await Promise.all([
        client.findAccountStatus(receiverToken),
        client.getBalance(receiverToken),
      ]);
      return status && { receiverId, providerStatus: status.general, balance: fromReais(account.balance) };
    },

    processWebhook: async ({ body }) => fromWebhook(body),

    async ensureWebhook({ webhookUrl }) {
      const { data } = await client.listWebhooks();
      if (data.some((webhook) => webhook.url === webhookUrl)) return;
      await client.createWebhook(
        {
          name: 'Feira',
          url: webhookUrl,
          email: settings.webhookEmail,
          enabled: true,
          interrupted: false,
          apiVersion: 3,
          // Events are read in any order, so one that fails need not hold back the others.
          sendType: 'NON_SEQUENTIALLY',
          events: EVENTS,
        },
        { authToken: 'webhookAuthToken' },
      );
    },
  };
}
