/** The market that `npm start` opens with. */
import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { PaymentMethod } from '@feira/schemas/common';
import type { ProductCategory } from '@feira/schemas/options';
import { demoId as id } from './demo-id.ts';

export const PLATFORM = { id: id(1), name: 'Feira', host: '*' };

const ALL: PaymentMethod[] = ['PIX', 'CREDIT_CARD', 'BILLET'];

/** Accounts at simulated providers. The secrets open nothing: each simulator takes what stands here. */
export interface DemoConnection {
  id: string;
  provider: string;
  priority: number;
  methods: PaymentMethod[];
  settings: Record<string, string>;
  secrets: Record<string, string>;
}

export interface DemoProduct {
  id: string;
  sellerId: string;
  name: string;
  /** Of a file in tools/demo. */
  picture: string;
  typeProduct: 'DIGITAL' | 'FISICO';
  category: ProductCategory;
  description: string;
}

export interface DemoOffer {
  id: string;
  productId: string;
  title: string;
  price: number;
  fakePrice?: number;
  config: CheckoutBuilderConfig;
  recurrence?: { price: number; days: number };
  connectionId?: string;
  isIdentified?: boolean;
  abandonedCart?: boolean;
  isShown?: boolean;
  note?: string;
}

export interface DemoDelivery {
  id: string;
  offerId: string;
  description: string;
  deliveryTime: string;
  fareAmount: number;
  preSelected: boolean;
}

export const CONNECTIONS: DemoConnection[] = [
  {
    id: id(21),
    provider: 'sandbox',
    priority: 10,
    methods: ALL,
    settings: { publicKey: 'pk_demo_0123456789' },
    secrets: { secretKey: 'sk_demo_0123456789abcdef', webhookSecret: 'whsec_demo_0123456789abcdef' },
  },
  {
    id: id(22),
    provider: 'asaas',
    priority: 20,
    methods: ALL,
    settings: { webhookEmail: 'avisos@demo.example' },
    secrets: { apiKey: '$aact_hmlg_demo0123456789', webhookAuthToken: 'demo-webhook-token-0123456789abcdef' },
  },
  {
    id: id(23),
    provider: 'pagarme',
    priority: 30,
    methods: ALL,
    settings: { publicKey: 'pk_test_demo0123456789' },
    secrets: { secretKey: 'sk_test_demo0123456789', webhookUser: 'feira', webhookPassword: 'demo-webhook-password' },
  },
];

export const PRODUCTS: DemoProduct[] = [
  {
    id: id(31),
    sellerId: id(11),
    name: 'Pão de fermentação natural',
    picture: 'bread',
    typeProduct: 'DIGITAL',
    category: 'GASTRONOMY',
    description: 'Curso em vídeo, do levain ao forno de casa.',
  },
  {
    id: id(32),
    sellerId: id(11),
    name: 'E-book 30 receitas de levain',
    picture: 'ebook',
    typeProduct: 'DIGITAL',
    category: 'LITERATURE',
    description: 'PDF com 30 receitas testadas.',
  },
  {
    id: id(33),
    sellerId: id(12),
    name: 'Kit Café da Serra',
    picture: 'coffee',
    typeProduct: 'FISICO',
    category: 'GASTRONOMY',
    description: 'Dois pacotes de 250 g, torrados na semana do envio.',
  },
  {
    id: id(34),
    sellerId: id(12),
    name: 'Clube do Café',
    picture: 'club',
    typeProduct: 'DIGITAL',
    category: 'EDUCATION',
    description: 'Uma aula nova de preparo por mês.',
  },
];

const FEEDBACKS = [
  {
    id: 'f1',
    title: 'Ana Souza',
    description: 'Meu primeiro pão já saiu com alvéolos. As aulas são curtas e diretas.',
    stars: 5,
  },
  { id: 'f2', title: 'Carlos Lima', description: 'Finalmente entendi o ponto da massa.', stars: 5 },
  { id: 'f3', title: 'Beatriz Nunes', description: 'Conteúdo ótimo, gostaria de mais receitas doces.', stars: 4 },
];

const COURSE: CheckoutBuilderConfig = {
  template: 'DEFAULT',
  enabledBannerText: true,
  bannerText: 'Turma de novembro: acesso vitalício às aulas',
  bannerTextColor: '#ffffff',
  bannerTextBackgroundColor: '#8a4b1f',
  countdown: {
    timer: 15,
    text: 'O desconto desta página termina em',
    endText: 'O desconto terminou, mas ainda há vagas.',
  },
  feedbacks: FEEDBACKS,
  whatsapp: { phone: '(11) 98765-4321', message: 'Olá! Tenho uma dúvida sobre o curso de pão.', position: 'RIGHT' },
};

export const OFFERS = [
  {
    id: id(41),
    productId: id(31),
    title: 'Pão de fermentação natural',
    price: 19_700,
    config: COURSE,
    isShown: true,
    note: 'digital, PIX, cartão e boleto, item adicional',
    abandonedCart: true,
  },
  { id: id(42), productId: id(32), title: 'E-book 30 receitas de levain', price: 1_990, fakePrice: 4_990, config: {} },
  {
    id: id(43),
    productId: id(33),
    title: 'Kit Café da Serra',
    price: 8_990,
    config: { colorPrimary: '#5a4030' },
    isShown: true,
    note: 'físico, com frete',
    isIdentified: true,
  },
  {
    id: id(44),
    productId: id(34),
    title: 'Clube do Café',
    price: 2_990,
    recurrence: { price: 2_990, days: 30 },
    config: { colorPrimary: '#273a67' },
    isShown: true,
    note: 'assinatura mensal',
  },
  {
    id: id(45),
    productId: id(31),
    title: 'Pão de fermentação natural',
    price: 19_700,
    config: {},
    connectionId: id(22),
    isShown: true,
    note: 'pelo simulador do Asaas',
  },
  {
    id: id(46),
    productId: id(31),
    title: 'Pão de fermentação natural',
    price: 19_700,
    config: {},
    connectionId: id(23),
    isShown: true,
    note: 'pelo simulador do Pagar.me',
  },
] as const satisfies readonly DemoOffer[];

export const ORDER_BUMPS = [{ id: id(51), productId: id(31), offerId: id(42), title: 'E-book com 30 receitas' }];

export const DELIVERY_OPTIONS: DemoDelivery[] = [
  {
    id: id(61),
    offerId: id(43),
    description: 'Correios PAC',
    deliveryTime: '6 a 9 dias úteis',
    fareAmount: 0,
    preSelected: true,
  },
  {
    id: id(62),
    offerId: id(43),
    description: 'Correios Sedex',
    deliveryTime: '2 a 3 dias úteis',
    fareAmount: 2_490,
    preSelected: false,
  },
];
