/** Answers for a seller with affiliates and co-producers, and for a person who is both for other sellers. */
import type { Output, Role } from '@feira/schemas/procedure';
import {
  decideAffiliation,
  listAffiliations,
  listContracts,
  listMarketplace,
  listMyAffiliations,
  listMyContracts,
  listProducts,
} from '@feira/schemas/procedures/partners';
import type { FakedServer } from './faked-screens.ts';
import { answerSignedIn } from './signed-in.ts';

export const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const AT = '2026-11-20T15:00:00.000Z';
const BREAD = { id: id(1), name: 'Curso de Pão', image: null };
const ANA = { id: id(11), name: 'Ana Afiliada', email: 'ana@example.com' };
const CAIO = { id: id(12), name: 'Caio Coprodutor', email: 'caio@example.com' };
const SELLER = { id: id(13), name: 'Maria Vendedora', email: 'maria@example.com' };

export function createPartners() {
  const earned = { sales: 12, commission: 68_340, currency: 'BRL' as const };
  const affiliation = { basisPoints: 3_000, createdAt: AT, decidedAt: null, product: BREAD, earned };
  const contract = { product: BREAD, basisPoints: 2_000, replaces: null, createdAt: AT };
  return {
    products: [
      {
        product: BREAD,
        isOpen: true,
        basisPoints: 3_000,
        isAutomatic: false,
        windowDays: 30,
        version: 1,
        sharedBasisPoints: 5_000,
      },
    ] as Output<typeof listProducts>['items'],
    affiliations: [
      { id: id(21), status: 'REQUESTED', ...affiliation, person: ANA },
      { id: id(22), status: 'ACTIVE', ...affiliation, decidedAt: AT, person: CAIO },
    ] as Output<typeof listAffiliations>['items'],
    own: [
      {
        id: id(31),
        status: 'ACTIVE',
        ...affiliation,
        sellerName: SELLER.name,
        windowDays: 30,
        links: [
          {
            title: 'Curso de Pão',
            price: 9_990,
            coin: 'BRL',
            url: `https://feira.example/checkout/${id(41)}?affiliateId=${id(31)}`,
          },
        ],
      },
    ] as Output<typeof listMyAffiliations>['items'],
    market: [
      {
        product: BREAD,
        description: '',
        typeProduct: 'DIGITAL',
        category: 'GASTRONOMY',
        sellerName: SELLER.name,
        basisPoints: 3_000,
        isAutomatic: true,
        windowDays: 30,
        affiliation: null,
        offers: [{ title: 'Curso de Pão', price: 9_990, coin: 'BRL' }],
      },
    ] as Output<typeof listMarketplace>['items'],
    given: [
      { id: id(51), status: 'ACTIVE', ...contract, startsAt: AT, endsAt: null, partner: CAIO },
      { id: id(52), status: 'ACTIVE', ...contract, startsAt: AT, endsAt: '2027-01-01T03:00:00.000Z', partner: ANA },
      {
        id: id(53),
        status: 'OFFERED',
        ...contract,
        startsAt: null,
        endsAt: null,
        partner: { id: null, name: null, email: 'gil@example.com' },
      },
    ] as Output<typeof listContracts>['items'],
    received: [{ id: id(61), status: 'OFFERED', ...contract, startsAt: null, endsAt: null, seller: SELLER }] as Output<
      typeof listMyContracts
    >['items'],
  };
}
export type PartnersWorld = ReturnType<typeof createPartners>;

export function answerPartners(server: FakedServer, world: PartnersWorld, roles: Role[]): void {
  answerSignedIn(server, { person: { id: id(900), name: 'Bia Costa', email: 'bia@loja.example' }, roles });
  server.answer(listProducts, () => ({ items: world.products, next: null }));
  server.answer(listAffiliations, ({ status }) => ({
    items: world.affiliations.filter((affiliation) => affiliation.status === status),
    next: null,
  }));
  server.answer(decideAffiliation, ({ affiliationId, decision }) => {
    const status = decision === 'APPROVE' ? 'ACTIVE' : 'REFUSED';
    world.affiliations = world.affiliations.map((each) => (each.id === affiliationId ? { ...each, status } : each));
    return {};
  });
  server.answer(listMyAffiliations, () => ({ items: world.own, next: null }));
  server.answer(listMarketplace, ({ search, category }) => ({
    items: world.market.filter(
      (item) => (!search || item.product.name.includes(search)) && (!category || item.category === category),
    ),
    next: null,
  }));
  server.answer(listContracts, () => ({ items: world.given, next: null }));
  server.answer(listMyContracts, () => ({ items: world.received, next: null }));
}
