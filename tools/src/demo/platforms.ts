/** Declares two platforms on one server, to which different hosts lead. The first one's masters run the second. */
import type { PlatformSettings } from '@feira/schemas/platform';
import {
  CONNECTIONS,
  type DemoConnection,
  type DemoOffer,
  type DemoOrderBump,
  type DemoProduct,
  OFFERS,
  ORDER_BUMPS,
  PLATFORM,
  PRODUCTS,
} from './data.ts';
import { type DemoPerson, FEIRA_PEOPLE, SERRA_PEOPLE, SERRA_SELLER } from './people.ts';

export interface DemoPlatform {
  name: string;
  host: string;
  settings: Partial<PlatformSettings>;
  /** Those who open the platform come first. */
  people: readonly DemoPerson[];
  connections: readonly DemoConnection[];
  products: readonly DemoProduct[];
  offers: readonly DemoOffer[];
  orderBumps: readonly DemoOrderBump[];
}

export const FEIRA: DemoPlatform = {
  ...PLATFORM,
  settings: {
    softDescriptor: 'FEIRADEMO',
    managerBasisPoints: 100,
    anticipation: { isOffered: true, basisPointsPerDay: 12, automaticUpTo: 0 },
  },
  people: FEIRA_PEOPLE,
  connections: CONNECTIONS,
  products: PRODUCTS,
  offers: OFFERS,
  orderBumps: ORDER_BUMPS,
};

/** Names below localhost lead to this machine in every browser. */
export const SERRA: DemoPlatform = {
  name: 'Mercado da Serra',
  host: 'serra.localhost',
  settings: {
    softDescriptor: 'SERRADEMO',
    methods: ['PIX', 'CREDIT_CARD'],
    pixExpiresInSeconds: 3_600,
    isRegistrationOpen: false,
    customization: {
      account: { legalName: 'Mercado da Serra Ltda' },
      visuals: { colorPrimary: '#2f6b4f' },
    },
  },
  people: SERRA_PEOPLE,
  connections: [
    {
      provider: 'sandbox',
      methods: ['PIX', 'CREDIT_CARD', 'BILLET'],
      settings: { publicKey: 'pk_demo_serra_0123456789' },
      secrets: { secretKey: 'sk_demo_serra_0123456789', webhookSecret: 'whsec_demo_serra_0123456789' },
    },
  ],
  products: [
    {
      seller: SERRA_SELLER,
      name: 'Queijo curado da Serra',
      picture: 'cheese',
      typeProduct: 'FISICO',
      category: 'GASTRONOMY',
      description: 'Peça de 800 g, seis meses de cura.',
    },
  ],
  offers: [
    {
      key: 'cheese',
      product: 'Queijo curado da Serra',
      title: 'Queijo curado da Serra',
      price: 12_900,
      config: {},
      isShown: true,
      note: 'Mercado da Serra: outra plataforma, sem boleto',
      deliveryOptions: [
        { description: 'Entrega refrigerada', deliveryTime: '2 a 4 dias úteis', fareAmount: 1_990, preSelected: true },
      ],
    },
  ],
  orderBumps: [],
};

export const DEMO_PLATFORMS: readonly DemoPlatform[] = [FEIRA, SERRA];
