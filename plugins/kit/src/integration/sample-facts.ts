/** Makes up the facts of an event: for a test that its owner sends, and for the conformance suite. */
import type { IntegrationEvent, IntegrationFacts } from '@feira/schemas/integration';
import type { InvoiceFacts } from '@feira/schemas/integration-invoice';

/** The ids of made-up data, which belong to nothing. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

export function sampleFacts(
  event: IntegrationEvent,
  { eventId, now }: { eventId: string; now: Date },
): IntegrationFacts {
  const at = now.toISOString();
  const isCart = event === 'cart.abandoned';
  const isBack = event === 'sale.refunded' || event === 'sale.charged_back';
  const isPaid = isBack || event === 'sale.approved';
  const isPix = event === 'pix.created';
  const isBoleto = event === 'boleto.created';
  const thing = { offerId: NOBODY, name: 'Produto de teste', title: 'Oferta de teste' };
  return {
    event,
    eventId,
    happenedAt: at,
    isTest: true,
    sale: isCart
      ? null
      : {
          id: NOBODY,
          amount: 9_990,
          total: 9_990,
          freight: 0,
          discount: 0,
          fee: 990,
          share: 9_000,
          coupon: null,
          currency: 'BRL',
          method: isBoleto ? 'BILLET' : 'PIX',
          installments: 1,
          createdAt: at,
          approvedAt: isPaid ? at : null,
          refundedAt: isBack ? at : null,
          pixCode: isPix ? '00020126580014br.gov.bcb.pix0136teste5204000053039865802BR6304ABCD' : null,
          expiresAt: isPix || isBoleto ? at : null,
          pageUrl: 'https://loja.example/checkout/payment/teste',
        },
    customer: {
      name: 'Maria de Teste',
      email: 'teste@example.com',
      phone: '11987654321',
      document: '52998224725',
      address: {
        street: 'Rua de Teste',
        number: '100',
        complement: 'Sala 1',
        district: 'Centro',
        city: 'São Paulo',
        state: 'SP',
        zipCode: '01001000',
      },
    },
    utm: { utm_source: 'teste' },
    subscription: null,
    cart: isCart
      ? { id: NOBODY, amount: 9_990, resumeUrl: 'https://loja.example/checkout/resume/teste', currency: 'BRL' }
      : null,
    product: { id: NOBODY, ...thing },
    items: [{ productId: NOBODY, ...thing, unitPrice: 9_990, quantity: 1, isPhysical: false }],
    seller: { name: 'Loja de teste' },
    platform: { name: 'Plataforma de teste' },
  };
}

export const sampleInvoice = (reference: string): InvoiceFacts => ({
  reference,
  roundReference: reference,
  externalId: 'teste-1',
  buyerType: 'CPF',
  amount: 9_990,
  description: 'Curso de teste',
  serviceCode: '08.02',
  cityServiceCode: '5762',
  issRate: 2.5,
  cancelReason: 'A venda foi reembolsada ao comprador.',
});
