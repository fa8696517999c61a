/** Plays the customers and stored cards of the simulated Asaas. */
import { type Ids, type SimulatorContext, toSaoPauloDate } from '@feira/plugin-kit';
import { cardBrand, isCardNumber } from '@feira/schemas/rules/card';
import { asFields, type Fields, invalid, requireText } from './wire.ts';

/** The cards Asaas' sandbox refuses. */
const REFUSED_CARDS = new Set(['5184019740373151', '4916561358240741']);

interface Card {
  creditCardNumber: string | null;
  creditCardBrand: string | null;
  isRefused: boolean;
}

export function createCustomers({ store, clock }: SimulatorContext, ids: Ids) {
  async function getCustomer(fields: Fields): Promise<{ id: string }> {
    const customer = await store.get<{ id: string }>(`customer:${requireText(fields, 'customer')}`);
    if (!customer) throw invalid('customer', 'Cliente não encontrado.');
    return customer;
  }

  function readCard(fields: Fields): Card {
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
    const isExpired = `${year}-${card.expiryMonth}` < toSaoPauloDate(clock.now()).slice(0, 7);
    if (!isCardNumber(number) || isExpired) throw invalid('creditCard', 'Cartão inválido ou vencido.');
    const brand = cardBrand(number);
    // Real answers show nothing of some cards; here of those of JCB.
    const isShown = brand !== null && brand !== 'jcb';
    return {
      creditCardNumber: isShown ? number.slice(-4) : null,
      creditCardBrand: isShown ? brand.toUpperCase() : null,
      isRefused: REFUSED_CARDS.has(number),
    };
  }

  async function findCard(fields: Fields): Promise<Card> {
    requireText(fields, 'remoteIp');
    if (typeof fields.creditCardToken !== 'string') return readCard(fields);
    const card = await store.get<Card & { customer: string }>(`cardToken:${fields.creditCardToken}`);
    // A token belongs to the customer it was made for.
    if (card?.customer !== fields.customer || !card) throw invalid('creditCardToken');
    return card;
  }

  return {
    getCustomer,
    findCard,

    async createCustomer(fields: Fields) {
      const document = requireText(fields, 'cpfCnpj', /^(\d{11}|[0-9A-Z]{12}\d\d)$/);
      // A number whose digits are all alike.
      if (/^(\d)\1+$/.test(String(fields.mobilePhone))) throw invalid('mobilePhone', 'O celular informado é inválido.');
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
      const { id: customer } = await getCustomer(fields);
      const card = await findCard(fields);
      const creditCardToken = ids.uuid();
      await store.set(`cardToken:${creditCardToken}`, { ...card, customer });
      return { creditCardToken, creditCardNumber: card.creditCardNumber, creditCardBrand: card.creditCardBrand };
    },
  };
}
