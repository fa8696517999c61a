/** Gives a full checkout and its payments as the core would hand them over, for the budget and for views of the screens. */
import type { Checkout, PaymentView } from '@feira/schemas/checkout';
import type { CheckoutDocumentInput, PaymentDocumentInput } from '@feira/schemas/documents';

const uuid = (last: number) => `0198c0de-0000-7000-8000-${String(last).padStart(12, '0')}`;

export const sampleCheckout: Checkout = {
  id: uuid(1),
  title: 'Curso completo de fotografia de rua',
  price: 19700,
  fakePrice: 24900,
  coin: 'BRL',
  type: 'ONE_TIME',
  recurrencePrice: null,
  frequencyInDays: null,
  period: 'DAYS',
  hasCoupons: true,
  fretePrice: null,
  sellerName: 'Estúdio Luz Natural',
  requiredDocumentAndPhone: true,
  pixEnabled: true,
  creditCardEnabled: true,
  billetEnabled: true,
  requiredBuyerFields: { PIX: ['document'], CREDIT_CARD: ['document', 'phone'], BILLET: ['document', 'address'] },
  product: { name: 'Fotografia de rua', image: null, typeProduct: 'FISICO' },
  orderBumps: [
    {
      id: uuid(11),
      title: 'Mapa de luz das 24 horas',
      text: 'Onde o sol bate em cada hora do dia, rua por rua.',
      price: 2700,
      fakePrice: 5900,
      productImage: null,
      isTangible: true,
    },
    {
      id: uuid(12),
      title: 'Correção individual de um ensaio',
      price: 9900,
      fakePrice: null,
      productImage: null,
      isTangible: false,
    },
  ],
  deliveryOptions: [
    { id: uuid(21), description: 'Correios PAC', deliveryTime: '7 dias úteis', fareAmount: 0, preSelected: false },
    { id: uuid(22), description: 'Sedex', deliveryTime: '2 dias úteis', fareAmount: 2490, preSelected: true },
  ],
  checkoutBuilderConfig: {
    template: 'DEFAULT',
    enabledBannerText: true,
    bannerText: 'Turma de dezembro com vagas abertas',
    bannerTextColor: '#ffffff',
    bannerTextBackgroundColor: '#12372a',
    colorPrimary: '#0B6E4F',
    countdown: { timer: 15, text: 'Condição especial termina em', endText: 'A condição terminou' },
    whatsapp: { phone: '(11) 98888-7777', message: 'Olá! Tenho uma dúvida sobre o curso.', position: 'RIGHT' },
    feedbacks: [
      {
        id: 'a',
        title: 'Mudou meu olhar',
        description: 'Saí para a rua no segundo módulo e não parei mais. As correções são diretas e gentis.',
        stars: 5,
      },
      { id: 'b', title: 'Direto ao ponto', description: 'Aulas curtas, exercícios bons.', stars: 4 },
    ],
  },
  card: {
    tokenization: 'server',
    connectionId: '01930000-0000-7000-8000-000000000120',
    provider: 'sample',
    gatewayPublicKey: '',
    frameUrl: `/checkout/card-frame/${uuid(1)}`,
  },
  takesTwoCards: true,
  bestInstallment: {
    installmentNumber: 12,
    installmentValue: 1962,
    firstInstallmentValue: 1958,
    total: 23540,
    hasInterest: true,
  },
  sellerDocument: '12ABC34501DE35',
  supportEmail: 'contato@luznatural.example',
  guaranteeDays: 7,
  termsUrl: 'https://www.example.com/termos',
  privacyUrl: 'https://www.example.com/privacidade',
};

export const sampleCheckoutInput: CheckoutDocumentInput = {
  locale: 'pt-BR',
  nonce: 'c2FtcGxlLW5vbmNlLTAwMDE',
  platformName: 'Feira',
  pageUrl: `https://loja.example/checkout/${uuid(1)}`,
  checkout: sampleCheckout,
  values: {},
  utmQuery: { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'dezembro' },
  affiliateId: 'parceiro-7',
  referer: 'https://www.example.com/fotografia',
  idempotencyKey: '5f9c3f9ab7e84a6f8a9d5d1c8f0e2b41',
  pageView: 't6lq9c.0123456789abcdefghijkl',
  cartKeptDays: 30,
  languageUrls: { 'pt-BR': '?', en: '?lang=en' },
};

/** The same checkout in another layout. */
export const withTemplate = (
  template: NonNullable<Checkout['checkoutBuilderConfig']['template']>,
): CheckoutDocumentInput => ({
  ...sampleCheckoutInput,
  checkout: { ...sampleCheckout, checkoutBuilderConfig: { ...sampleCheckout.checkoutBuilderConfig, template } },
});

export const samplePayment: PaymentView = {
  id: 'q2VnZXJhZG9SYW5kb21JZA',
  orderCode: '7F3A-90C2',
  status: 'PENDING',
  method: 'PIX',
  amount: 22190,
  currency: 'BRL',
  installments: 1,
  createdAt: '2026-11-20T15:04:00.000Z',
  title: sampleCheckout.title,
  productImage: null,
  sellerName: sampleCheckout.sellerName,
  offerId: sampleCheckout.id,
  colorPrimary: '#0B6E4F',
  isConfirming: false,
  settlement: 'NONE',
  paidAmount: 0,
  refundedAmount: 0,
  expiresAt: '2026-11-21T15:04:00.000Z',
  pixCode:
    '00020101021226830014br.gov.bcb.pix2561pix.example.com/v2/cobv/5f9c3f9ab7e84a6f8a9d5d1c8f0e2b415204000053039865406221.905802BR5919ESTUDIO LUZ NATURAL6009SAO PAULO62070503***6304A1B2',
  pixQrPath:
    'M0 0h7v7h-7zM1 1v5h5v-5zM2 2h3v3h-3zM14 0h7v7h-7zM15 1v5h5v-5zM16 2h3v3h-3zM0 14h7v7h-7zM1 15v5h5v-5zM2 16h3v3h-3zM9 1h1v2h-1zM11 4h2v1h-2zM8 8h3v2h-3zM13 9h2v3h-2zM17 12h3v1h-3zM9 13h2v4h-2zM13 16h3v2h-3zM18 17h2v3h-2z',
  pixQrSize: 21,
  billetCode: null,
  billetBarcode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  approvedAt: null,
  simulatorUrl: null,
};

export const samplePaymentInput: PaymentDocumentInput = {
  locale: 'pt-BR',
  nonce: sampleCheckoutInput.nonce,
  platformName: 'Feira',
  payment: samplePayment,
  languageUrls: sampleCheckoutInput.languageUrls,
};
