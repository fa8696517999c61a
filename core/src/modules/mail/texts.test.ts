import { LOCALES, type Locale } from '@feira/schemas/common';
import { contrast } from '@feira/schemas/rules/colours';
import { type MailedType, TOPIC_OF } from '@feira/schemas/rules/notification-topics';
import { describe, expect, it } from 'vitest';
import { type Brand, renderMail } from './layout.ts';
import type { MailParameters, MailTemplate } from './model.ts';
import { writeMailText } from './texts.ts';

const LINK = 'https://pay.example.com/verify-email#abc-DEF_123';
/** Longer than other values may be. */
const PIX_CODE = `00020126${'9'.repeat(300)}5204000053039865802BR5913Loja da Ana6304ABCD`;
const ORDER = {
  name: 'Ana Lima',
  title: 'Curso de Pão',
  seller: 'Maria Vendedora',
  amount: 9_990,
  currency: 'BRL',
  orderCode: '7F3A-90C2',
  supportEmail: '',
} as const;
const PURCHASE = { ...ORDER, link: 'https://pay.example.com/checkout/payment/abc' } as const;
const EXAMPLES: MailParameters = {
  'verify-email': { name: 'Ana Lima', link: LINK },
  'account-exists': { name: 'Ana Lima', link: LINK },
  'recover-password': { name: 'Ana Lima', link: LINK },
  invitation: { name: 'Ana Lima', link: LINK, platformName: 'Loja', role: 'co-producer' },
  'magic-link': { link: LINK },
  'change-email': { name: 'Ana Lima', link: LINK },
  'email-changed': { name: 'Ana Lima', newEmail: 'n***@example.com' },
  'erasure-asked': { name: 'Ana Lima', link: LINK },
  'erasure-done': {},
  'erasure-refused': { reason: 'Há um processo em andamento sobre esta compra.' },
  'password-changed': { name: 'Ana Lima', link: LINK },
  'new-device': { name: 'Ana Lima', device: 'Firefox, Linux', ip: '198.51.100.7', time: '2026-05-11T02:30:00.000Z' },
  'second-factor-changed': { name: 'Ana Lima', isOn: true },
  'access-widened': {
    name: 'Ana Lima',
    person: 'Bia Reis (bia@example.com)',
    by: 'Caio Melo',
    link: 'https://feira.example/admin-root/manage-functionaries',
  },
  'passkey-changed': { name: 'Ana Lima', passkey: 'Celular', isAdded: true },
  'payout-destination-added': {
    name: 'Ana Lima',
    label: '341 · 0001 · •••45-6',
    usableAt: '2026-05-11T02:30:00.000Z',
    link: LINK,
  },
  'certificate-expiring': {
    name: 'Ana Lima',
    connection: 'Banco',
    platformName: 'Loja',
    expiresAt: '2026-05-11T02:30:00.000Z',
    link: LINK,
  },
  'subscription-moved': {
    name: 'Ana Lima',
    seller: 'Maria Vendedora',
    title: 'Clube do Pão',
    amount: 4_990,
    currency: 'BRL',
    nextDueAt: '2026-05-11T02:30:00.000Z',
    link: LINK,
  },
  'contract-offered': {
    sellerName: 'Maria Vendedora',
    title: 'Curso de Pão',
    basisPoints: 1_250,
    isRegistrationOpen: true,
    link: LINK,
  },
  'cart-reminder': {
    name: 'Ana Lima',
    title: 'Curso de Pão',
    seller: 'Maria Vendedora',
    amount: 9_990,
    currency: 'BRL',
    supportEmail: '',
    coupon: 'VOLTA10',
    wording: { subject: 'Falta pouco', intro: 'Ana!\nLoja, {produto} {product}' },
    link: LINK,
    endsAt: '2026-05-15T02:59:59.000Z',
    unsubscribeLink: 'https://pay.example.com/abandoned-carts/unsubscribe?token=abc',
  },
  'refund-link': { link: LINK },
  'refund-requested': {
    ...ORDER,
    protocol: 'R260511-ABCDE-FGHJK',
    ground: 'GUARANTEE',
    state: 'WAITING',
    decideBy: '2026-05-15T02:59:59.000Z',
    paidBy: 'PROVIDER',
  },
  'refund-decided': {
    ...ORDER,
    protocol: 'R260511-ABCDE-FGHJK',
    state: 'DECLINED',
    paidBy: 'PROVIDER',
    answer: 'Passou do prazo.',
  },
  'payment-not-charged': ORDER,
  'refund-failed': ORDER,
  'refund-done': { ...ORDER, method: 'PIX' },
  'pix-created': { ...PURCHASE, code: PIX_CODE, expiresAt: '2026-05-15T02:59:59.000Z' },
  'billet-created': {
    ...PURCHASE,
    code: '34191.79001 01043.510047 91020.150008 1 97770000009990',
    billetLink: 'https://provider.example/boleto.pdf',
    expiresAt: '2026-05-15T02:59:59.000Z',
  },
  'payment-approved': {
    ...PURCHASE,
    items: ['Curso de Pão', 'E-book'],
    method: 'PIX',
    isLate: false,
    accessLink: 'https://pay.example.com/access#secret',
  },
  'payment-refused': { ...PURCHASE, method: 'CREDIT_CARD', mayBeCharged: false, advice: 'FUNDS' },
  'payment-expired': { ...PURCHASE, method: 'PIX', keptUntil: '2026-05-15T02:59:59.000Z' },
  'payment-expiring': { ...PURCHASE, method: 'PIX', code: PIX_CODE, expiresAt: '2026-05-15T02:59:59.000Z' },
  'mandate-notice': { ...PURCHASE, dueDate: '2026-05-15' },
  'order-shipped': { ...PURCHASE, carrier: 'Correios', trackingCode: 'AA123456789BR', isTracked: true },
  'order-delivered': PURCHASE,
  'invoice-issued': {
    ...PURCHASE,
    number: '233',
    pdf: 'https://pay.example.com/checkout/payment/x/invoice.pdf',
    xml: 'https://pay.example.com/checkout/payment/x/invoice.xml',
  },
  'subscription-news': {
    ...PURCHASE,
    step: 'CARD_REFUSED',
    at: '2026-05-15T02:59:59.000Z',
    lastDigits: '1111',
    advice: 'FUNDS',
  },
  'buyer-question': {
    buyerName: 'Ana Lima',
    title: 'Curso de Pão',
    orderCode: '7F3A-90C2',
    paragraphs: ['A aula 3 não abre.', 'Podem ajudar?'],
    replyTo: 'ana@example.com',
    link: LINK,
  },
  notice: {
    name: 'Ana Lima',
    type: 'refund.requested',
    title: 'Curso de Pão',
    amount: 9_990,
    currency: 'BRL',
    dueAt: '2026-05-15T02:59:59.000Z',
    reason: 'Sem nota fiscal',
    link: LINK,
    unsubscribeLink: 'https://pay.example.com/notifications/unsubscribe?token=abc',
  },
  announcement: {
    name: 'Ana Lima',
    title: 'Novas regras de saque',
    paragraphs: ['A partir de segunda, os saques caem no mesmo dia.'],
    link: LINK,
    hasLink: true,
    unsubscribeLink: 'https://pay.example.com/notifications/unsubscribe?token=abc',
  },
  'notice-summary': {
    name: 'Ana Lima',
    lines: [{ type: 'sale.approved', count: 37, sums: [{ currency: 'BRL', amount: 369_630 }] }],
    link: LINK,
    unsubscribeLink: 'https://pay.example.com/notifications/unsubscribe?token=abc',
  },
  'payment-mismatch': { ...PURCHASE, paidAmount: 5_000, settlement: 'UNDERPAID', isOver: false },
};
/** Values that select a text, or that are formatted. */
const CHOOSING = [
  'name',
  'wording',
  'endsAt',
  'dueDate',
  'isOn',
  'hasLink',
  'isAdded',
  'basisPoints',
  'isRegistrationOpen',
  'role',
  'time',
  'expiresAt',
  'nextDueAt',
  'keptUntil',
  'usableAt',
  'amount',
  'currency',
  'ground',
  'state',
  'decideBy',
  'paidBy',
  'method',
  'supportEmail',
  'isLate',
  'isOver',
  'isTracked',
  'mayBeCharged',
  'advice',
  'step',
  'at',
  'paidAmount',
  'settlement',
  'type',
  'dueAt',
  'lines',
];
const TEMPLATES = Object.keys(EXAMPLES) as MailTemplate[];

const brand = (extra: Partial<Brand> = {}): Brand => ({
  name: 'Loja da Ana',
  url: 'https://pay.example.com',
  logoUrl: '',
  colour: undefined,
  legalName: '',
  supportEmail: '',
  ...extra,
});

const render = <T extends MailTemplate>(
  template: T,
  locale: Locale,
  parameters: MailParameters[T] = EXAMPLES[template],
  frame: Brand = brand(),
) => renderMail(writeMailText(template, locale, parameters, frame.name), frame, locale);

describe.each(LOCALES)('mails in %s', (locale) => {
  it.each(TEMPLATES)('%s says all that it was given, as HTML and as text', (template) => {
    const { subject, html, text } = render(template, locale);

    expect(subject.length).toBeGreaterThan(5);
    expect(subject.length).toBeLessThan(60);
    for (const part of [html, text]) {
      expect(part).not.toMatch(/undefined|null|NaN|\[object|Invalid Date/);
      expect(part).toContain('Loja da Ana'.slice(0, 4));
    }
    for (const [name, value] of Object.entries(EXAMPLES[template])) {
      if (CHOOSING.includes(name)) continue;
      for (const item of [value].flat()) {
        expect(text).toContain(item);
        expect(html).toContain(item);
      }
    }
    expect(text.includes('Ana!')).toBe('name' in EXAMPLES[template]);
    expect(html).toContain(`<html lang="${locale}">`);
  });
});

describe('a mail', () => {
  it('differs between its languages', () => {
    for (const template of TEMPLATES) {
      const [first, second] = LOCALES.map((locale) => render(template, locale).text);
      expect(first).not.toBe(second);
    }
  });

  it('tells times as people in Brazil read them', () => {
    expect(render('new-device', 'pt-BR').text).toContain('10 de maio de 2026 às 23:30 (horário de Brasília)');
    expect(render('new-device', 'en').text).toContain('May 10, 2026 at 11:30');
  });

  it('invites somebody who has a password to sign in with it', () => {
    const invitation = { name: 'Ana', platformName: 'Loja', role: 'admin' } as const;
    const texts = [LINK, 'https://pay.example.com/admin-root-login'].map(
      (link) => render('invitation', 'pt-BR', { ...invitation, link }).text,
    );

    expect(texts[0]).toMatch(/Escolha sua senha.*Aceitar convite:.*7 dias/s);
    expect(texts[1]).toMatch(/a senha que você usa hoje.*Entrar:/s);
    expect(texts[1]).not.toMatch(/Escolha sua senha|7 dias/);
  });

  it('tells a buyer how much comes back, by when somebody answers, and what silence means', () => {
    const wish = EXAMPLES['refund-requested'];
    const waiting = render('refund-requested', 'pt-BR', wish).text;
    expect(waiting).toMatch(/R\$\s99,90/);
    expect(waiting).toMatch(/14 de maio de 2026 às 23:59.*/);
    expect(waiting).toContain('será aceito');
    expect(render('refund-requested', 'pt-BR', { ...wish, ground: 'LATE' }).text).toContain('será recusado');
    const granted = render('refund-requested', 'en', {
      ...wish,
      state: 'GRANTED',
      paidBy: 'SELLER',
      decideBy: '',
    }).text;
    expect(granted).toContain('the seller will pay you themselves');
    expect(granted).not.toContain('Answer by');
  });

  it('tells what becomes of money that does not match the price', () => {
    const wrong = EXAMPLES['payment-mismatch'];
    const write = (extra: Partial<typeof wrong>) => render('payment-mismatch', 'pt-BR', { ...wrong, ...extra }).text;

    expect(write({})).toMatch(/R\$\s50,00 de R\$\s99,90: faltam R\$\s49,90/);
    const code = { code: PIX_CODE, expiresAt: '2026-05-15T02:59:59.000Z' };
    expect(write(code)).toContain(PIX_CODE);
    expect(render('payment-mismatch', 'pt-BR', { ...wrong, ...code }).subject).toMatch(/^Faltam R\$\s49,90$/);
    expect(render('payment-mismatch', 'en', { ...wrong, ...code }).subject).toMatch(/^R\$\s49\.90 are missing$/);
    expect(write({ isOver: true })).toContain('Esse valor volta para você');
    expect(write({ settlement: 'DUPLICATE', paidAmount: 19_980 })).toMatch(
      /R\$\s199,80 no total\). Os R\$\s99,90 a mais/,
    );
    expect(render('payment-mismatch', 'en', { ...wrong, settlement: 'OVERPAID', paidAmount: 10_000 }).text).toContain(
      '0.10 too much',
    );
  });

  it('promises no charge was made only where that is known', () => {
    const refused = EXAMPLES['payment-refused'];
    const expired = EXAMPLES['payment-expired'];
    expect(render('payment-expired', 'pt-BR', expired).text).toContain('com o mesmo preço, até 14 de maio de 2026');
    expect(render('payment-expired', 'pt-BR', { ...expired, keptUntil: '' }).text).toContain('um novo pedido');

    expect(render('payment-refused', 'pt-BR', refused).text).toContain('nada foi cobrado');
    expect(render('payment-refused', 'pt-BR', refused).text).toContain('Saldo ou limite insuficiente.');
    expect(render('payment-refused', 'pt-BR', { ...refused, mayBeCharged: true }).text).not.toContain(
      'nada foi cobrado',
    );
  });

  it.each(LOCALES)('names the plan of a subscription, its next charge and where it is managed, in %s', (locale) => {
    const plan = { amount: 4_990, frequencyInDays: 15 };
    const paid = render('payment-approved', locale, {
      ...EXAMPLES['payment-approved'],
      plan: { ...plan, nextChargeAt: '2026-05-25T12:00:00.000Z' },
    });
    const begun = render('subscription-news', locale, { ...EXAMPLES['subscription-news'], step: 'BEGUN', plan });

    const words =
      locale === 'en'
        ? [/R\$\s?49\.90 every 15 days/, /May 25, 2026/]
        : [/R\$\s49,90 a cada 15 dias/, /25 de maio de 2026/];
    for (const word of words) expect(paid.text).toMatch(word);
    expect(paid.text).toContain('/my-purchases');
    expect(begun.subject).toMatch(/: Curso de Pão$/);
    expect(begun.text).toMatch(words[0]!);
  });

  it.each([
    ['pt-BR', 1, /49,90 por mês/],
    ['pt-BR', 6, /49,90 a cada 6 meses/],
    ['en', 1, /49\.90 every month/],
    ['en', 12, /49\.90 every year/],
  ] as const)('counts a plan in %s by months of the calendar: %i', (locale, months, words) => {
    const plan = { amount: 4_990, frequencyInDays: 30, months };

    expect(render('subscription-news', locale, { ...EXAMPLES['subscription-news'], step: 'BEGUN', plan }).text).toMatch(
      words,
    );
  });

  it.each(LOCALES)('says when a trial ends, what is charged then and how not to pay it, in %s', (locale) => {
    const news = { ...EXAMPLES['subscription-news'], step: 'TRIAL_ENDING', lastDigits: '' } as const;
    const { text } = render('subscription-news', locale, news);

    expect(text).toMatch(
      locale === 'en'
        ? /until May 14, 2026.*charge of R\$\s?99\.90.*“Cancel subscription” before that day/
        : /até 14 de maio de 2026.*cobrança de R\$\s99,90.*“Cancelar assinatura” antes desse dia/,
    );
    expect(text).toContain(LINK.slice(0, 23));
  });

  it.each(LOCALES)('says of each notification what it is about, in %s', (locale) => {
    const types = Object.keys(TOPIC_OF) as MailedType[];
    for (const type of types) {
      const bare = { ...EXAMPLES.notice, type, title: '', amount: null, dueAt: '', reason: '' };
      const { text, subject } = render('notice', locale, bare);
      expect(subject.length).toBeGreaterThan(5);
      expect(text).not.toMatch(/undefined|null|abaixo\.|below\./);
    }
    const { text } = render('notice-summary', locale);
    expect(text).toMatch(
      locale === 'en' ? /Sale approved: 37 · R\$\s?3,696\.30/ : /Venda aprovada: 37 · R\$\s3\.696,30/,
    );
  });

  it('opens as the platform words it, and still says what happened', () => {
    const wording = {
      subject: 'Oba, {nome}! Pedido {pedido}',
      intro: 'Oi, {nome}!\r\n\r\n{produto} por {valor}, de {vendedor}.',
    };
    const late = { ...EXAMPLES['payment-approved'], isLate: true };
    const { subject, paragraphs } = writeMailText('payment-approved', 'pt-BR', late, 'Loja', wording);

    expect(subject).toBe('Oba, Ana! Pedido 7F3A-90C2');
    expect(paragraphs).toEqual([
      'Oi, Ana!',
      expect.stringMatching(/^Curso de Pão por R\$\s99,90, de Maria Vendedora\.$/),
      'Ele chegou depois do prazo, mas foi aceito.',
    ]);
    const nameless = writeMailText('payment-approved', 'pt-BR', { ...late, name: '<b>' }, 'Loja', wording);
    expect([nameless.subject, nameless.paragraphs[0]]).toEqual(['Oba! Pedido 7F3A-90C2', 'Oi!']);
  });

  it('does not fill in what a value says, nor lets a wording become HTML or a header', () => {
    const wording = {
      subject: 'A\r\nBcc: x@example.com {produto}',
      intro: '<script>alert(1)</script> {produto} <a href="https://evil.example">',
    };
    const { subject, paragraphs } = writeMailText(
      'order-delivered',
      'pt-BR',
      { ...PURCHASE, title: '{vendedor}<i>' },
      'Loja',
      wording,
    );
    const mail = renderMail({ subject, paragraphs, notes: [] }, brand(), 'pt-BR');

    expect([subject, mail.subject]).toEqual(Array(2).fill('A Bcc: x@example.com {vendedor}<i>'));
    expect(mail.html).not.toMatch(/<script|<a href="https:\/\/evil|<i>/);
    expect(mail.html).toContain('&#60;script&#62;alert(1)&#60;/script&#62; {vendedor}');
  });

  it('reads mails that the version before wrote', () => {
    const { orderCode: _, seller: __, amount: ___, currency: ____, ...old } = EXAMPLES['refund-decided'];
    const { text } = render('refund-decided', 'pt-BR', old as typeof old & typeof ORDER);

    expect(text).toContain('Protocolo: R260511-ABCDE-FGHJK');
    expect(text).not.toMatch(/undefined|NaN|Vendedor:|Pedido:/);
  });

  it('says whether two-step verification is on or off', () => {
    const subjects = [true, false].map(
      (isOn) => render('second-factor-changed', 'pt-BR', { name: 'Ana', isOn }).subject,
    );
    expect(subjects).toEqual(['Verificação em duas etapas ativada', 'Verificação em duas etapas desativada']);
  });

  it.each([
    'http://evil.example/win',
    'evil.example',
    'www.evil.example Ana',
    'call +5511987654321',
    '<b>Ana</b>',
    '',
    '\u202eanA',
  ])('greets nobody by a name such as %j', (name) => {
    const { text } = render('verify-email', 'pt-BR', { name, link: LINK });

    expect(text).toMatch(/^Olá(, (call|anA))?!\n/);
    expect(text).not.toMatch(/evil|\+55|\u202e|<b>/);
  });

  it('keeps its texts in one piece whatever comes in', () => {
    const evil = `"><img src=x onerror=alert(1)>'\r\n\u2028X`;
    const { html, text, subject } = render(
      'invitation',
      'en',
      { name: evil, platformName: evil, role: 'seller', link: LINK },
      brand({ name: evil, legalName: evil, supportEmail: evil, logoUrl: `https://x.example/"onload="x`, colour: evil }),
    );

    // Only the layout writes attributes and elements; parameters are text.
    expect(html).not.toMatch(/<img src=x|onerror=alert\(1\)>|"onload=/);
    expect(html.match(/<img /g)).toHaveLength(1);
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(text.split('\n').some((line) => line.startsWith('X'))).toBe(false);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', 'https://a b', 'https://a/"x'])(
    'carries no link such as %s',
    (link) => {
      expect(() => render('magic-link', 'en', { link })).toThrow('must be an http or https address');
    },
  );

  it('is dark where the reader is, and leaves out a boleto without PDF', () => {
    const { html, text } = render('billet-created', 'pt-BR', { ...EXAMPLES['billet-created'], billetLink: '' });

    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(text).not.toContain('PDF');
    expect(() =>
      render('billet-created', 'en', { ...EXAMPLES['billet-created'], billetLink: 'javascript:alert(1)' }),
    ).toThrow('must be an http or https address');
  });

  it('shows the logo of the platform from the address of the platform', () => {
    const path = render('magic-link', 'en', undefined, brand({ logoUrl: '/media/logo.png' })).html;
    const address = render('magic-link', 'en', undefined, brand({ logoUrl: 'https://cdn.example.com/l.png' })).html;
    const none = render('magic-link', 'en').html;

    expect(path).toContain('<img src="https://pay.example.com/media/logo.png" alt="Loja da Ana"');
    expect(address).toContain('<img src="https://cdn.example.com/l.png"');
    expect(none).not.toContain('<img');
  });

  it.each(['#000000', '#ffee00', '#ffffff', '#0b6e4f', '#7f7f7f', '#ff5a1f'])(
    'has a button that can be read on the platform’s %s',
    (colour) => {
      const { html } = render('magic-link', 'en', undefined, brand({ colour }));

      const [, background, ink] = /background:(#[0-9a-f]{6});color:(#[0-9a-f]{6});font-weight:600/.exec(html) ?? [];
      expect(background).toBe(colour);
      expect(contrast(background as string, ink as string)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
