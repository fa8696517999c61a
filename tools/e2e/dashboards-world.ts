/** Answers for two platforms as their master, a manager, a customer and a seller see them; a test can change the answers. */
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import type { Output, Role } from '@feira/schemas/procedure';
import { getAccount } from '@feira/schemas/procedures/account';
import { listEvents } from '@feira/schemas/procedures/audit';
import { getPreferences } from '@feira/schemas/procedures/notifications';
import { listFunctionaries, listManagedUsers } from '@feira/schemas/procedures/people';
import * as platforms from '@feira/schemas/procedures/platforms';
import { listPurchases } from '@feira/schemas/procedures/purchases';
import { listOwn } from '@feira/schemas/procedures/subscriptions';
import { getOwnVerification } from '@feira/schemas/procedures/verifications';
import { type FakedServer, Refused } from './faked-screens.ts';
import { answerFigures } from './figures-world.ts';
import { NO_VERIFICATION } from './host-world.ts';
import { answerSignedIn } from './signed-in.ts';

type Platform = Output<typeof platforms.getPlatform>;
type AuditEvent = Output<typeof listEvents>['events'][number];
type Administrator = Output<typeof listFunctionaries>['people'][number];
type Purchase = Output<typeof listPurchases>['purchases'][number];

const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
export const OWN = id(1);
export const OPERATED = id(2);
const HELENA = { id: id(11), name: 'Helena Prado', email: 'helena@feira.example' };
const BIA = { id: id(12), name: 'Bia Costa', email: 'bia@loja.example' };

const createPlatform = (platformId: string, name: string, hosts: string[]): Platform => ({
  id: platformId,
  name,
  status: 'ACTIVE',
  isOwn: platformId === OWN,
  hosts,
  createdAt: AT,
  settings: { ...DEFAULT_PLATFORM_SETTINGS, customization: { visuals: { colorPrimary: '#7a2d00' } } },
  version: 2,
  customizationVersion: 1,
});

const createEvent = (number: number, event: Partial<AuditEvent> & Pick<AuditEvent, 'type'>): AuditEvent => ({
  id: id(100 + number),
  createdAt: AT,
  actor: HELENA,
  impersonator: null,
  subject: null,
  details: {},
  ip: '203.0.113.7',
  userAgent: CHROME,
  ...event,
});

const createPerson = (number: number, name: string, roles: Role[]) => ({
  id: id(number),
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}@loja.example`,
  phone: '11987654321',
  status: 'ACTIVE' as const,
  roles,
  createdAt: AT,
  lastSeenAt: null,
});

const createPurchase = (number: number, status: Purchase['status'], method: Purchase['method']): Purchase => ({
  id: id(200 + number),
  paymentId: `payment${String(number).padStart(15, '0')}`,
  createdAt: AT,
  title: `Livro ${number}`,
  image: null,
  sellerName: 'Bia Costa',
  method,
  amount: 4990,
  currency: 'BRL',
  status,
  extras: [],
  freight: 0,
  interest: 0,
  address: null,
  tracking: null,
  hasReceipt: status === 'APPROVED',
  renewableUntil: status === 'CANCELED' ? '2030-05-20T12:00:00.000Z' : null,
});

export interface DashboardsWorld {
  platforms: Platform[];
  events: AuditEvent[];
  administrators: Administrator[];
  purchases: Purchase[];
  account: Output<typeof getAccount>;
  managed: ReturnType<typeof createPerson>[];
}

export const createWorld = (): DashboardsWorld => ({
  platforms: [
    createPlatform(OWN, 'Feira', ['*']),
    createPlatform(OPERATED, 'Flores', ['flores.example', 'www.flores.example']),
  ],
  events: [
    createEvent(1, { type: 'session.signedIn', details: { entrance: 'master', strength: 'SECOND_FACTOR' } }),
    createEvent(2, {
      type: 'people.paymentMethodsChanged',
      subject: { type: 'person', id: BIA.id, name: BIA.name },
      details: { before: { pixEnabled: true, billetEnabled: true }, after: { pixEnabled: true, billetEnabled: false } },
    }),
    createEvent(3, {
      type: 'account.profileChanged',
      actor: BIA,
      impersonator: HELENA,
      details: { fields: ['phone'] },
    }),
    createEvent(4, {
      type: 'session.refused',
      actor: null,
      details: { reason: 'PASSWORD' },
      ip: null,
      userAgent: null,
    }),
  ],
  administrators: [
    {
      ...createPerson(13, 'Caio Alves', ['admin']),
      permissions: ['isUsersAvailable'],
      hasSecondFactor: true,
      version: 0,
    },
  ],
  purchases: [
    createPurchase(1, 'APPROVED', 'PIX'),
    createPurchase(2, 'PENDING', 'BILLET'),
    createPurchase(3, 'PENDING', 'CREDIT_CARD'),
    createPurchase(4, 'REFUNDED', 'PIX'),
    createPurchase(5, 'CANCELED', 'PIX'),
  ],
  account: {
    name: BIA.name,
    email: BIA.email,
    phone: '11987654321',
    locale: 'pt-BR',
    createdAt: AT,
    hasPassword: true,
    hasSecondFactor: false,
    isFactorMandatory: false,
    recoveryCodesLeft: 0,
    document: null,
    showsDocument: false,
    publicAddress: null,
    pixEnabled: true,
    creditCardEnabled: false,
    billetEnabled: true,
  },
  managed: [createPerson(14, 'Davi Rocha', ['seller']), createPerson(15, 'Eva Melo', ['affiliate', 'co-producer'])],
});

/** Answers all reads of the dashboards, for a person with these roles. Each test answers the changes. */
export function answerReads(server: FakedServer, world: DashboardsWorld, roles: Role[]): void {
  answerSignedIn(server, {
    get person() {
      return { ...HELENA, name: world.account.name };
    },
    roles,
    isFactorRequired: true,
  });
  answerFigures(server);
  server.answer(platforms.listPlatforms, () => ({
    platforms: world.platforms.map(({ settings: _, version: __, customizationVersion: ___, ...platform }) => platform),
  }));
  server.answer(platforms.getPlatform, ({ platformId }) => {
    const found = world.platforms.find((platform) => platform.id === platformId);
    if (!found) throw new Refused(404, { code: 'PLATFORM_NOT_FOUND', message: 'Plataforma não encontrada.' });
    return found;
  });
  server.answer(listEvents, ({ after, type }) => {
    const wanted = world.events.filter((event) => !type || event.type === type);
    return after
      ? { currency: 'BRL' as const, events: wanted.slice(2), next: null }
      : { currency: 'BRL' as const, events: wanted.slice(0, 2), next: type ? null : 'second' };
  });
  server.answer(listFunctionaries, () => ({ people: world.administrators, next: null }));
  server.answer(listManagedUsers, () => ({ people: world.managed, next: null }));
  server.answer(listOwn, () => ({ items: [], next: null }));
  server.answer(listPurchases, () => ({ purchases: world.purchases, next: null }));
  server.answer(getAccount, () => world.account);
  server.answer(getOwnVerification, () => NO_VERIFICATION);
  server.answer(getPreferences, () => ({ topics: [], pushKey: '', timeZone: 'America/Sao_Paulo', quiet: null }));
}
