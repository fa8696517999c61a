/** Two platforms on one server, as different hosts lead to them. The first one's masters run the second. */
import type { PlatformSettings } from '@feira/schemas/platform';
import {
  CONNECTIONS,
  DELIVERY_OPTIONS,
  type DemoConnection,
  type DemoDelivery,
  type DemoOffer,
  type DemoProduct,
  OFFERS,
  ORDER_BUMPS,
  PLATFORM,
  PRODUCTS,
} from './demo-data.ts';
import { demoId as id } from './demo-id.ts';
import { type DemoPerson, FEIRA_PEOPLE, SERRA_PEOPLE } from './demo-people.ts';

export interface DemoPlatform {
  id: string;
  name: string;
  host: string;
  operatorId: string | null;
  settings: Partial<PlatformSettings>;
  people: readonly DemoPerson[];
  connections: readonly DemoConnection[];
  products: readonly DemoProduct[];
  offers: readonly DemoOffer[];
  orderBumps: readonly { id: string; productId: string; offerId: string; title: string }[];
  deliveryOptions: readonly DemoDelivery[];
}

const FEIRA: DemoPlatform = {
  ...PLATFORM,
  operatorId: null,
  settings: { softDescriptor: 'FEIRADEMO' },
  people: FEIRA_PEOPLE,
  connections: CONNECTIONS,
  products: PRODUCTS,
  offers: OFFERS,
  orderBumps: ORDER_BUMPS,
  deliveryOptions: DELIVERY_OPTIONS,
};

/** Names below localhost lead to this machine in every browser. */
export const SERRA: DemoPlatform = {
  id: id(2),
  name: 'Mercado da Serra',
  host: 'serra.localhost',
  operatorId: PLATFORM.id,
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
      id: id(121),
      provider: 'sandbox',
      priority: 10,
      methods: ['PIX', 'CREDIT_CARD', 'BILLET'],
      settings: { publicKey: 'pk_demo_serra_0123456789' },
      secrets: { secretKey: 'sk_demo_serra_0123456789', webhookSecret: 'whsec_demo_serra_0123456789' },
    },
  ],
  products: [
    {
      id: id(131),
      sellerId: id(111),
      name: 'Queijo curado da Serra',
      picture: 'cheese',
      typeProduct: 'FISICO',
      category: 'GASTRONOMY',
      description: 'Peça de 800 g, seis meses de cura.',
    },
  ],
  offers: [
    {
      id: id(141),
      productId: id(131),
      title: 'Queijo curado da Serra',
      price: 12_900,
      config: {},
      isShown: true,
      note: 'Mercado da Serra: outra plataforma, sem boleto',
    },
  ],
  orderBumps: [],
  deliveryOptions: [
    {
      id: id(161),
      offerId: id(141),
      description: 'Entrega refrigerada',
      deliveryTime: '2 a 4 dias úteis',
      fareAmount: 1_990,
      preSelected: true,
    },
  ],
};

export const DEMO_PLATFORMS: readonly DemoPlatform[] = [FEIRA, SERRA];
