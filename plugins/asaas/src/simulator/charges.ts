/** Plays the charges of the simulated Asaas, their look-ups and refunds. */
import type { Share, SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
import { toSaoPauloDate } from '@feira/plugin-kit';
import { fromReais, percentOf, toReais } from '@feira/schemas/rules/money';
import type { createCustomers } from './customers.ts';
import {
  type Charge,
  isHeld,
  leftOf,
  METHODS,
  sumOf,
  toBoleto,
  toPayments,
  toPixQrCode,
  toSplitId,
  type WirePayment,
} from './payments.ts';
import { asFields, asText, type Call, type Fields, invalid, missing, requireCents, requireText } from './wire.ts';
import { explain, type World } from './world.ts';

const REFUSAL = 'Transação não autorizada. Confira os dados do cartão ou use outro.';

/** Returns the number of installments and the cents of all of them together. */
function readPrice(fields: Fields): { count: number; amount: number } {
  const count = fields.installmentCount ?? 1;
  if (count === 1) return { count, amount: requireCents(fields, 'value') };
  if (!Number.isInteger(count) || (count as number) < 2 || (count as number) > 21) throw invalid('installmentCount');
  return { count: count as number, amount: requireCents(fields, 'totalValue') };
}

function readShares(fields: Fields, amount: number): Share[] {
  const splits = Array.isArray(fields.split) ? fields.split.map(asFields) : [];
  return splits.map(({ walletId, percentualValue, fixedValue, totalFixedValue }) => ({
    account: String(walletId),
    amount: percentualValue
      ? percentOf(amount, Math.round(Number(percentualValue) * 100))
      : fromReais(Number(fixedValue ?? totalFixedValue ?? 0)),
  }));
}

/** Returns what each wallet gives of a part that goes back: nothing unless the refund names its split. */
function readRefundShares({ transactionId, shares }: Charge, { splitRefunds }: Fields): Share[] | undefined {
  if (shares.length === 0) return undefined;
  const named = Array.isArray(splitRefunds) ? splitRefunds.map(asFields) : [];
  const wallets = new Map(shares.map(({ account }, index) => [toSplitId(transactionId, index), account]));
  if (named.some(({ id }) => !wallets.has(String(id)))) throw invalid('splitRefunds');
  return named.map((split) => ({ account: wallets.get(String(split.id))!, amount: requireCents(split, 'value') }));
}

export function createCharges(
  { book, clock, publicUrl }: World,
  { getCustomer, findCard }: ReturnType<typeof createCustomers>,
) {
  /** Returns the charge that an id names: its own id, or the id of one of its payments. */
  async function getCharge(request: SimulatorRequest, id: string): Promise<Charge> {
    const charge = await book.findCharge(request, id);
    if (!charge) throw missing();
    return charge;
  }
  async function getPayment(request: SimulatorRequest, id: string): Promise<WirePayment> {
    const payment = toPayments(await getCharge(request, id)).find((one) => one.id === id);
    if (!payment) throw missing();
    return payment;
  }

  return {
    async create({ request, fields }: Call): Promise<WirePayment> {
      const { id: customer } = await getCustomer(fields);
      const billingType = requireText(fields, 'billingType', /^(PIX|BOLETO|CREDIT_CARD)$/) as keyof typeof METHODS;
      const dueDate = requireText(fields, 'dueDate', /^\d{4}-\d\d-\d\d$/);
      if (dueDate < toSaoPauloDate(clock.now())) {
        throw invalid('dueDate', 'A data de vencimento não pode ser anterior a hoje.');
      }
      const { count, amount } = readPrice(fields);
      const card = billingType === 'CREDIT_CARD' ? await findCard(fields) : undefined;
      if (card?.isRefused) throw invalid('creditCard', REFUSAL);
      const plan = count > 1 ? Array.from({ length: count }, () => book.ids.next('pay_')) : [];
      const charge = await book.createCharge(request, count > 1 ? book.ids.uuid : 'pay_', async (id) => ({
        reference: asText(fields.externalReference) ?? '',
        method: METHODS[billingType],
        amount,
        status: card ? 'PAID' : 'WAITING',
        shares: readShares(fields, amount),
        aliases: plan,
        data: {
          customer,
          paymentIds: count > 1 ? plan : [id],
          dueDate,
          description: asText(fields.description) ?? null,
          creditCard: card ? { creditCardNumber: card.creditCardNumber, creditCardBrand: card.creditCardBrand } : null,
          bankSlipUrl: billingType === 'BOLETO' ? `${publicUrl}/b/pdf/${id}` : null,
          receivedOn: null,
          isReversing: false,
        },
      }));
      return toPayments(charge)[0]!;
    },

    async listByReference({ request }: Call): Promise<WirePayment[]> {
      const { externalReference } = request.query;
      return externalReference ? (await book.listByReference(request, externalReference)).flatMap(toPayments) : [];
    },
    get: ({ request, id }: Call) => getPayment(request, id),
    getPixQrCode: async ({ request, id }: Call) => toPixQrCode(await getPayment(request, id)),
    getBoleto: async ({ request, id }: Call) => toBoleto(await getPayment(request, id)),
    listRefunds: async ({ request, id }: Call) => (await getPayment(request, id)).refunds ?? [],
    listPlan: async ({ request, id }: Call) => toPayments(await getCharge(request, id)),

    /** The slip that people print. */
    async showSlip(request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
      const payment = await getPayment(request, id);
      const { identificationField } = toBoleto(payment);
      const text = `Boleto simulado\n${identificationField}\nVencimento ${payment.dueDate}\n`;
      return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text };
    },

    /** Gives back a payment, or a whole plan, without a value all that is left of it. */
    async refund({ request, id, fields }: Call) {
      const charge = await getCharge(request, id);
      const payments = toPayments(charge);
      const payment = payments.find((one) => one.id === id);
      if (charge.method === 'BILLET') throw explain('NOT_PAID');
      const left = payments.length > 1 && payment ? leftOf(payment) : undefined;
      const amount = fields.value === undefined || fields.value === null ? left : requireCents(fields, 'value');
      if (amount && left !== undefined && amount > left) throw explain('BEYOND_PAID');
      const description = asText(fields.description);
      const status = isHeld(description) ? 'PENDING' : 'DONE';
      const shares = amount === undefined ? undefined : readRefundShares(charge, fields);
      await book.createRefund(charge.transactionId, 'rfd_', { amount, of: payment?.id, description, status, shares });
      if (payment) return getPayment(request, id);
      return { object: 'installment', id, value: toReais(sumOf(toPayments(charge))) };
    },
  };
}
