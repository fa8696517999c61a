import type { Checkout, PaymentView } from '@feira/schemas/checkout';
import type { Locale } from '@feira/schemas/common';
import type { VisitOrder } from '@feira/schemas/documents';
import { describe, expect, it } from 'vitest';
import type { CheckoutBoot, PaymentBoot } from '../boot.ts';
import { derive, withSamples } from '../server/checkout-boot.ts';
import { draw } from '../server/draw.ts';
import { textsOf } from '../server/html.ts';
import { addPictureSources } from '../server/picture-sources.ts';
import CheckoutPreview from './checkout/preview.tsx';
import PaymentPage from './payment/page.tsx';

const uuid = '0198c0de-0000-7000-8000-000000000001';
const NOW = Date.parse('2026-11-20T15:00:00Z');
const checkout: Checkout = {
  id: uuid,
  title: 'Curso',
  price: 19_700,
  coin: 'BRL',
  type: 'ONE_TIME',
  sellerName: 'Estúdio',
  requiredDocumentAndPhone: true,
  pixEnabled: true,
  creditCardEnabled: true,
  billetEnabled: true,
  product: { name: 'Curso', typeProduct: 'DIGITAL', image: 'remove' },
  orderBumps: [{ id: uuid.replace('1', '2'), title: 'Mapa', price: 2700, fakePrice: 5900, isTangible: false }],
  deliveryOptions: [],
  requiredBuyerFields: {},
  checkoutBuilderConfig: {
    logoTopImageURL: 'remove',
    headerImageURL: 'https://example.com/cover.jpg',
    countdown: { timer: 90, text: 'Acaba em', endText: 'Acabou' },
    feedbacks: [{ id: 'a', title: 'Ótimo', description: 'Gostei', stars: 4 }],
  },
  card: {
    tokenization: 'server',
    connectionId: '01930000-0000-7000-8000-000000000120',
    provider: 'p',
    gatewayPublicKey: '',
    frameUrl: '/frame',
  },
};

const TAG = /<(\w+)((?: [\w-]+(?:="[^"]*")?)+)(\/?)>/g;

/** Writes markup as no renderer does: React and Preact order attributes, escape apostrophes and part texts each in their own way. */
function toOneForm(html: string): string {
  const inOrder = (attributes: string) =>
    [...attributes.matchAll(/ ([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => ` ${name}="${value ?? ''}"`).sort();
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")
    .replaceAll('\u00a0', ' ')
    .replace(TAG, (_, name, attributes, end) => `<${name}${inOrder(attributes).join('')}${end}>`);
}

function renderCheckout(changes: Partial<Checkout> = {}, more: Partial<CheckoutBoot> = {}): string {
  const locale: Locale = more.locale ?? 'pt-BR';
  const sold = { ...checkout, ...changes };
  const utmQuery = { utm_source: 'a b' };
  const boot: CheckoutBoot = {
    locale,
    texts: textsOf(locale, 'shared', 'checkout', 'around'),
    ...derive({ checkout: sold, locale, utmQuery }, NOW),
    remote: '',
    checkout: sold,
    values: {},
    utmQuery,
    idempotencyKey: 'key',
    pageView: 'view',
    platformName: 'Mercado',
    cartKeptDays: null,
    pageUrl: `https://loja.example/checkout/${uuid}`,
    languageUrls: { 'pt-BR': '?', en: '?lang=en' },
    ...more,
  };
  return toOneForm(draw(<CheckoutPreview boot={boot} />));
}

describe('checkout page on the server', () => {
  it.each(['DEFAULT', 'VEGA', 'DROPSHIPPING'] as const)(
    'asks in the %s layout beside the methods for what some of them need, and above them for what all need',
    (template) => {
      const place = (requiredBuyerFields: Checkout['requiredBuyerFields']) => {
        const html = renderCheckout({
          requiredDocumentAndPhone: false,
          requiredBuyerFields,
          checkoutBuilderConfig: { template },
        });
        return (['cpf', 'phone', 'cep'] as const).map((name) => {
          const at = html.indexOf(`name="${name}"`);
          const methods = html.lastIndexOf('name="paymentMethod"');
          return at < 0 ? 'absent' : at < methods ? 'above' : 'beside';
        });
      };

      expect(place({ CREDIT_CARD: ['document', 'phone'], BILLET: ['document', 'address'] })).toEqual([
        'beside',
        'beside',
        'beside',
      ]);
      const all = ['document', 'address'] as const;
      expect(place({ PIX: [...all], CREDIT_CARD: [...all], BILLET: [...all] })).toEqual(['above', 'absent', 'above']);
    },
  );

  it('names the platform that takes the money', () => {
    expect(renderCheckout()).toContain('Pagamento processado por Mercado para ');
  });

  it('is a form that works by itself', () => {
    const html = renderCheckout();

    expect(html).toMatch(/<form action="\?utm_source=a\+b" [^>]*method="post"/);
    expect(html).toContain('name="idempotencyKey" type="hidden" value="key"');
    expect(html).toContain('name="pageView" type="hidden" value="view"');
    for (const name of ['name', 'email', 'cpf', 'phone', 'paymentMethod', 'orderBumpsIds']) {
      expect(html).toContain(`name="${name}"`);
    }
  });

  it('breaks no rule of its security policy: no inline styles, handlers or scripts', () => {
    expect(renderCheckout()).not.toMatch(/ style=| on[a-z]+=|<script/);
  });

  it('shows what extras really cost beside what they are said to cost', () => {
    const html = renderCheckout();

    expect(html).toContain('<s>R$ 59,00</s>');
    expect(html).toContain('por apenas <b>R$ 27,00</b>');
  });

  it('strikes the former price of the offer through, and shows the words of an extra', () => {
    const orderBumps = checkout.orderBumps.map((bump) => ({ ...bump, text: 'Vale para o ano todo.' }));
    const html = renderCheckout({ fakePrice: 29_700, orderBumps });

    expect(html).toContain('<s>R$ 297,00</s>');
    expect(html).toContain('<small>Vale para o ano todo.</small>');
    expect(renderCheckout()).not.toContain('<s>R$ 297,00</s>');
  });

  it('hides pictures the seller removed and shows the others', () => {
    const html = renderCheckout();

    expect(html).not.toContain('src="remove"');
    expect(html).toContain('https://example.com/cover.jpg');
  });

  it('offers uploaded pictures in the width of their place, and loads none twice', () => {
    const folder = `https://cdn.example.com/images/${'0a'.repeat(16)}/`;
    const config = { ...checkout.checkoutBuilderConfig, headerImageURL: `${folder}1280x320.jpg` };
    const image = `https://cdn.example.com/images/${'0b'.repeat(16)}/320x200.png`;
    const html = addPictureSources(
      renderCheckout({ checkoutBuilderConfig: config, product: { ...checkout.product, image } }),
    );

    const widths = [160, 320, 640, 960, 1280].map((width) => `${folder}${width}.webp ${width}w`).join(', ');
    const cover = `srcset="${widths}" sizes="(max-width: 1000px) calc(100vw - 32px), 968px"`;
    expect(html).toContain(`alt="" class="cover" fetchPriority="high" src="${folder}1280x320.jpg" ${cover}/>`);
    expect(html).toMatch(/ height="72" [^>]*320x200\.png" width="72" srcset="[^"]*160w, [^"]*320w" sizes="72px"\/>/);
    const pictures = html.match(/<img[^>]*cdn\.example\.com[^>]*>/g) ?? [];
    expect(new Set(pictures.map((picture) => picture.match(/sizes="[^"]*"/)?.[0])).size).toBe(2);
  });

  it('leaves pictures from elsewhere as they are', () => {
    const html = renderCheckout();

    expect(addPictureSources(html)).toBe(html);
  });

  it('starts the countdown where the seller set it', () => {
    expect(renderCheckout()).toContain('01:30:00');
  });

  it('writes to the seller by WhatsApp on the side that was chosen, and nowhere without a number or a message', () => {
    const html = (whatsapp: NonNullable<Checkout['checkoutBuilderConfig']['whatsapp']>) =>
      renderCheckout({ checkoutBuilderConfig: { whatsapp } });
    const filled = { phone: '(11) 98765-4321', message: 'Olá & bom dia?', position: 'LEFT' } as const;

    expect(html(filled)).toContain('href="https://wa.me/5511987654321?text=Ol%C3%A1%20%26%20bom%20dia%3F"');
    expect(html(filled)).toContain('class="checkout default with-whatsapp left ');
    expect(html({ ...filled, position: 'RIGHT' })).toContain('class="checkout default with-whatsapp right ');
    for (const nothing of [{ phone: '(1) -1' }, { phone: '' }, { message: '' }])
      expect(html({ ...filled, ...nothing })).not.toContain('wa.me');
  });

  it('fills in what came with the address', () => {
    expect(renderCheckout({}, { values: { name: 'Ana "Bia" Lima' } })).toContain('value="Ana &quot;Bia&quot; Lima"');
  });

  it('shows samples in English only as placeholders', () => {
    const html = renderCheckout({}, { locale: 'en' });

    expect(html).toContain('placeholder="123.456.789-09"');
    expect(html).not.toContain('value="123.456.789-09"');
    expect(html).toContain('R$ 197.00');
  });

  it('fills samples in on English demonstrations alone, below what came with the address', () => {
    const texts = textsOf('en', 'checkout');
    const fill = (isDemonstration: boolean, locale: Locale, values = {}) =>
      withSamples({ checkout: { ...checkout, isDemonstration }, locale, values }, texts);

    expect(fill(true, 'en')).toEqual({ cpf: '123.456.789-09', phone: '(11) 91234-5678' });
    expect(fill(true, 'en', { cpf: '529.982.247-25' }).cpf).toBe('529.982.247-25');
    expect(fill(true, 'pt-BR')).toEqual({});
    expect(fill(false, 'en')).toEqual({});
  });

  it('says that no gateway is configured where no card form can be shown', () => {
    expect(renderCheckout({ card: null })).toContain('Gateway de pagamento não configurado.');
  });

  it('writes prices of extras the Brazilian way in every language', () => {
    expect(renderCheckout({}, { locale: 'en' })).toContain('<b>R$ 27,00</b>');
  });

  it('says the price by installments first where it sells so, with both totals', () => {
    const bestInstallment = {
      installmentNumber: 12,
      installmentValue: 1962,
      firstInstallmentValue: 1958,
      total: 23_540,
      hasInterest: true,
    };

    expect(renderCheckout({ bestInstallment })).toContain(
      '<b>12x de R$ 19,62</b> <small>ou R$ 197,00 à vista · total em 12x: R$ 235,40</small>',
    );
    expect(renderCheckout()).toContain('<b>R$ 197,00</b>');
  });

  it('says who sells, with the CNPJ of a company, the guarantee and the ways to reach them', () => {
    const html = renderCheckout({
      sellerDocument: '12ABC34501DE35',
      guaranteeDays: 7,
      supportEmail: 'oi@estudio.example',
      termsUrl: 'https://estudio.example/termos',
    });

    expect(html).toContain('CNPJ 12.ABC.345/01DE-35');
    expect(html).toContain('Garantia de 7 dias');
    for (const href of [
      `/checkout/${uuid}/contact`,
      'mailto:oi@estudio.example',
      '/request-refund',
      'https://estudio.example/termos',
    ])
      expect(html).toContain(`href="${href}"`);
    expect(renderCheckout()).not.toContain('CNPJ 1');
  });

  it('asks before the same is bought again, without JavaScript too', () => {
    const error = { message: 'Você comprou isto', fields: { isRepeat: 'Você comprou isto' } };
    const html = renderCheckout({}, { error });

    expect(html).toContain('href="/my-purchases"');
    expect(html).toMatch(/<button[^>]* name="isRepeat" type="submit" value="true"/);
    expect(renderCheckout()).not.toContain('isRepeat');
  });

  describe('in the dropshipping layout', () => {
    const template = { checkoutBuilderConfig: { template: 'DROPSHIPPING' } } as const;
    const stepsOf = (html: string) => [...html.matchAll(/data-step="(\d)"/g)].map(([, step]) => step);

    it('has an address step for physical products alone', () => {
      const product = { ...checkout.product, typeProduct: 'FISICO' } as const;

      expect(stepsOf(renderCheckout({ ...template, product }))).toEqual(['1', '2', '3']);
      expect(stepsOf(renderCheckout(template))).toEqual(['1', '3']);
    });

    it('holds every field of every step, for buyers without JavaScript', () => {
      const product = { ...checkout.product, typeProduct: 'FISICO' } as const;
      const html = renderCheckout({ ...template, product, hasCoupons: true });

      for (const name of [
        'name',
        'email',
        'cpf',
        'phone',
        'cep',
        'street',
        'number',
        'state',
        'paymentMethod',
        'coupon',
      ])
        expect(html.split(` name="${name}"`).length, name).toBeGreaterThan(1);
    });

    it('asks for the address of a physical extra at the payment of a digital product', () => {
      const orderBumps = checkout.orderBumps.map((bump) => ({ ...bump, isTangible: true }));
      const html = renderCheckout({ ...template, orderBumps });

      expect(html.indexOf('name="cep"')).toBeGreaterThan(html.indexOf('data-step="3"'));
    });
  });

  it('shows the same parts in every layout', () => {
    const names = (template: 'DEFAULT' | 'VEGA' | 'DROPSHIPPING') =>
      [...renderCheckout({ checkoutBuilderConfig: { template } }).matchAll(/ name="(\w+)"/g)]
        .map(([, name]) => name)
        .filter((name) => name !== 'continue')
        .sort();

    expect(names('VEGA')).toEqual(names('DEFAULT'));
    expect(names('DROPSHIPPING')).toEqual(names('DEFAULT'));
  });

  it('links an error to its field and announces the message', () => {
    const error = { message: 'Confira os dados', fields: { email: 'E-mail inválido' } };

    const html = renderCheckout({}, { error });

    expect(html).toMatch(/<input aria-describedby="email-error" aria-invalid="true" [^>]*id="email"/);
    expect(html).toContain('<p class="error" id="email-error">E-mail inválido</p>');
    expect(html).toMatch(/<div class="alert" role="alert"><div class="notice"><b>Confira os dados/);
  });

  it('says of a subscription how often it is charged, beside the price and on the button', () => {
    const sold = { type: 'SUBSCRIPTION', price: 4990, recurrencePrice: 4990, frequencyInDays: 15 } as const;
    const html = renderCheckout(sold);
    const dearer = renderCheckout({ ...sold, price: 990 }, { locale: 'en' }).replaceAll('<!-- -->', '');

    expect(html).toContain('<b>R$ 49,90 a cada 15 dias</b>');
    expect(html).toMatch(/<button [^>]*type="submit">Assinar<\/button>/);
    expect(html).not.toContain('1ª cobrança');
    const monthly = { ...sold, frequencyInDays: 30, period: 'CALENDAR' } as const;
    expect(renderCheckout(monthly)).toContain('<b>R$ 49,90 por mês</b>');
    expect(renderCheckout({ ...monthly, frequencyInDays: 365 }, { locale: 'en' })).toContain(
      '<b>R$ 49.90 per year</b>',
    );
    expect(dearer).toContain('<b>R$ 49.90 every 15 days</b> <small>First charge: R$ 9.90</small>');
    expect(dearer).toMatch(/<button [^>]*type="submit">Subscribe<\/button>/);
  });

  it('announces the next charge of a subscription', () => {
    const html = renderCheckout({ type: 'SUBSCRIPTION', recurrencePrice: 4700, frequencyInDays: 30 });

    expect(html).toContain('Assinatura: R$ 47,00 a cada 30 dias. Próxima cobrança em 20/12/2026.');
  });

  it.each([
    ['pt-BR', 30, 'Assinatura: R$ 47,00 por mês. Próxima cobrança em 20/12/2026.'],
    ['pt-BR', 90, 'Assinatura: R$ 47,00 a cada 3 meses. Próxima cobrança em 20/02/2027.'],
    ['pt-BR', 365, 'Assinatura: R$ 47,00 por ano. Próxima cobrança em 20/11/2027.'],
    ['en', 30, 'Subscription: R$ 47.00 a month. Next charge on Dec 20, 2026.'],
    ['en', 180, 'Subscription: R$ 47.00 every 6 months. Next charge on May 20, 2027.'],
  ] as const)('announces in %s the same day of the month for %i days of the calendar', (locale, days, words) => {
    const sold = { type: 'SUBSCRIPTION', recurrencePrice: 4700, frequencyInDays: days, period: 'CALENDAR' } as const;

    expect(renderCheckout(sold, { locale })).toContain(words);
  });

  it('says what a trial costs for how long, and when the first charge after it comes', () => {
    const sold = {
      type: 'SUBSCRIPTION',
      price: 990,
      recurrencePrice: 4700,
      frequencyInDays: 30,
      trialDays: 7,
    } as const;

    expect(renderCheckout(sold)).toContain(
      'Teste: 7 dias por R$ 9,90. Assinatura: R$ 47,00 a cada 30 dias. Próxima cobrança em 27/11/2026.',
    );
  });

  it('shows a free trial at a price of nothing, says what comes then, and promises no code now', () => {
    const html = renderCheckout({
      type: 'SUBSCRIPTION',
      price: 0,
      recurrencePrice: 4700,
      frequencyInDays: 30,
      trialDays: 7,
      isTrialFree: true,
    });

    expect(html).toContain(
      'Teste: 7 dias grátis. Assinatura: R$ 47,00 a cada 30 dias. Próxima cobrança em 27/11/2026.',
    );
    expect(html).toContain('Começar teste grátis');
    expect(html).toContain('O código Pix da primeira cobrança chega por e-mail antes do fim do teste.');
    expect(html).not.toContain('Você recebe um código para pagar no aplicativo');
  });

  it('asks for the code of a coupon where the offer takes one, and shows that of a link all the same', () => {
    const error = { message: 'Cupom inválido', fields: { coupon: 'Cupom inválido' } };

    expect(renderCheckout({ hasCoupons: true })).toContain('name="coupon"');
    expect(renderCheckout({ hasCoupons: false })).not.toContain('name="coupon"');
    expect(renderCheckout({ hasCoupons: false }, { values: { coupon: 'VELHO' }, error })).toMatch(
      /<details [^>]*open[^>]*>.*value="VELHO"/,
    );
  });

  it('shows what each method costs before one is chosen, and the discount of the chosen one', () => {
    const sold = { pixDiscountBasisPoints: 500, billetDiscountBasisPoints: 250 };
    const byPix = renderCheckout(sold);
    const byCard = renderCheckout(sold, { values: { paymentMethod: 'CREDIT_CARD' } });

    for (const html of [byPix, byCard]) {
      expect(html).toMatch(/5% de desconto: <b translate="no">R\$ 187,15</);
      expect(html).toMatch(/2,5% de desconto: <b translate="no">R\$ 192,07</);
    }
    expect(byPix).toMatch(/Desconto no Pix<\/dt><dd><span translate="no">−R\$ 9,85</);
    expect(byPix).toMatch(/Total <b translate="no">R\$ 187,15</);
    expect(byCard).not.toContain('Desconto no');
    expect(byCard).toMatch(/Total <b translate="no">R\$ 197,00</);
    expect(renderCheckout()).not.toContain('de desconto');
  });

  it('says for how many charges of a subscription a coupon holds', () => {
    const sold = { type: 'SUBSCRIPTION', recurrencePrice: 4700, frequencyInDays: 30, hasMandate: true } as const;
    const coupon = { code: 'DEZ', discount: { basisPoints: 1_000 } };

    expect(renderCheckout(sold, { coupon: { ...coupon, cycles: 3 } })).toContain(
      'R$ 47,00 a cada 30 dias. Próxima cobrança em 20/12/2026. Com o cupom, R$ 42,30 até a 3ª cobrança.',
    );
    expect(renderCheckout(sold, { coupon: { ...coupon, cycles: null } })).toContain(
      'Assinatura: R$ 42,30 a cada 30 dias.',
    );
    expect(renderCheckout(sold, { coupon: { ...coupon, cycles: 1 } })).toContain(
      'autoriza o seu banco a pagar R$ 47,00',
    );
  });

  it.each([
    ['pt-BR', 30, 'autoriza o seu banco a pagar R$ 47,00 por mês, a partir de 20/12/2026.'],
    ['en', 7, 'authorizes your bank to pay R$ 47.00 a week, starting on Nov 27, 2026.'],
  ] as const)('says in %s what the buyer of a Pix agrees to every %i days', (locale, frequencyInDays, agreement) => {
    const sold = { type: 'SUBSCRIPTION', recurrencePrice: 4700, frequencyInDays, hasMandate: true } as const;

    expect(renderCheckout(sold, { locale })).toContain(agreement);
    expect(renderCheckout({ ...sold, pixEnabled: false }, { locale })).not.toContain(agreement);
  });
});

const payment: PaymentView = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  orderCode: '7F3A-90C2',
  status: 'PENDING',
  method: 'PIX',
  amount: 10_000,
  currency: 'BRL',
  installments: 1,
  createdAt: '2026-11-20T15:00:00Z',
  title: 'Curso',
  sellerName: 'Estúdio',
  offerId: uuid,
  isConfirming: false,
  settlement: 'NONE',
  paidAmount: 0,
  refundedAmount: 0,
  pixCode: '0002CODE',
  pixQrPath: 'M0 0h1',
  pixQrSize: 21,
  expiresAt: '2026-11-20T16:00:00Z',
};

function renderPayment(
  changes: Partial<PaymentView> = {},
  locale: Locale = 'pt-BR',
  more: Partial<PaymentBoot> = {},
): string {
  const boot: PaymentBoot = {
    locale,
    texts: textsOf(locale, 'shared', 'payment', 'orders'),
    now: NOW,
    remote: '',
    payment: { ...payment, ...changes },
    platformName: 'Mercado',
    languageUrls: { 'pt-BR': '?', en: '?lang=en' },
    ...more,
  };
  return toOneForm(draw(<PaymentPage boot={boot} />));
}

describe('payment page on the server', () => {
  it('names the platform that takes the money', () => {
    expect(renderPayment()).toContain('Pagamento processado por Mercado para Estúdio.');
  });

  it('lists the orders of the visit in their state, with each charge of a card, and the access to each', () => {
    const order = (changes: Partial<VisitOrder>): VisitOrder => ({
      id: 'aaaaaaaaaaaaaaaaaaaaaa',
      orderCode: '7F3A-90C2',
      title: 'Curso',
      status: 'APPROVED',
      method: 'CREDIT_CARD',
      amount: 19_700,
      currency: 'BRL',
      isConfirming: false,
      cardBrand: 'visa',
      cardLastDigits: '1111',
      cards: null,
      accessUrl: '/access#first',
      ...changes,
    });
    const paid = { status: 'APPROVED', method: 'CREDIT_CARD', amount: 19_700 } as const;
    const html = renderPayment({ ...paid, cardBrand: 'visa', cardLastDigits: '1111' }, 'pt-BR', {
      orders: [
        order({ id: payment.id }),
        order({ id: 'bbbbbbbbbbbbbbbbbbbbbb', title: 'Mapa', amount: 2_700, accessUrl: '/access#second' }),
        order({ id: 'cccccccccccccccccccccc', title: 'Livro', method: 'PIX', status: 'PENDING', cardLastDigits: null }),
      ],
    }).replaceAll('<!-- -->', '');

    expect(html).toContain('Seus 3 pedidos desta compra');
    expect(html).toContain('<dd>2 cobranças na fatura: R$ 197,00 e R$ 27,00</dd>');
    expect(html).toContain('<dt>Pago até agora</dt><dd>R$ 224,00</dd>');
    expect(html).toContain('Falta pagar o Pix · pedido 7F3A-90C2');
    expect(html).toContain('href="/access#second"');
    expect(html).toContain('href="/checkout/payment/cccccccccccccccccccccc"');
    expect(html).not.toContain(`href="/checkout/payment/${payment.id}"`);
  });

  it('says who delivers what is not opened here', () => {
    const paid = { status: 'APPROVED', approvedAt: '2026-11-20T15:01:00Z' } as const;
    const words = 'Quem entrega é Estúdio, direto a você, pelo e-mail que você informou nesta compra.';

    expect(renderPayment({ ...paid, isDeliveredBySeller: true })).toContain(words);
    expect(renderPayment({ ...paid, isDeliveredBySeller: false })).not.toContain(words);
  });

  it('says on the receipt of a subscription when it is charged next, and where it is managed', () => {
    const plan = { amount: 4990, frequencyInDays: 15, months: null, nextChargeAt: '2026-12-05T15:00:00.000Z' };
    const html = renderPayment({ status: 'APPROVED', approvedAt: '2026-11-20T15:01:00Z', plan });

    expect(html).toContain('<dt>Plano</dt><dd>R$ 49,90 a cada 15 dias</dd>');
    expect(html).toContain('<dt>Próxima cobrança</dt><dd>05/12/2026</dd>');
    expect(html).toContain('<a href="/my-purchases">Trocar o cartão, pausar ou cancelar em Minhas compras</a>');
    expect(renderPayment({ plan: { ...plan, nextChargeAt: null } })).not.toContain('/my-purchases');
  });

  it('says what paying the code agrees to, and what became of the agreement', () => {
    const terms = { amount: 4_700, isFixed: true, recurrenceDays: 90, date: '2027-02-20' } as const;
    const shown = (changes: Partial<PaymentView>, face: 'ASKED' | 'ACTIVE' | 'NONE' | 'DEBIT') =>
      renderPayment({ ...changes, mandate: { ...terms, face } });
    const paid = { status: 'APPROVED', approvedAt: '2026-11-20T15:01:00Z' } as const;

    expect(shown({}, 'ASKED')).toContain(
      'você também autoriza Estúdio a cobrar R$ 47,00 a cada três meses, a partir de 20/02/2027',
    );
    expect(shown(paid, 'ASKED')).toContain('Falta o seu banco confirmar');
    expect(shown(paid, 'ACTIVE')).toContain('Autorização confirmada: o seu banco paga R$ 47,00 a cada três meses');
    expect(shown(paid, 'NONE')).toContain('Antes de cada vencimento enviaremos um código Pix');
    expect(shown({}, 'NONE')).not.toContain('Pix Automático');
    const debit = shown({ pixCode: null }, 'DEBIT');
    expect(debit).toContain('O seu banco paga em 20/02/2027; não é preciso fazer nada.');
    expect(debit).not.toContain('Copie o código');
    expect(shown({ status: 'CANCELED', pixCode: null }, 'DEBIT')).toContain('O seu banco não pagou esta cobrança.');
  });

  it.each([
    ['pt-BR', 'O vendedor prepara o seu pedido e o envia até 26/11/2026.', 'O seu pedido está a caminho.'],
    ['en', 'The seller prepares your order and ships it by Nov 26, 2026.', 'Your order is on its way.'],
  ] as const)('tells in %s where the parcel is, and links to the carrier once there is a page', (locale, due, sent) => {
    const parcel = { carrier: 'Correios', trackingCode: 'AA1', trackingUrl: 'https://rastreio.example/AA1' };
    const dates = { shippedAt: '2026-11-21T12:00:00.000Z', deliveredAt: null, returnedAt: null };
    const unsent = { carrier: null, trackingCode: null, trackingUrl: null, ...dates, shippedAt: null };
    const waiting = { state: 'TO_SHIP', shipUntil: '2026-11-26', ...unsent } as const;
    const left = { state: 'SHIPPED', shipUntil: '2026-11-26', ...parcel, ...dates } as const;

    const before = renderPayment({ status: 'APPROVED', tracking: waiting }, locale);
    const after = renderPayment({ status: 'APPROVED', tracking: left }, locale);

    expect(before).toContain(due);
    expect(before).not.toContain('rastreio.example');
    for (const part of [sent, 'Correios', 'AA1', 'href="https://rastreio.example/AA1"']) expect(after).toContain(part);
    expect(renderPayment({ status: 'APPROVED', tracking: null }, locale)).not.toContain('id="parcel"');
  });

  it('shows dollars as dollars', () => {
    const html = renderPayment({ status: 'APPROVED', method: 'CREDIT_CARD', currency: 'USD' });

    expect(html).toContain('$100,00');
    expect(html).not.toContain('R$');
  });

  it('shows code, picture and time left of a PIX', () => {
    const html = renderPayment();

    expect(html).toContain('0002CODE');
    expect(html).toContain('viewBox="0 0 21 21"');
    expect(html).toContain('Expira em 01:00:00');
  });

  it('shows the picture of the provider where there is one', () => {
    const pixQrCode = 'data:image/png;base64,iVBORw0KGgo=';

    const html = renderPayment({ pixQrCode, pixQrPath: null, pixQrSize: null });

    expect(html).toContain(`<img alt="QR Code do Pix" class="qr" src="${pixQrCode}"/>`);
    expect(html).not.toContain('viewBox="0 0 21 21"');
  });

  it('offers no code that can no longer be paid', () => {
    const html = renderPayment({ expiresAt: '2026-11-20T14:59:59Z' });

    expect(html).not.toContain('0002CODE');
    expect(html).toContain('O prazo deste código terminou');
  });

  it.each([
    ['pt-BR', /Gerar código Pix de R\$\s98,50/, ''],
    ['en', /Get a Pix code for R\$\s98\.50/, '?lang=en'],
  ] as const)(
    'offers in %s a code for exactly what is missing, by a form, instead of the one for the whole',
    (locale, text, query) => {
      const part = { amount: 19_700, paidAmount: 9_850, settlement: 'UNDERPAID', restAmount: 9_850 } as const;
      const html = renderPayment(part, locale);

      expect(html).not.toContain('0002CODE');
      expect(html).toContain(
        `<form action="/checkout/payment/${'A'.repeat(22)}/rest${query}" class="actions" method="post">`,
      );
      expect(html).toMatch(text);
    },
  );

  it('names the amount of the code for the rest, and the price of the order', () => {
    const part = { amount: 19_700, paidAmount: 9_850, settlement: 'UNDERPAID' } as const;
    const html = renderPayment({ ...part, restAmount: null, codeAmount: 9_850 });

    expect(html).toContain('0002CODE');
    expect(html).toMatch(/<p class="amount" translate="no">R\$\s98,50<\/p>/);
    expect(html).toMatch(/<dd translate="no">R\$\s197,00<\/dd>/);
  });

  it.each([
    ['pt-BR', 'Nada foi cobrado.', 'Saldo ou limite insuficiente', /Pagar R\$\s200,00 com Pix/, ''],
    ['en', 'Nothing was charged.', 'Not enough funds or credit', /Pay R\$\s?200\.00 with Pix/, '?lang=en'],
  ] as const)(
    'says in %s why a card was refused, and makes a PIX of the order by a form',
    (locale, charged, reason, button, query) => {
      const html = renderPayment(
        { method: 'CREDIT_CARD', status: 'REJECTED', decline: 'FUNDS', pixAmount: 20_000 },
        locale,
      );

      expect(html).toContain(charged);
      expect(html).toContain(reason);
      expect(html).toMatch(button);
      expect(html).toContain(
        `<form action="/checkout/payment/${'A'.repeat(22)}/pix${query}" class="actions" method="post">`,
      );
    },
  );

  it('claims nothing about a refused card whose charge may still appear, and offers a PIX only where one is made', () => {
    const unclear = { method: 'CREDIT_CARD', status: 'REJECTED', mayBeCharged: true, decline: null } as const;
    const html = renderPayment({ ...unclear, pixAmount: null });

    expect(html).not.toContain('Nada foi cobrado');
    expect(html).toContain('O banco não confirmou este pagamento');
    expect(html).not.toContain('com Pix');
    expect(html).toContain(`href="/checkout/${uuid}?method=CREDIT_CARD"`);
  });

  it('asks not to pay again while the bank has not answered', () => {
    const html = renderPayment({ isConfirming: true });

    expect(html).toContain('Não pague de novo');
    expect(html).not.toContain('0002CODE');
  });

  it.each([
    ['pt-BR', 'Nada foi cobrado', 'Pagar de outro jeito'],
    ['en', 'Nothing was charged', 'Pay another way'],
  ] as const)(
    'says in %s that the code comes later, and leads to another way to pay once it is late',
    (locale, text, link) => {
      const missing = { pixCode: null, pixQrPath: null, pixQrSize: null };
      const soon = renderPayment({ ...missing, lateCodeAt: new Date(NOW + 1).toISOString() }, locale);
      const late = renderPayment({ ...missing, lateCodeAt: new Date(NOW).toISOString() }, locale);

      expect(soon).toContain(text);
      expect(soon).not.toContain(link);
      expect(late).toContain(text);
      expect(late).toContain(link);
      expect(late).toContain(`href="/checkout/${uuid}`);
    },
  );

  it.each([
    ['pt-BR', 'Confirme no seu banco', 'Abrir a página do banco'],
    ['en', 'Confirm with your bank', "Open the bank's page"],
  ] as const)(
    'leads in %s to the page of the bank and names its host, with nothing to pay besides',
    (locale, title, link) => {
      const nextStep = {
        kind: 'REDIRECT',
        url: 'https://acs.bank.example/3ds?id=1',
        expiresAt: '2026-11-20T15:10:00Z',
      } as const;
      const html = renderPayment({ method: 'CREDIT_CARD', pixCode: null, nextStep }, locale);

      expect(html).toContain(title);
      expect(html).toContain(`<a class="primary" href="${nextStep.url}" rel="noopener noreferrer">${link}</a>`);
      expect(html).toContain('acs.bank.example');
      expect(html).not.toContain(`/checkout/${uuid}`);
      expect(renderPayment({ method: 'CREDIT_CARD', status: 'APPROVED', nextStep }, locale)).not.toContain(
        nextStep.url,
      );
    },
  );

  it('opens a page of the bank by a form, in a tab of its own', () => {
    const nextStep = { kind: 'REDIRECT', url: 'https://acs.bank.example/challenge', form: { creq: 'a"b' } } as const;
    const html = renderPayment({ method: 'CREDIT_CARD', pixCode: null, nextStep });

    expect(html).toContain(
      '<form action="https://acs.bank.example/challenge" class="actions" method="post" rel="noopener noreferrer" target="_blank">',
    );
    expect(html).toContain('<input name="creq" type="hidden" value="a&quot;b"/>');
    expect(html).toContain('abre em outra aba');
    expect(html).not.toContain('<a class="primary" href="https://acs.bank.example');
  });

  it('draws the bars of a boleto and prints', () => {
    const billetBarcode = '00191100000000221900000002819493000000001217';
    const html = renderPayment({ method: 'BILLET', billetCode: '1'.repeat(47), billetBarcode });

    expect(html).toContain('11111.11111 11111.111111 11111.111111 1 11111111111111');
    expect(html).toContain('Código de barras do boleto');
    expect(html).toContain('Pago? A confirmação leva até 3 dias úteis.');
    expect(html).toContain('Imprimir');
  });

  it('leads back to the offer from a refusal', () => {
    const html = renderPayment({ status: 'REJECTED', method: 'CREDIT_CARD' }, 'en');

    expect(html).toContain(`href="/checkout/${uuid}?method=CREDIT_CARD&amp;lang=en"`);
  });

  it('marks the way to the simulator as a demonstration and drops it once paid', () => {
    const simulatorUrl = '/simulator/1';

    expect(renderPayment({ simulatorUrl })).toContain('Ambiente de demonstração: simular pagamento');
    expect(renderPayment({ simulatorUrl, status: 'APPROVED' })).not.toContain(simulatorUrl);
  });

  it.each(['APPROVED', 'REJECTED', 'CANCELED', 'REFUNDED', 'CHARGEBACK'] as const)(
    'has every text of a payment that is %s in both languages',
    (status) => {
      for (const locale of ['pt-BR', 'en'] as const) {
        const html = renderPayment({ status, settlement: 'OVERPAID', paidAmount: 12_000 }, locale);

        expect(html).not.toMatch(/\{\{|>[a-z]+(Title|Text)</);
        expect(html).toContain(locale === 'en' ? '$ 20.00' : 'R$ 20,00');
      }
    },
  );

  it('breaks no rule of its security policy', () => {
    expect(renderPayment()).not.toMatch(/ style=| on[a-z]+=|<script/);
  });
});
