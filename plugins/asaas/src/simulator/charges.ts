/** Customers, cards, charges and refunds of the simulated Asaas. */
import { addDays, type SimulatorContext, toSaoPaulo, toSaoPauloDate } from '@feira/plugin-kit';
import { cardBrand, isCardNumber } from '@feira/schemas/rules/card';
import { allocate, fromReais, toReais } from '@feira/schemas/rules/money';
import {
  asFields,
  type Charge,
  type Fields,
  invalid,
  missing,
  requireCents,
  requireText,
  WireError,
  type WirePayment,
} from './wire.ts';

/** The cards Asaas' sandbox refuses. */
const REFUSED_CARDS = new Set(['5184019740373151', '4916561358240741']);
const REFUSAL = 'Transação não autorizada. Confira os dados do cartão ou use outro.';

interface StoredCard {
  customer: string;
  creditCardNumber: string;
  creditCardBrand: string;
  isRefused: boolean;
}

/** Wall-clock time of São Paulo, as Asaas writes it. */
export const toWallClock = (date: Date) => toSaoPaulo(date).slice(0, 19).replace('T', ' ');

export type Ids = ReturnType<typeof createIds>;
export function createIds(random: () => number) {
  const pick = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  const hex = (length: number) => pick('0123456789abcdef', length);
  return {
    next: (prefix: string) => prefix + pick('0123456789abcdefghijklmnopqrstuvwxyz', 16),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    digits: (length: number) => pick('0123456789', length),
    hex,
  };
}

export function createCharges({ store, clock }: SimulatorContext, ids: Ids) {
  const today = () => toSaoPauloDate(clock.now());
  // A store may hand out the very object it keeps; a change must count only once it is saved.
  const find = async (transactionId: string): Promise<Charge | undefined> =>
    structuredClone(await store.get<Charge>(`charge:${transactionId}`));

  async function getCustomer(fields: Fields): Promise<{ id: string }> {
    const customer = await store.get<{ id: string }>(`customer:${requireText(fields, 'customer')}`);
    if (!customer) throw invalid('customer', 'Cliente não encontrado.');
    return customer;
  }

  function readCard(fields: Fields): Omit<StoredCard, 'customer'> {
    const card = asFields(fields.creditCard);
    const holder = asFields(fields.creditCardHolderInfo);
    const number = requireText(card, 'number', /^\d+$/);
    requireText(card, 'holderName');
    requireText(card, 'expiryMonth', /^(0[1-9]|1[0-2])$/);
    const year = requireText(card, 'expiryYear', /^20\d\d$/);
    requireText(card, 'ccv', /^\d{3,4}$/);
    requireText(holder, 'name');
    requireText(holder, 'email', /@/);
    requireText(holder, 'cpfCnpj', /^(\d{11}|[0-9A-Z]{12}\d\d)$/);
    requireText(holder, 'postalCode', /^\d{8}$/);
    requireText(holder, 'addressNumber');
    requireText(holder, 'phone', /^\d{10,11}$/);
    const isExpired = `${year}-${card.expiryMonth}` < today().slice(0, 7);
    if (!isCardNumber(number) || isExpired) throw invalid('creditCard', 'Cartão inválido ou vencido.');
    return {
      creditCardNumber: number.slice(-4),
      creditCardBrand: (cardBrand(number) ?? 'unknown').toUpperCase(),
      isRefused: REFUSED_CARDS.has(number),
    };
  }

  async function findCard(fields: Fields): Promise<Omit<StoredCard, 'customer'>> {
    requireText(fields, 'remoteIp');
    if (typeof fields.creditCardToken !== 'string') return readCard(fields);
    const card = await store.get<StoredCard>(`cardToken:${fields.creditCardToken}`);
    // A token belongs to the customer it was made for.
    if (card?.customer !== fields.customer || !card) throw invalid('creditCardToken');
    return card;
  }

  function toInstallments(fields: Fields): number[] {
    if (fields.installmentCount === undefined) return [requireCents(fields, 'value')];
    const count = fields.installmentCount;
    if (!Number.isInteger(count) || (count as number) < 2 || (count as number) > 21) throw invalid('installmentCount');
    return allocate(requireCents(fields, 'totalValue'), Array(count as number).fill(1));
  }

  return {
    async createCustomer(fields: Fields) {
      const document = requireText(fields, 'cpfCnpj', /^(\d{11}|[0-9A-Z]{12}\d\d)$/);
      const customer = {
        object: 'customer',
        id: ids.next('cus_'),
        name: requireText(fields, 'name'),
        cpfCnpj: document,
        email: fields.email ?? null,
        notificationDisabled: fields.notificationDisabled === true,
      };
      await store.set(`customer:${customer.id}`, customer);
      await store.set(`customerDocument:${document}`, customer.id);
      return customer;
    },

    async listCustomers(document: string | undefined) {
      const id = await store.get<string>(`customerDocument:${document}`);
      const customer = id && (await store.get(`customer:${id}`));
      return customer ? [customer] : [];
    },

    async updateCustomer(id: string, fields: Fields) {
      const customer = { ...(await getCustomer({ customer: id })), ...fields, id };
      await store.set(`customer:${id}`, customer);
      return customer;
    },

    async tokenizeCard(fields: Fields) {
      const customer = await getCustomer(fields);
      const card: StoredCard = { ...(await findCard(fields)), customer: customer.id };
      const creditCardToken = ids.uuid();
      await store.set(`cardToken:${creditCardToken}`, card);
      return { creditCardToken, creditCardNumber: card.creditCardNumber, creditCardBrand: card.creditCardBrand };
    },

    async create(fields: Fields, publicUrl: string, fault: Charge['fault']): Promise<Charge> {
      const customer = await getCustomer(fields);
      const billingType = requireText(fields, 'billingType', /^(PIX|BOLETO|CREDIT_CARD)$/);
      const dueDate = requireText(fields, 'dueDate', /^\d{4}-\d\d-\d\d$/);
      if (dueDate < today()) throw invalid('dueDate', 'A data de vencimento não pode ser anterior a hoje.');
      const amounts = toInstallments(fields);
      const isCard = billingType === 'CREDIT_CARD';
      const card = isCard ? await findCard(fields) : undefined;
      if (card?.isRefused) throw invalid('creditCard', REFUSAL);
      const reference = typeof fields.externalReference === 'string' ? fields.externalReference : null;
      const installment = amounts.length > 1 ? ids.uuid() : null;
      const now = clock.now();
      const payments = amounts.map((amount, index): WirePayment => {
        const id = ids.next('pay_');
        return {
          object: 'payment',
          id,
          dateCreated: today(),
          customer: customer.id,
          installment,
          installmentNumber: installment ? index + 1 : null,
          value: toReais(amount),
          originalValue: null,
          billingType,
          status: isCard ? 'CONFIRMED' : 'PENDING',
          dueDate: addDays(dueDate, index * 30),
          description: typeof fields.description === 'string' ? fields.description : null,
          externalReference: reference,
          deleted: false,
          bankSlipUrl: billingType === 'BOLETO' ? `${publicUrl}/b/pdf/${id}` : null,
          confirmedDate: isCard ? today() : null,
          paymentDate: null,
          clientPaymentDate: isCard ? today() : null,
          pixTransaction: null,
          creditCard: card ? { creditCardNumber: card.creditCardNumber, creditCardBrand: card.creditCardBrand } : null,
          refunds: null,
        };
      });
      const charge: Charge = {
        transactionId: installment ?? payments[0]!.id,
        customer: customer.id,
        payments,
        splits: Array.isArray(fields.split) ? fields.split.map(asFields) : [],
        settled: 0,
        createdAt: now.toISOString(),
        fault,
      };
      await store.set(`charge:${charge.transactionId}`, charge);
      for (const { id } of payments) await store.set(`payment:${id}`, charge.transactionId);
      if (reference) {
        const known = (await store.get<string[]>(`reference:${reference}`)) ?? [];
        await store.set(`reference:${reference}`, [...known, charge.transactionId]);
      }
      return charge;
    },

    save: (charge: Charge) => store.set(`charge:${charge.transactionId}`, charge),
    find,

    async get(transactionId: string): Promise<Charge> {
      const charge = await find(transactionId);
      if (!charge) throw missing();
      return charge;
    },

    async getByPayment(paymentId: string): Promise<{ charge: Charge; payment: WirePayment }> {
      const charge = await find((await store.get<string>(`payment:${paymentId}`)) ?? '');
      const payment = charge?.payments.find(({ id }) => id === paymentId);
      if (!charge || !payment) throw missing();
      return { charge, payment };
    },

    async listByReference(reference: string): Promise<Charge[]> {
      const found = (await store.get<string[]>(`reference:${reference}`)) ?? [];
      const charges = await Promise.all(found.map(find));
      return charges.filter((charge) => charge !== undefined);
    },
  };
}

export const sumRefunds = (refunds: WirePayment['refunds']) =>
  (refunds ?? []).reduce((total, { value }) => total + fromReais(value), 0);

/** Refunds the payments, the last one first, and answers those it changed. */
export function refundPayments(payments: WirePayment[], fields: Fields, now: Date): WirePayment[] {
  const left = ({ value, refunds }: WirePayment) => fromReais(value) - sumRefunds(refunds);
  const standing = payments.filter(({ status }) => status === 'CONFIRMED' || status === 'RECEIVED');
  if (standing.length === 0 || standing[0]?.billingType === 'BOLETO') {
    throw new WireError(400, 'invalid_action', 'Só cobranças recebidas por PIX ou cartão podem ser estornadas.');
  }
  const refundable = standing.reduce((total, payment) => total + left(payment), 0);
  let wanted = fields.value === undefined || fields.value === null ? refundable : requireCents(fields, 'value');
  if (wanted > refundable) throw invalid('value', 'O valor do estorno é maior que o valor disponível.');
  const changed: WirePayment[] = [];
  for (const payment of standing.reverse()) {
    const amount = Math.min(wanted, left(payment));
    if (amount === 0) continue;
    wanted -= amount;
    const description = typeof fields.description === 'string' ? fields.description : null;
    const refund = { dateCreated: toWallClock(now), status: 'DONE' as const, value: toReais(amount), description };
    payment.refunds = [...(payment.refunds ?? []), refund];
    if (left(payment) === 0) payment.status = 'REFUNDED';
    changed.push(payment);
  }
  return changed;
}
