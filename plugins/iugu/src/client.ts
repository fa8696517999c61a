/** The calls of iugu's invoices and cards, one line for each. */
import { createCalls, type Fields, type ProviderContext, ProviderError, path } from '@feira/plugin-kit';
import { createFamilyClient, reasonOf } from '../../family-iugu/src/client.ts';

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

export function createClient(context: ProviderContext) {
  const calls = createCalls(context.http, (body) => reasonOf(body));
  const { find, post, put } = calls;
  const cards = createCalls(context.http, (body) => reasonOf(body, 'Erro salvando cartão'));
  return {
    ...createFamilyClient(context),
    /** https://dev.iugu.com/reference/criar-fatura */
    createInvoice: (invoice: object, reference: string) => post('/invoices', invoice, keyed(reference)),
    /** https://dev.iugu.com/reference/cobranca-direta */
    createCharge: (charge: object, reference: string) => post('/charge', charge, keyed(`charge-${reference}`)),
    /** https://dev.iugu.com/reference/buscar-fatura */
    findInvoice: (id: string) => find(path`/invoices/${id}`),
    /** https://dev.iugu.com/reference/buscar-fatura-por-ids-externos */
    async findInvoiceByReference(reference: string): Promise<Fields | null> {
      const found = await find('/resource_search', { query: { query_field: 'order_id', value: reference } });
      if (!found) return null;
      if (found.text('resource.order_id') === reference) return found.fields('resource');
      throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'The search answered with another invoice.');
    },
    /** https://dev.iugu.com/reference/cancelar-fatura */
    cancelInvoice: (id: string) => put(path`/invoices/${id}/cancel`),
    /** https://dev.iugu.com/reference/reembolsar-fatura */
    refundInvoice: (id: string, part?: object) => post(path`/invoices/${id}/refund`, part),
    /** https://dev.iugu.com/reference/criar-token; the account stands in the body, and a token of the API is not wanted. */
    createToken: (card: object) => cards.post('/payment_token', card, { auth: 'none' }),
    /** https://dev.iugu.com/reference/criar-cliente */
    createCustomer: (customer: object) => cards.post('/customers', customer),
    /** https://dev.iugu.com/reference/criar-forma-de-pagamento */
    createPaymentMethod: (customerId: string, method: object) =>
      cards.post(path`/customers/${customerId}/payment_methods`, method),
    /** https://dev.iugu.com/reference/remover-forma-de-pagamento */
    deletePaymentMethod: (customerId: string, id: string) =>
      calls.delete(path`/customers/${customerId}/payment_methods/${id}`),
  };
}
export type Client = ReturnType<typeof createClient>;
