/** Holds the market that `npm start` opens with. */
import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { PaymentMethod } from '@feira/schemas/common';
import type { ProductCategory, RecurrencePeriod } from '@feira/schemas/options';
import { CAFE, MARIA } from './people.ts';

export const PLATFORM = { name: 'Feira', host: '*' };

const ALL: PaymentMethod[] = ['PIX', 'CREDIT_CARD', 'BILLET'];

/** Accounts at simulated providers. The secrets open nothing: each simulator takes what stands here. */
export interface DemoConnection {
  /** One connection a provider; the first takes the sales that no offer binds to another. */
  provider: string;
  methods: PaymentMethod[];
  settings: Record<string, string>;
  secrets: Record<string, string>;
}

export interface DemoProduct {
  /** The e-mail of its seller. */
  seller: string;
  name: string;
  /** The name of a file in tools/demo. */
  picture: string;
  typeProduct: 'DIGITAL' | 'FISICO';
  category: ProductCategory;
  description: string;
  /** The title and address that buyers of a digital product get. */
  opens?: { title: string; address: string };
  /** 7 where nothing is said. */
  guaranteeDays?: 30;
}

/** The demo's code names an offer by its key. In the database, offers of one title differ by their connection. */
export interface DemoOffer {
  key: string;
  /** The name of its product. */
  product: string;
  title: string;
  price: number;
  fakePrice?: number;
  config: CheckoutBuilderConfig;
  recurrence?: { price: number; days: 30; period: RecurrencePeriod };
  /** The provider that charges it. */
  connection?: string;
  deliveryOptions?: DemoDelivery[];
  isIdentified?: boolean;
  maxQuantity?: number;
  abandonedCart?: boolean;
  isShown?: boolean;
  note?: string;
}

export interface DemoDelivery {
  description: string;
  deliveryTime: string;
  fareAmount: number;
  preSelected: boolean;
}

export interface DemoOrderBump {
  product: string;
  /** The key of the offer that it adds. */
  offer: string;
  title: string;
}

export const CONNECTIONS: DemoConnection[] = [
  {
    provider: 'sandbox',
    methods: ALL,
    settings: { publicKey: 'pk_demo_0123456789' },
    secrets: { secretKey: 'sk_demo_0123456789abcdef', webhookSecret: 'whsec_demo_0123456789abcdef' },
  },
  {
    provider: 'asaas',
    methods: ALL,
    settings: { webhookEmail: 'avisos@demo.example' },
    secrets: { apiKey: '$aact_hmlg_demo0123456789', webhookAuthToken: 'demo-webhook-token-0123456789abcdef' },
  },
  {
    provider: 'pagarme',
    methods: ALL,
    settings: { publicKey: 'pk_test_demo0123456789' },
    secrets: { secretKey: 'sk_test_demo0123456789', webhookUser: 'feira', webhookPassword: 'demo-webhook-password' },
  },
];

export const PRODUCTS: DemoProduct[] = [
  {
    seller: MARIA,
    name: 'Pão de fermentação natural',
    picture: 'bread',
    typeProduct: 'DIGITAL',
    category: 'GASTRONOMY',
    description: 'Curso em vídeo, do levain ao forno de casa.',
    opens: { title: 'As aulas', address: 'https://aulas.demo.example/pao' },
    guaranteeDays: 30,
  },
  {
    seller: MARIA,
    name: 'E-book 30 receitas de levain',
    picture: 'ebook',
    typeProduct: 'DIGITAL',
    category: 'LITERATURE',
    description: 'PDF com 30 receitas testadas.',
    opens: { title: 'O livro', address: 'https://livros.demo.example/levain' },
  },
  {
    seller: CAFE,
    name: 'Kit Café da Serra',
    picture: 'coffee',
    typeProduct: 'FISICO',
    category: 'GASTRONOMY',
    description: 'Dois pacotes de 250 g, torrados na semana do envio.',
  },
  {
    seller: CAFE,
    name: 'Clube do Café',
    picture: 'club',
    typeProduct: 'DIGITAL',
    category: 'EDUCATION',
    description: 'Uma aula nova de preparo por mês.',
    opens: { title: 'O clube', address: 'https://clube.demo.example' },
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

const [BREAD, RECIPES, COFFEE, CLUB] = PRODUCTS.map(({ name }) => name) as [string, string, string, string];

export const OFFERS: DemoOffer[] = [
  {
    key: 'course',
    product: BREAD,
    title: BREAD,
    price: 19_700,
    config: COURSE,
    isShown: true,
    note: 'digital, PIX, cartão e boleto, item adicional',
    abandonedCart: true,
  },
  { key: 'ebook', product: RECIPES, title: RECIPES, price: 1_990, fakePrice: 4_990, config: {} },
  {
    key: 'coffee',
    product: COFFEE,
    title: COFFEE,
    price: 8_990,
    config: { colorPrimary: '#5a4030' },
    isShown: true,
    note: 'físico, com frete',
    isIdentified: true,
    maxQuantity: 5,
    deliveryOptions: [
      { description: 'Correios PAC', deliveryTime: '6 a 9 dias úteis', fareAmount: 0, preSelected: true },
      { description: 'Correios Sedex', deliveryTime: '2 a 3 dias úteis', fareAmount: 2_490, preSelected: false },
    ],
  },
  {
    key: 'club',
    product: CLUB,
    title: CLUB,
    price: 2_990,
    recurrence: { price: 2_990, days: 30, period: 'CALENDAR' },
    config: { colorPrimary: '#273a67' },
    isShown: true,
    note: 'assinatura mensal',
  },
  {
    key: 'course-asaas',
    product: BREAD,
    title: BREAD,
    price: 19_700,
    config: {},
    connection: 'asaas',
    isShown: true,
    note: 'pelo simulador do Asaas',
  },
  {
    key: 'course-pagarme',
    product: BREAD,
    title: BREAD,
    price: 19_700,
    config: {},
    connection: 'pagarme',
    isShown: true,
    note: 'pelo simulador do Pagar.me',
  },
];

/** The checkouts of a product offer another product's offer. */
export const ORDER_BUMPS: DemoOrderBump[] = [{ product: BREAD, offer: 'ebook', title: 'E-book com 30 receitas' }];
