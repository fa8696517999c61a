/** Answers for a seller with products and offers, and for the platform that reviews them. The server keeps versions, as the core does. */
import { coupon } from '@feira/schemas/entities/coupon';
import { defaultsOf } from '@feira/schemas/entities/entity';
import { offer as offerEntity } from '@feira/schemas/entities/offer';
import { orderBump } from '@feira/schemas/entities/order-bump';
import { product as productEntity } from '@feira/schemas/entities/product';
import type { Output, Role } from '@feira/schemas/procedure';
import * as coupons from '@feira/schemas/procedures/coupons';
import { list as listIntegrations } from '@feira/schemas/procedures/integrations';
import * as offers from '@feira/schemas/procedures/offers';
import { listContracts, listProducts as listTerms } from '@feira/schemas/procedures/partners';
import * as products from '@feira/schemas/procedures/products';
import { drawQr } from '../../core/src/shared/draw-qr.ts';
import { type FakedServer, Refused } from './faked-screens.ts';
import { answerReporting } from './pixels-world.ts';
import { answerProfiles } from './profiles-world.ts';
import { answerSignedIn } from './signed-in.ts';

export const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The seller's connection that quotes freight. */
export const CONNECTION = id(801);
export const FIXED = { quotedBy: null, freeFrom: null, fallback: [] };
const AT = '2026-11-20T15:00:00.000Z';
const SELLER = { id: id(900), name: 'Bia Costa', email: 'bia@loja.example' };

/** The code of an address, as the server draws it. */
export function drawCode(url: string) {
  const { path, size } = drawQr(url);
  return { qrPath: path, qrSize: size };
}

export type Product = Output<typeof products.getMyProduct>;
export type Offer = Output<typeof offers.getMyOffer>;
export type Coupon = Output<typeof coupons.listMyCoupons>['items'][number];
type Bump = Output<typeof products.listOrderBumps>['items'][number];

export const createProduct = (changes: Partial<Product> = {}): Product => ({
  id: id(1),
  ...defaultsOf(productEntity),
  name: 'Curso de Pão',
  typeProduct: 'DIGITAL',
  category: 'GASTRONOMY',
  status: 'ACTIVE',
  createdAt: AT,
  description: 'Doze aulas para fazer pão de fermentação natural em casa.',
  supportEmail: 'ajuda@loja.example',
  pixels: { facebook: ['1234567890'] },
  blockReason: null,
  version: 1,
  isSold: false,
  hasDelivery: false,
  isReviewed: false,
  offers: [],
  ...changes,
});

export const createOffer = (product: Product, changes: Partial<Offer> = {}): Offer => ({
  id: id(101),
  title: product.name,
  ...defaultsOf(offerEntity),
  price: 9_700,
  fakePrice: 12_900,
  coin: 'BRL',
  deliveryOptions: [],
  status: 'PUBLISHED',
  createdAt: AT,
  product: {
    id: product.id,
    name: product.name,
    image: product.image,
    typeProduct: product.typeProduct,
    status: product.status,
  },
  url: `https://loja.example/checkout/${changes.id ?? id(101)}`,
  version: 1,
  taken: 0,
  ...drawCode(`https://loja.example/checkout/${changes.id ?? id(101)}`),
  ...changes,
});

export const createCoupon = (changes: Partial<Coupon> = {}): Coupon => ({
  id: id(501),
  code: 'BEMVINDO10',
  ...defaultsOf(coupon),
  discount: { basisPoints: 1_000 },
  offerIds: [],
  productIds: [],
  uses: 0,
  revenue: [],
  version: 1,
  createdAt: AT,
  ...changes,
});

export interface CatalogueWorld {
  products: Product[];
  offers: Offer[];
  bumps: Bump[];
  coupons: Coupon[];
}

export function createCatalogue(): CatalogueWorld {
  const course = createProduct();
  const kit = createProduct({ id: id(2), name: 'Kit de padeiro', typeProduct: 'FISICO', category: 'HOBBIES' });
  const blocked = createProduct({
    id: id(3),
    name: 'Fermento que nunca acaba',
    status: 'BLOCKED',
    blockReason: 'A descrição promete um resultado que ninguém pode garantir.',
    isReviewed: true,
  });
  const shipped = createOffer(kit, {
    id: id(102),
    title: 'Kit completo',
    price: 18_990,
    deliveryOptions: [
      {
        id: id(201),
        description: 'PAC',
        deliveryTime: '5 a 8 dias úteis',
        fareAmount: 1_990,
        preSelected: true,
        ...FIXED,
      },
      { id: id(202), description: 'Retirada', deliveryTime: '', fareAmount: 0, preSelected: false, ...FIXED },
    ],
  });
  return {
    products: [course, kit, blocked],
    offers: [createOffer(course), shipped],
    bumps: [
      {
        id: id(301),
        version: 1,
        ...defaultsOf(orderBump),
        title: 'Leve também o kit com desconto',
        price: 14_990,
        fakePrice: 18_990,
        offer: { id: shipped.id, title: shipped.title, price: shipped.price, coin: 'BRL', status: 'PUBLISHED' },
        product: { id: kit.id, name: kit.name, image: null },
        isShown: true,
      },
    ],
    coupons: [],
  };
}

const refuse = (status: number, code: string, message: string): never => {
  throw new Refused(status, { code, message });
};
/** The core's answer to a form that read an older version. */
export const CONFLICT = 'Isto mudou em outra aba ou por outra pessoa depois que você abriu.';

function findOne<R extends { id: string }>(records: R[], wanted: string): R {
  return records.find((record) => record.id === wanted) ?? refuse(404, 'NOT_FOUND', 'Não encontrado.');
}

export function answerCatalogue(
  server: FakedServer,
  world: CatalogueWorld,
  roles: Role[] = ['seller'],
  person = SELLER,
): void {
  answerProfiles(server);
  const product = (wanted: string, version?: number) => {
    const found = world.products.find((each) => each.id === wanted) ?? refuse(404, 'PRODUCT_NOT_FOUND', 'Sem produto.');
    if (version !== undefined && version !== found.version) refuse(409, 'EDIT_CONFLICT', CONFLICT);
    return found;
  };
  const offer = (wanted: string, version?: number) => {
    const found = world.offers.find((each) => each.id === wanted) ?? refuse(404, 'OFFER_NOT_FOUND', 'Sem oferta.');
    if (version !== undefined && version !== found.version) refuse(409, 'EDIT_CONFLICT', CONFLICT);
    return found;
  };
  const inShort = ({ id: offerId, title, price, coin, status }: Offer) => ({ id: offerId, title, price, coin, status });
  const offersOf = (productId: string) => world.offers.filter((each) => each.product.id === productId);
  const listed = ({ id: productId, ...each }: Product) => {
    const { name, image, typeProduct, category, status, createdAt, blockReason } = each;
    return {
      id: productId,
      name,
      image,
      typeProduct,
      category,
      status,
      createdAt,
      blockReason,
    };
  };
  const filtered = ({ search, status, category }: { search?: string; status?: string; category?: string }) =>
    world.products.filter(
      (each) =>
        (!search || each.name.toLowerCase().includes(search.toLowerCase())) &&
        (!status || each.status === status) &&
        (!category || each.category === category),
    );
  answerSignedIn(server, { person, roles, permissions: ['isProductsAvailable'] });
  server.answer(products.listMyProducts, (input) => ({
    items: filtered(input).map((each) => ({
      ...listed(each),
      offers: offersOf(each.id).length,
      hasDelivery: each.hasDelivery,
    })),
    next: null,
  }));
  server.answer(products.getMyProduct, ({ productId }) => ({
    ...product(productId),
    offers: offersOf(productId).map(inShort),
  }));
  answerReporting(server, { pixels: [], conversions: [] });
  server.answer(products.createProduct, (input) => {
    const made = createProduct({
      ...input,
      id: id(4),
      status: 'DRAFT',
      description: '',
      supportEmail: null,
      pixels: {},
    } as Partial<Product>);
    world.products.unshift(made);
    return { productId: made.id, version: made.version };
  });
  server.answer(products.updateProduct, ({ productId, version, ...changes }) => {
    const found = product(productId, version);
    Object.assign(found, changes, { version: found.version + 1 });
    return { version: found.version };
  });
  const decide = (status: Product['status']) => (input: { productId: string; version: number }) => {
    const found = product(input.productId, input.version);
    Object.assign(found, { status, version: found.version + 1 });
    for (const each of offersOf(found.id)) each.product.status = status;
    return { status, version: found.version };
  };
  server.answer(products.publishProduct, (input) =>
    decide(product(input.productId).isReviewed ? 'IN_REVIEW' : 'ACTIVE')(input),
  );
  server.answer(products.archiveProduct, decide('ARCHIVED'));
  server.answer(products.deleteProduct, ({ productId, version }) => {
    const found = product(productId, version);
    if (found.isSold) {
      found.status = 'ARCHIVED';
      return { outcome: 'ARCHIVED' as const };
    }
    world.products = world.products.filter((each) => each !== found);
    return { outcome: 'DELETED' as const };
  });
  server.answer(products.listOrderBumps, () => ({ version: 1, items: world.bumps }));
  server.answer(products.createOrderBump, ({ offerId, title, price = null, fakePrice = null }) => {
    const added = offer(offerId);
    const { id: productId, name, image } = added.product;
    const made: Bump = {
      id: id(302),
      version: 1,
      ...defaultsOf(orderBump),
      title,
      price,
      fakePrice,
      isShown: true,
      offer: inShort(added),
      product: { id: productId, name, image },
    };
    world.bumps.push(made);
    return { bumpId: made.id, version: 1 };
  });
  server.answer(products.updateOrderBump, ({ bumpId, version: _, ...changes }) => {
    const found = findOne(world.bumps, bumpId);
    Object.assign(found, changes, { version: found.version + 1 });
    return { version: found.version };
  });
  server.answer(products.sortOrderBumps, ({ bumpIds }) => {
    world.bumps = bumpIds.map((bumpId) => findOne(world.bumps, bumpId));
    return { version: 2 };
  });
  server.answer(products.deleteOrderBump, ({ bumpId }) => {
    world.bumps = world.bumps.filter((each) => each.id !== bumpId);
    return {};
  });
  server.answer(coupons.listMyCoupons, () => ({ items: world.coupons, next: null }));
  server.answer(coupons.createCoupon, (input) => {
    if (world.coupons.some(({ code }) => code === input.code))
      refuse(409, 'COUPON_CODE_TAKEN', 'Você já tem um cupom com este código.');
    const made = createCoupon({ ...input, id: id(510 + world.coupons.length) });
    world.coupons.unshift(made);
    return { couponId: made.id };
  });
  server.answer(coupons.updateCoupon, ({ couponId, version, ...terms }) => {
    const found = findOne(world.coupons, couponId);
    if (version !== found.version) refuse(409, 'EDIT_CONFLICT', CONFLICT);
    Object.assign(found, terms, { version: version + 1 });
    return { version: found.version };
  });
  server.answer(coupons.deleteCoupon, ({ couponId }) => {
    world.coupons = world.coupons.filter((each) => each.id !== couponId);
    return {};
  });
  server.answer(products.listProducts, (input) => ({
    items: filtered(input).map((each) => ({ ...listed(each), seller: SELLER, version: each.version })),
    next: null,
  }));
  server.answer(products.getProduct, ({ productId }) => {
    const { isReviewed: _, hasDelivery: __, ...found } = product(productId);
    return {
      ...found,
      seller: SELLER,
      offers: offersOf(productId).map((each) => ({ ...inShort(each), url: each.url })),
    };
  });
  server.answer(products.approveProduct, (input) => {
    product(input.productId).blockReason = null;
    return decide('ACTIVE')(input);
  });
  server.answer(products.blockProduct, ({ reason, ...input }) => {
    product(input.productId).blockReason = reason;
    return decide('BLOCKED')(input);
  });
  const toItem = (each: Offer) => {
    const { id: offerId, title, price, coin, type, status, createdAt, url } = each;
    return { id: offerId, title, price, coin, type, status, createdAt, url, product: each.product };
  };
  server.answer(offers.listMyOffers, ({ productId }) => ({
    items: (productId ? offersOf(productId) : world.offers).map(toItem),
    next: null,
  }));
  server.answer(offers.listOffers, () => ({
    offers: world.offers.map(({ id: offerId, title, price, coin }) => ({ id: offerId, title, price, coin })),
  }));
  server.answer(offers.getMyOffer, ({ offerId }) => offer(offerId));
  server.answer(offers.listConnections, () => ({
    items: [
      {
        id: id(401),
        name: 'Principal',
        provider: 'sandbox',
        currencies: ['BRL' as const, 'USD' as const],
        leastAmounts: {},
        methods: ['PIX' as const, 'CREDIT_CARD' as const],
      },
    ],
  }));
  server.answer(listIntegrations, () => ({
    catalogue: [
      {
        id: 'melhor-envio',
        version: '1.0.0',
        name: 'Melhor Envio',
        category: 'FREIGHT' as const,
        description: { 'pt-BR': 'Cota o frete.', en: 'Quotes freight.' },
        docs: 'https://docs.melhorenvio.com.br',
        evidence: 'public-code' as const,
        hosts: ['melhorenvio.com.br'],
        events: [],
        buyer: [],
        form: {},
      },
    ],
    connections: [
      {
        id: CONNECTION,
        integration: 'melhor-envio',
        name: 'Melhor Envio da loja',
        events: [],
        productIds: [],
        isEnabled: true,
        offReason: null,
        failingSince: null,
        createdAt: AT,
        lastDelivery: null,
      },
    ],
  }));
  server.answer(offers.createOffer, ({ productId, ...input }) => {
    const made = createOffer(product(productId), { ...(input as Partial<Offer>), id: id(103), fakePrice: null });
    world.offers.unshift(made);
    return { offerId: made.id, version: 1 };
  });
  server.answer(offers.updateOffer, ({ offerId, version, ...changes }) => {
    const found = offer(offerId, version);
    Object.assign(found, changes, { version: found.version + 1 });
    return { version: found.version };
  });
  server.answer(offers.copyOffer, ({ offerId }) => {
    const made = { ...offer(offerId), id: id(104), status: 'DRAFT' as const, version: 1 };
    world.offers.unshift(made);
    return { offerId: made.id, version: 1 };
  });
  server.answer(offers.archiveOffer, ({ offerId, version }) => {
    const found = offer(offerId, version);
    Object.assign(found, { status: 'ARCHIVED', version: found.version + 1 });
    return { version: found.version };
  });
  server.answer(listTerms, () => ({
    items: world.products.map(({ id: productId, name, image, version }) => ({
      product: { id: productId, name, image },
      version,
      isOpen: true,
      basisPoints: 3_000,
      isAutomatic: false,
      windowDays: 30,
      sharedBasisPoints: 5_000,
    })),
    next: null,
  }));
  server.answer(listContracts, () => ({ items: [], next: null }));
}
