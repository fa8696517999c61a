/** Answers for a small platform as its administrators see it: its people, and the answers to changes. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import type { Output } from '@feira/schemas/procedure';
import * as fees from '@feira/schemas/procedures/fees';
import * as inbox from '@feira/schemas/procedures/inbox';
import { listNotifications } from '@feira/schemas/procedures/notifications';
import * as people from '@feira/schemas/procedures/people';
import * as reports from '@feira/schemas/procedures/reports';
import { getSession, type signInAs } from '@feira/schemas/procedures/session';
import * as settings from '@feira/schemas/procedures/settings';
import { type FakedServer, Refused } from './faked-screens.ts';
import { answerMoneyRules, compare, PROPOSAL_ID, type Proposal, rulesOf } from './money-rules-world.ts';
import { answerProfiles } from './profiles-world.ts';

type User = Output<typeof people.getUser>;
type Functionary = Output<typeof people.listFunctionaries>['people'][number];
type Manager = Output<typeof people.listManagers>['people'][number];
type Domain = Output<typeof settings.listDomains>['domains'][number];
type Session = Output<typeof getSession>;

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
export const PAYER_ID = id(9001);
export const OTHER_PAYER_ID = id(9002);
export const ADMIN = { id: id(1), name: 'Helena Prado', email: 'helena@feira.example' };

export const createSession = (permissions: readonly AdminPermission[] = ADMIN_PERMISSIONS): Session => ({
  state: 'ACTIVE',
  person: ADMIN,
  roles: ['admin'],
  heldRoles: ['admin'],
  permissions: [...permissions],
  platformName: 'Feira do Norte',
  impersonator: null,
  isFactorRequired: true,
});

const createPerson = (number: number, name: string, roles: User['roles']): people.PersonSummary => ({
  id: id(number),
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}@loja.example`,
  phone: '11987654321',
  status: 'ACTIVE',
  roles,
  createdAt: AT,
  lastSeenAt: number % 3 === 0 ? null : '2026-11-20T12:05:00.000Z',
});

const createUser = (number: number, name: string, roles: User['roles'] = ['seller']): User => ({
  ...createPerson(number, name, roles),
  locale: null,
  pixEnabled: true,
  creditCardEnabled: true,
  billetEnabled: true,
  hasSecondFactor: false,
  manager: null,
  version: 0,
});

export const toSummary = ({ id, name, email, phone, status, roles, createdAt, lastSeenAt }: people.PersonSummary) => ({
  id,
  name,
  email,
  phone,
  status,
  roles,
  createdAt,
  lastSeenAt,
});

type Terms = Omit<Output<typeof fees.getPersonTerms>, 'person' | 'currency' | 'currencies' | 'version'>;
const SOLD_IN: Pick<Output<typeof fees.getPersonTerms>, 'currency' | 'currencies'> = {
  currency: 'BRL',
  currencies: ['BRL', 'USD'],
};
const NO_TERMS: Terms = { fees: {}, release: {}, managerBasisPoints: null };

export interface AdminWorld {
  users: User[];
  /** The agreed terms, by person. */
  terms: Record<string, Terms>;
  /** Rises with every change of terms. */
  termsVersion: number;
  /** The changes of money rules. */
  proposals: Proposal[];
  managers: Manager[];
  functionaries: Functionary[];
  domains: Domain[];
  settings: Output<typeof settings.getSettings>;
}

export function createWorld(): AdminWorld {
  return {
    terms: {},
    termsVersion: 0,
    proposals: [],
    users: [
      createUser(10, 'Beatriz Nogueira', ['seller', 'affiliate']),
      { ...createUser(11, 'Caio Ferraz'), status: 'DISABLED' },
      createUser(12, 'Dora Sampaio de Albuquerque Cavalcanti', ['seller', 'co-producer', 'affiliate', 'customer']),
      createUser(13, 'Elias Moura', ['customer']),
      createUser(14, 'Fátima Lopes', ['seller', 'admin']),
    ],
    managers: [
      { ...createPerson(20, 'Gustavo Reis', ['manager']), userCount: 3 },
      { ...createPerson(21, 'Inês Duarte', ['manager']), userCount: 0 },
    ],
    functionaries: [
      {
        ...createPerson(1, 'Helena Prado', ['admin']),
        ...ADMIN,
        permissions: [...ADMIN_PERMISSIONS],
        hasSecondFactor: true,
        version: 0,
      },
      {
        ...createPerson(31, 'João Bastos', ['admin']),
        permissions: ['isUsersAvailable', 'isSalesAvailable'],
        hasSecondFactor: false,
        version: 0,
      },
    ],
    domains: [
      { host: 'feira.example', isProven: true, record: null, createdAt: AT },
      {
        host: 'pagamento.sualoja.com.br',
        isProven: false,
        createdAt: AT,
        record: { name: '_feira.pagamento.sualoja.com.br', value: 'Qm9hIHNvcnRlIGNvbSBhIHN1YSBmZWlyYSBkbyBub3J0ZSE' },
      },
    ],
    settings: {
      name: 'Feira do Norte',
      version: 0,
      customizationVersion: 0,
      settings: { ...DEFAULT_PLATFORM_SETTINGS, softDescriptor: 'FEIRANORTE' },
      expiryLimits: [],
      payers: [
        { id: PAYER_ID, name: 'Banco principal', provider: 'Asaas', isEnabled: true, methods: ['PIX', 'BANK_ACCOUNT'] },
        { id: OTHER_PAYER_ID, name: 'Reserva', provider: 'Sandbox', isEnabled: false, methods: ['PIX'] },
      ],
    },
  };
}

const refusePerson = () => new Refused(404, { code: 'PERSON_NOT_FOUND', message: 'Esta pessoa não existe.' });

/** The administrators' procedures over this world, kept as the server keeps it. */
export function answerAdmin(server: FakedServer, world: AdminWorld, session = createSession()): void {
  answerProfiles(server);
  server.answer(getSession, () => session);
  server.answer(settings.getBrand, () => ({
    name: world.settings.name,
    customization: {},
    isRegistrationOpen: true,
  }));
  server.answer(listNotifications, () => ({ notifications: [], unread: 0, announcement: null, next: null }));
  server.answer(reports.getOverview, ({ from, to }) => createOverview(from, to));
  server.answer(settings.getFirstDay, () => ({
    steps: settings.FIRST_STEPS.map((step) => ({ step, isDone: true, note: null })),
    host: null,
  }));
  server.answer(settings.getDomainState, () => ({
    target: 'feira.example',
    targetAddresses: ['203.0.113.7'],
    addresses: ['203.0.113.7'],
    dns: 'HERE' as const,
    certificate: 'TRUSTED' as const,
    certificateEndsAt: '2027-02-01T12:00:00.000Z',
    issuer: "Let's Encrypt",
  }));
  server.answer(inbox.countItems, () => ({ items: COUNTS }));
  server.answer(inbox.listItems, ({ kind }) => ({
    items: createItems().filter((item) => !kind || item.kind === kind),
    next: null,
  }));
  answerUsers(server, world);
  answerStaff(server, world);
  answerSettings(server, world);
  answerMoneyRules(server, world);
}

const count = (kind: inbox.WorkKind, number: number) => ({
  kind,
  count: number,
  half: 0,
  own: 0,
  late: 0,
  dueAt: number > 0 ? '2026-11-30T12:00:00.000Z' : null,
});
const COUNTS = [count('DISPUTES', 1), count('WITHDRAWALS', 3), count('PARKED', 0)];

type WorkItem = Output<typeof inbox.listItems>['items'][number];

const createItem = (number: number, kind: inbox.WorkKind, item: Partial<WorkItem>): WorkItem => ({
  kind,
  id: id(800 + number),
  since: AT,
  dueAt: '2190-11-30T12:00:00.000Z',
  isDeadline: false,
  person: { id: id(12), name: 'Dora Sampaio', email: 'dora@loja.example' },
  title: null,
  amount: 150_000,
  currency: 'BRL',
  reference: 'dora@loja.example',
  isHalf: false,
  needsAnother: false,
  mayApprove: kind === 'WITHDRAWALS',
  holder: null,
  ...item,
});

/** A dispute that is late, and three withdrawals: one of a colleague, one that needs another approver. */
export const createItems = (): WorkItem[] => [
  createItem(1, 'DISPUTES', { dueAt: AT, isDeadline: true, title: 'Curso de pão', amount: 19_700 }),
  createItem(2, 'WITHDRAWALS', {}),
  createItem(3, 'WITHDRAWALS', { amount: 90_000, holder: { id: id(31), name: 'João Bastos' } }),
  createItem(4, 'WITHDRAWALS', { amount: 6_000_000, isHalf: true, needsAnother: true, mayApprove: false }),
];

/** Sales on the first and the last day, the first one at a loss. */
function createOverview(from: string, to: string): Output<typeof reports.getOverview> {
  const early = { sales: 1, gross: 19_900, profit: -150 };
  const late = { sales: 3, gross: 80_100, profit: 5150 };
  const nothing = { fees: 0, interest: 0, anticipations: 0, providerCosts: 0, commissions: 0, losses: 0 };
  return {
    currency: 'BRL',
    ...nothing,
    sales: 4,
    gross: 100_000,
    profit: 5000,
    refunded: 2500,
    charged: 1000,
    days: [
      { day: from, ...early },
      { day: to, ...late },
    ],
    methods: [
      { method: 'PIX', ...late },
      { method: 'CREDIT_CARD', ...early },
    ],
    products: [{ productId: id(70), name: 'Curso de pão', sales: 4, gross: 100_000, profit: 5000 }],
    pending: 40_000,
    available: 30_000,
    reserved: 0,
    owed: 0,
  };
}

function answerUsers(server: FakedServer, world: AdminWorld): void {
  const find = (personId: string) => {
    const user = world.users.find((known) => known.id === personId);
    if (!user) throw refusePerson();
    return user;
  };
  server.answer(people.listUsers, ({ search, status, role, limit = 20, after }) => {
    const found = world.users.filter(
      (user) =>
        (!search || user.name.toLowerCase().includes(search.toLowerCase())) &&
        (!status || user.status === status) &&
        (!role || user.roles.includes(role)),
    );
    const start = Number(after ?? 0);
    const end = start + Number(limit);
    return { people: found.slice(start, end).map(toSummary), next: end < found.length ? String(end) : null };
  });
  server.answer(people.getUser, ({ personId }) => find(personId));
  server.answer(fees.getPersonTerms, ({ personId }) => {
    const { id: known, name, email } = find(personId);
    return {
      person: { id: known, name, email },
      ...(world.terms[personId] ?? NO_TERMS),
      ...SOLD_IN,
      version: world.termsVersion,
    };
  });
  server.answer(fees.previewPersonTerms, ({ personId, ...terms }) =>
    compare(world.terms[personId] ?? NO_TERMS, rulesOf(terms)),
  );
  server.answer(fees.setPersonTerms, ({ personId, version: _, effectiveOn: __, note: ___, ...terms }) => {
    world.terms[personId] = terms;
    world.termsVersion += 1;
    return { proposalId: PROPOSAL_ID, status: 'APPLIED' as const };
  });
  server.answer(people.getUserDocument, () => ({ document: '52998224725' }));
  server.answer(people.setUserStatus, ({ personId, status }) => {
    find(personId).status = status;
    return {};
  });
  server.answer(people.setUserRoles, ({ personId, roles }) => {
    find(personId).roles = [...roles];
    return {};
  });
  server.answer(people.setPaymentMethods, ({ personId, version: _, ...methods }) => {
    Object.assign(find(personId), methods);
    return {};
  });
  server.answer(people.assignManager, ({ personId, managerId }) => {
    const manager = world.managers.find((candidate) => candidate.id === managerId);
    find(personId).manager = manager ? { id: manager.id, name: manager.name } : null;
    return {};
  });
}

function answerStaff(server: FakedServer, world: AdminWorld): void {
  server.answer(people.listManagers, ({ search }) => ({
    people: world.managers.filter(({ name }) => !search || name.toLowerCase().includes(search.toLowerCase())),
    next: null,
  }));
  server.answer(people.inviteManager, ({ name, email }) => {
    const manager = { ...createPerson(40, name, ['manager']), email, userCount: 0, lastSeenAt: null };
    world.managers = [manager, ...world.managers];
    return { personId: manager.id };
  });
  server.answer(people.revokeManager, ({ personId }) => {
    world.managers = world.managers.filter((manager) => manager.id !== personId);
    return {};
  });
  server.answer(people.listFunctionaries, () => ({ people: world.functionaries, next: null }));
  server.answer(people.inviteFunctionary, ({ name, email, permissions }) => {
    const person = { ...createPerson(41, name, ['admin']), email, permissions, hasSecondFactor: false, version: 0 };
    world.functionaries = [person, ...world.functionaries];
    return { personId: person.id };
  });
  server.answer(people.setPermissions, ({ personId, permissions }) => {
    const person = world.functionaries.find((known) => known.id === personId);
    if (!person) throw refusePerson();
    person.permissions = [...permissions];
    person.version += 1;
    return {};
  });
  server.answer(people.revokeFunctionary, ({ personId }) => {
    world.functionaries = world.functionaries.filter((known) => known.id !== personId);
    return {};
  });
}

function answerSettings(server: FakedServer, world: AdminWorld): void {
  server.answer(settings.getSettings, () => world.settings);
  server.answer(settings.previewRules, (changes) => compare(world.settings.settings, rulesOf(changes)));
  server.answer(settings.updateRules, ({ version: _, effectiveOn: __, note: ___, ...changes }) => {
    const { version: read } = world.settings;
    world.settings = { ...world.settings, version: read + 1, settings: { ...world.settings.settings, ...changes } };
    return { proposalId: PROPOSAL_ID, status: 'APPLIED' as const };
  });
  server.answer(settings.updateCustomization, ({ name = world.settings.name, version: _, ...parts }) => {
    const { customization } = world.settings.settings;
    world.settings = {
      ...world.settings,
      customizationVersion: world.settings.customizationVersion + 1,
      name,
      settings: { ...world.settings.settings, customization: { ...customization, ...parts } },
    };
    return {};
  });
  server.answer(settings.listDomains, () => ({ domains: world.domains }));
  server.answer(settings.claimDomain, ({ host }) => {
    const record = { name: `_feira.${host}`, value: 'dG9rZW4tb2YtdGhlLXRlc3Q' };
    world.domains = [...world.domains, { host, isProven: false, record, createdAt: AT }];
    return {};
  });
  server.answer(settings.removeDomain, ({ host }) => {
    world.domains = world.domains.filter((domain) => domain.host !== host);
    return {};
  });
}

/** The session that an administrator gets who looks as this user does. */
export const enterAs = (user: User): Output<typeof signInAs> => ({
  ...createSession([]),
  person: { id: user.id, name: user.name, email: user.email },
  roles: ['seller'],
  heldRoles: ['seller'],
  impersonator: { name: ADMIN.name, email: ADMIN.email },
});
