/**
 * What calls name and what comes of it. Who may call at all is declared with each procedure; what stands here is which rows
 * those who may call reach. A procedure whose input names rows and that is missing here fails the test: what nobody declared
 * is refused.
 */
import type { AdminPermission } from '@feira/schemas/options';
import type { ErrorCode } from '../../src/plugins/errors.ts';
import { newId } from '../../src/shared/ids.ts';
import { PASSWORD } from '../people.ts';
import type { Caller, CallerName } from './callers.ts';
import type { Fixtures, Side } from './fixtures.ts';

/** 'nothing': answered 200 as if there were nothing; no row of others is shown or changed. */
export type Outcome = 'ok' | 'nothing' | ErrorCode;
/** Where it depends on who calls; `rest` is everybody who is not named. */
export type Outcomes = Outcome | ({ rest: Outcome } & Partial<Record<CallerName, Outcome>>);

export interface Context extends Fixtures {
  caller: Caller;
  own: Caller;
  here: { platformId: string };
}

export interface Variant {
  input(context: Context): Record<string, unknown>;
  outcome: Outcomes;
}

export interface ProcedureCase {
  /** Fields of the input, as paths, that name a row or carry the right to one. */
  ids: readonly string[];
  variants: Record<string, Variant>;
  /** Refuses whoever is signed in as somebody else, although it protects nothing that wants a fresh proof. */
  isPersonal?: true;
  /** Tables that a refusal writes to on purpose: attempts are counted, and what was refused is recorded. */
  counts?: readonly string[];
}

const plain = (
  input: (context: Context) => Record<string, unknown> = () => ({}),
  outcome: Outcomes = 'ok',
): ProcedureCase => ({
  ids: [],
  variants: { '—': { input, outcome } },
});

const STRONG = 'jabuticaba madura no quintal 58';

/** A user, as administrators manage them: `own` is the administrator's own account, which is no user's. */
const person = (
  extra: Record<string, unknown>,
  { self, staff, key = 'personId' as keyof Side }: { self: Outcomes; staff?: Outcomes; key?: keyof Side },
): ProcedureCase => ({
  ids: ['personId'],
  variants: {
    own: { input: ({ caller }) => ({ personId: caller.personId, ...extra }), outcome: self },
    other: { input: ({ other }) => ({ personId: other[key], ...extra }), outcome: 'ok' },
    foreign: { input: ({ foreign }) => ({ personId: foreign[key], ...extra }), outcome: 'PERSON_NOT_FOUND' },
    operated: { input: ({ operated }) => ({ personId: operated[key], ...extra }), outcome: 'PERSON_NOT_FOUND' },
    ...(staff && { staff: { input: ({ other }: Context) => ({ personId: other.adminId, ...extra }), outcome: staff } }),
  },
});

/** An administrator's row, of the own platform or, for masters, of one that it operates. */
const functionary = (extra: Record<string, unknown>, others: Outcomes): ProcedureCase => ({
  ids: ['personId', 'platformId'],
  variants: {
    own: {
      input: ({ caller }) => ({ personId: caller.personId, ...extra }),
      outcome: { rest: 'OWN_ACCESS_FIXED', master: 'OWN_ACCESS_FIXED' },
    },
    other: { input: ({ other }) => ({ personId: other.adminId, ...extra }), outcome: others },
    foreign: { input: ({ foreign }) => ({ personId: foreign.adminId, ...extra }), outcome: 'PERSON_NOT_FOUND' },
    'foreign platform': {
      input: ({ foreign }) => ({ personId: foreign.adminId, platformId: foreign.platformId, ...extra }),
      outcome: 'PLATFORM_NOT_FOUND',
    },
    operated: {
      input: ({ operated }) => ({ personId: operated.adminId, platformId: operated.platformId, ...extra }),
      outcome: { rest: 'PLATFORM_NOT_FOUND', master: 'ok' },
    },
    'operated by name alone': {
      input: ({ operated }) => ({ personId: operated.adminId, ...extra }),
      outcome: 'PERSON_NOT_FOUND',
    },
  },
});

/** A platform: the own one, one that it operates, and one of somebody else. */
const platform = (
  input: (platformId: string, side: Side | null) => Record<string, unknown>,
  outcomes: { own: Outcomes; operated: Outcomes; foreign: Outcomes },
  ids: readonly string[] = ['platformId'],
): ProcedureCase => ({
  ids,
  variants: {
    own: { input: ({ here }) => input(here.platformId, null), outcome: outcomes.own },
    operated: { input: ({ operated }) => input(operated.platformId, operated), outcome: outcomes.operated },
    foreign: { input: ({ foreign }) => input(foreign.platformId, foreign), outcome: outcomes.foreign },
  },
});
const MASTER_ONLY = { rest: 'PLATFORM_NOT_FOUND', master: 'ok' } as const;

const offer = (
  field: string,
  input: (offerId: string) => Record<string, unknown>,
  outcome: Outcome = 'ok',
): ProcedureCase => ({
  ids: [field],
  variants: {
    own: { input: ({ other }) => input(other.offerId), outcome },
    foreign: { input: ({ foreign }) => input(foreign.offerId), outcome: 'OFFER_NOT_FOUND' },
    operated: { input: ({ operated }) => input(operated.offerId), outcome: 'OFFER_NOT_FOUND' },
  },
});

const host = (refusal: ErrorCode, own: (context: Context) => string, outcome: Outcomes): ProcedureCase => ({
  ids: ['host'],
  variants: {
    own: { input: (context) => ({ host: own(context) }), outcome },
    foreign: { input: ({ foreign }) => ({ host: foreign.host }), outcome: refusal },
    operated: { input: ({ operated }) => ({ host: operated.host }), outcome: refusal },
    'foreign claim': { input: ({ foreign }) => ({ host: foreign.claim }), outcome: refusal },
  },
});

/** A link that was mailed: whoever has it may use it, on its platform alone. */
const token = (
  name: keyof Fixtures['tokens']['here'],
  extra: Record<string, unknown>,
  outcome: Outcome = 'ok',
): ProcedureCase => ({
  ids: ['token'],
  variants: {
    own: { input: ({ tokens }) => ({ token: tokens.here[name], ...extra }), outcome },
    foreign: { input: ({ tokens }) => ({ token: tokens.foreign[name], ...extra }), outcome: 'TOKEN_INVALID' },
    operated: { input: ({ tokens }) => ({ token: tokens.operated[name], ...extra }), outcome: 'TOKEN_INVALID' },
    'of another purpose': {
      input: ({ tokens }) => ({ token: tokens.here[name === 'RECOVER' ? 'MAGIC_LINK' : 'RECOVER'], ...extra }),
      outcome: 'TOKEN_INVALID',
    },
  },
  counts: ['sign_in_attempt'],
});

const PURCHASE = {
  name: 'João Comprador',
  email: 'joao@example.com',
  cpf: '52998224725',
  phone: '11987654321',
  paymentMethod: 'PIX',
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};
const someone = () => `${newId()}@example.com`;
const permissions: AdminPermission[] = [];

export const CASES: Record<string, ProcedureCase> = {
  // The shop: ids of offers and payments are addresses that buyers get; on another platform's host they lead nowhere.
  'checkout.getCheckout': offer('checkoutId', (checkoutId) => ({ checkoutId })),
  'checkout.getInstallments': {
    ids: ['checkoutId', 'orderBumpsIds'],
    variants: {
      ...offer('checkoutId', (checkoutId) => ({ checkoutId })).variants,
      'foreign bump': {
        input: ({ other, foreign }) => ({ checkoutId: other.offerId, orderBumpsIds: foreign.bumpId }),
        outcome: 'ORDER_BUMP_NOT_FOUND',
      },
    },
  },
  'checkout.tokenCreditCard': {
    ...offer(
      'checkoutId',
      (checkoutId) => ({ checkoutId, token: 'x', name: 'João Comprador', email: 'joao@example.com' }),
      'CARD_NOT_SAVED',
    ),
    // Neither a card nor a place at the provider: ids of theirs, which mean nothing on their own.
    ids: ['checkoutId', 'token', 'receiverId'],
  },
  'checkout.purchase': {
    ids: [
      'offerId',
      'orderBumpsIds',
      'deliveryOptionId',
      'abandonedCartId',
      'affiliateId',
      'creditCard.token',
      'creditCard.creditCardId',
    ],
    variants: {
      ...offer('offerId', (offerId) => ({ offerId, ...PURCHASE })).variants,
      'foreign bump': {
        input: ({ other, foreign }) => ({ offerId: other.offerId, ...PURCHASE, orderBumpsIds: [foreign.bumpId] }),
        outcome: 'ORDER_BUMP_NOT_FOUND',
      },
      'foreign delivery': {
        input: ({ other, foreign }) => ({
          offerId: other.offerId,
          ...PURCHASE,
          deliveryOptionId: foreign.deliveryOptionId,
        }),
        outcome: 'DELIVERY_OPTION_NOT_FOUND',
      },
      'foreign cart': {
        input: ({ other, foreign }) => ({ offerId: other.offerId, ...PURCHASE, abandonedCartId: foreign.cartId }),
        outcome: 'ok',
      },
    },
  },
  'checkout.getPaymentQuick': {
    ids: ['paymentId'],
    variants: {
      own: { input: ({ other }) => ({ paymentId: other.paymentId }), outcome: 'ok' },
      foreign: { input: ({ foreign }) => ({ paymentId: foreign.paymentId }), outcome: 'PAYMENT_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ paymentId: operated.paymentId }), outcome: 'PAYMENT_NOT_FOUND' },
    },
  },
  // Nobody answers at the address that looks them up.
  'checkout.lookupZipCode': plain(() => ({ cep: '01310100' }), 'ZIP_CODE_LOOKUP_FAILED'),
  'checkout.checkAbandonedCartEnabled': offer('offerId', (offerId) => ({ offerId })),
  'checkout.putAbandonedCart': {
    ids: ['offerId', 'cartId'],
    variants: {
      ...offer('offerId', (offerId) => ({ offerId, email: 'a@example.com' })).variants,
      'foreign cart': {
        input: ({ other, foreign }) => ({ offerId: other.offerId, email: 'a@example.com', cartId: foreign.cartId }),
        outcome: 'CART_NOT_FOUND',
      },
    },
  },

  'session.signIn': {
    ...plain(() => ({ email: 'seller@example.com', password: PASSWORD })),
    counts: ['sign_in_attempt'],
  },
  'session.confirmCode': {
    ...plain(() => ({ code: '000000' }), 'CODE_REFUSED'),
    counts: ['sign_in_attempt', 'audit_event'],
  },
  'session.getSession': plain(),
  'session.signOut': {
    ids: [],
    variants: {
      here: { input: () => ({}), outcome: 'ok' },
      everywhere: {
        input: () => ({ isEverywhere: true }),
        outcome: { rest: 'ok', impersonated: 'IMPERSONATION_FORBIDDEN' },
      },
    },
  },
  'session.reauthenticate': {
    ...plain(() => ({ password: PASSWORD })),
    isPersonal: true,
    counts: ['sign_in_attempt', 'audit_event'],
  },
  'session.register': plain(() => ({ name: 'Nova Pessoa', email: someone(), password: STRONG })),
  'session.verifyEmail': token('REGISTER', { password: PASSWORD }),
  'session.requestRecovery': plain(() => ({ email: 'stranger@example.com' })),
  'session.choosePassword': token('RECOVER', { password: STRONG }),
  'session.requestMagicLink': plain(() => ({ email: 'stranger@example.com' })),
  'session.useMagicLink': token('MAGIC_LINK', {}),
  'session.signInAs': person({}, { self: 'ACCESS_DENIED', staff: 'ACCESS_DENIED' }),
  'session.stopImpersonation': plain(() => ({}), { rest: 'ACCESS_DENIED', impersonated: 'ok' }),

  'account.getAccount': plain(),
  'account.updateProfile': { ...plain(() => ({ name: 'Outro Nome' })), isPersonal: true },
  'account.changePassword': plain(() => ({ password: STRONG })),
  'account.requestEmailChange': plain(() => ({ email: someone() })),
  'account.confirmEmailChange': token('CHANGE_EMAIL', {}),
  'account.listSessions': plain(),
  'account.revokeSession': {
    isPersonal: true,
    ids: ['id'],
    variants: {
      own: { input: ({ caller }) => ({ id: caller.sessionId }), outcome: 'ok' },
      other: { input: ({ other }) => ({ id: other.sessionId }), outcome: 'SESSION_NOT_FOUND' },
      foreign: { input: ({ foreign }) => ({ id: foreign.sessionId }), outcome: 'SESSION_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ id: operated.sessionId }), outcome: 'SESSION_NOT_FOUND' },
    },
  },
  'account.startSecondFactor': plain(() => ({}), { rest: 'ok', half: 'CODE_REFUSED' }),
  'account.confirmSecondFactor': {
    ...plain(() => ({ code: '000000' }), 'CODE_REFUSED'),
    counts: ['sign_in_attempt', 'audit_event'],
  },
  'account.renewRecoveryCodes': plain(() => ({}), 'CODE_REFUSED'),
  'account.removeSecondFactor': plain(() => ({}), {
    rest: 'ok',
    'admin-password': 'SECOND_FACTOR_MANDATORY',
    'admin-without': 'SECOND_FACTOR_MANDATORY',
    'admin-with': 'SECOND_FACTOR_MANDATORY',
    master: 'SECOND_FACTOR_MANDATORY',
  }),

  'notifications.listNotifications': plain(),
  'notifications.markRead': {
    isPersonal: true,
    ids: ['ids'],
    variants: {
      own: { input: ({ caller }) => ({ ids: [caller.notificationId] }), outcome: 'ok' },
      other: { input: ({ other }) => ({ ids: [other.notificationId] }), outcome: 'nothing' },
      foreign: { input: ({ foreign }) => ({ ids: [foreign.notificationId] }), outcome: 'nothing' },
      operated: { input: ({ operated }) => ({ ids: [operated.notificationId] }), outcome: 'nothing' },
    },
  },
  'purchases.listPurchases': plain(),
  'sales.listSales': plain(),
  'sales.getSummary': plain(() => ({ from: '2026-01-01', to: '2026-01-31' })),
  'offers.listOffers': plain(),

  'people.listUsers': plain(),
  'people.getUser': person({}, { self: 'PERSON_NOT_FOUND', staff: 'PERSON_NOT_FOUND' }),
  'people.getUserDocument': person({}, { self: 'PERSON_NOT_FOUND', staff: 'PERSON_NOT_FOUND' }),
  'people.setUserStatus': person({ status: 'DISABLED' }, { self: 'OWN_ACCESS_FIXED', staff: 'PERSON_NOT_FOUND' }),
  'people.setUserRoles': person({ roles: ['affiliate'] }, { self: 'OWN_ACCESS_FIXED', staff: 'PERSON_NOT_FOUND' }),
  'people.setPaymentMethods': person(
    { pixEnabled: false, creditCardEnabled: true, billetEnabled: true },
    { self: 'OWN_ACCESS_FIXED', staff: 'PERSON_NOT_FOUND' },
  ),
  'people.assignManager': {
    ids: ['personId', 'managerId'],
    variants: {
      own: {
        input: ({ caller, other }) => ({ personId: caller.personId, managerId: other.managerId }),
        outcome: 'OWN_ACCESS_FIXED',
      },
      other: { input: ({ other }) => ({ personId: other.personId, managerId: other.managerId }), outcome: 'ok' },
      foreign: {
        input: ({ foreign, other }) => ({ personId: foreign.personId, managerId: other.managerId }),
        outcome: 'PERSON_NOT_FOUND',
      },
      'foreign manager': {
        input: ({ foreign, other }) => ({ personId: other.personId, managerId: foreign.managerId }),
        outcome: 'MANAGER_INVALID',
      },
      'operated manager': {
        input: ({ operated, other }) => ({ personId: other.personId, managerId: operated.managerId }),
        outcome: 'MANAGER_INVALID',
      },
      'no manager': {
        input: ({ other }) => ({ personId: other.personId, managerId: other.adminId }),
        outcome: 'MANAGER_INVALID',
      },
    },
  },
  'people.listManagers': plain(),
  'people.inviteManager': plain(() => ({ name: 'Novo Gerente', email: someone() })),
  'people.revokeManager': person({}, { self: 'OWN_ACCESS_FIXED', staff: 'PERSON_NOT_FOUND', key: 'managerId' }),
  'people.listFunctionaries': platform((platformId) => ({ platformId }), {
    own: 'ok',
    operated: MASTER_ONLY,
    foreign: 'PLATFORM_NOT_FOUND',
  }),
  'people.inviteFunctionary': platform(
    (platformId) => ({ platformId, name: 'Nova Pessoa', email: someone(), permissions }),
    { own: 'ok', operated: MASTER_ONLY, foreign: 'PLATFORM_NOT_FOUND' },
  ),
  'people.setPermissions': functionary({ permissions }, { rest: 'PERMISSION_NOT_HELD', master: 'ok' }),
  'people.revokeFunctionary': functionary({}, { rest: 'PERMISSION_NOT_HELD', master: 'ok' }),
  'people.listManagedUsers': plain(),

  'platforms.listPlatforms': plain(),
  'platforms.getPlatform': platform((platformId) => ({ platformId }), {
    own: 'ok',
    operated: 'ok',
    foreign: 'PLATFORM_NOT_FOUND',
  }),
  'platforms.createPlatform': {
    ids: ['host'],
    variants: {
      own: {
        input: () => ({
          name: 'Nova',
          host: 'new.example.com',
          currency: 'BRL',
          adminName: 'Nova Admin',
          adminEmail: someone(),
        }),
        outcome: 'ok',
      },
      foreign: {
        input: ({ foreign }) => ({
          name: 'Nova',
          host: foreign.host,
          currency: 'BRL',
          adminName: 'Nova Admin',
          adminEmail: someone(),
        }),
        outcome: 'DOMAIN_TAKEN',
      },
    },
  },
  'platforms.updatePlatform': platform((platformId) => ({ platformId, name: 'Outro nome' }), {
    own: 'ok',
    operated: 'ok',
    foreign: 'PLATFORM_NOT_FOUND',
  }),
  'platforms.addHost': {
    ids: ['platformId', 'host'],
    variants: {
      ...platform((platformId) => ({ platformId, host: 'third.example.com' }), {
        own: 'ok',
        operated: 'ok',
        foreign: 'PLATFORM_NOT_FOUND',
      }).variants,
      'foreign host': {
        input: ({ here, foreign }) => ({ platformId: here.platformId, host: foreign.host }),
        outcome: 'DOMAIN_TAKEN',
      },
    },
  },
  'platforms.removeHost': {
    ids: ['platformId', 'host'],
    variants: {
      ...platform((platformId, side) => ({ platformId, host: side?.host ?? 'second.example.com' }), {
        own: 'ok',
        operated: 'ok',
        foreign: 'PLATFORM_NOT_FOUND',
      }).variants,
      'foreign host': {
        input: ({ here, foreign }) => ({ platformId: here.platformId, host: foreign.host }),
        outcome: 'DOMAIN_NOT_FOUND',
      },
    },
  },

  'settings.getBrand': plain(),
  'settings.getSettings': plain(),
  'settings.updateRules': plain(() => ({ softDescriptor: 'OUTRA' })),
  'settings.updateCustomization': plain(() => ({ visuals: { colorPrimary: '#123456' } })),
  'settings.listDomains': plain(),
  'settings.claimDomain': {
    ids: ['host'],
    variants: {
      own: { input: () => ({ host: 'third.example.com' }), outcome: 'ok' },
      foreign: { input: ({ foreign }) => ({ host: foreign.host }), outcome: 'DOMAIN_TAKEN' },
      operated: { input: ({ operated }) => ({ host: operated.host }), outcome: 'DOMAIN_TAKEN' },
    },
  },
  'settings.proveDomain': {
    ...host('DOMAIN_NOT_FOUND', ({ other }) => other.claim, 'DOMAIN_UNPROVEN'),
    counts: ['domain_claim'],
  },
  'settings.removeDomain': host('DOMAIN_NOT_FOUND', ({ other }) => other.host, 'ok'),

  'audit.listEvents': platform((platformId) => ({ platformId }), {
    own: 'ok',
    operated: 'ok',
    foreign: 'PLATFORM_NOT_FOUND',
  }),
};
