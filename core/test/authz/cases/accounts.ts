/** Cases of signing in and of the own account. */
import { newId } from '../../../src/shared/ids.ts';
import { PASSWORD } from '../../people.ts';
import { type Outcome, type ProcedureCase, person, plain } from '../case.ts';
import type { Fixtures } from '../fixtures.ts';

/** A mailed link: its holder may use it, on its platform only. */
export const token = (
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

const STRONG = 'jabuticaba madura no quintal 58';

const someone = () => `${newId()}@example.com`;

/** No caller has a passkey, and those of others look like none. */
const passkey = (extra: Record<string, unknown>): ProcedureCase => ({
  isPersonal: true,
  ids: ['id'],
  variants: {
    own: { input: () => ({ id: newId(), ...extra }), outcome: 'PASSKEY_NOT_FOUND' },
    other: { input: ({ other }) => ({ id: other.sessionId, ...extra }), outcome: 'PASSKEY_NOT_FOUND' },
    foreign: { input: ({ foreign }) => ({ id: foreign.sessionId, ...extra }), outcome: 'PASSKEY_NOT_FOUND' },
    operated: { input: ({ operated }) => ({ id: operated.sessionId, ...extra }), outcome: 'PASSKEY_NOT_FOUND' },
  },
});

export const ACCOUNTS: Record<string, ProcedureCase> = {
  'session.signIn': {
    ...plain(() => ({ email: 'seller@example.com', password: PASSWORD })),
    counts: ['sign_in_attempt'],
  },
  'session.confirmCode': {
    ...plain(() => ({ code: '000000' }), 'CODE_REFUSED'),
    counts: ['sign_in_attempt', 'audit_event'],
  },
  'session.startPasskeyProof': plain(() => ({}), {
    rest: 'PASSKEY_NOT_FOUND',
    impersonated: 'IMPERSONATION_FORBIDDEN',
  }),
  'session.confirmPasskey': {
    ...plain(() => ({ credential: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }), {
      rest: 'PASSKEY_REFUSED',
      impersonated: 'IMPERSONATION_FORBIDDEN',
    }),
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
  'account.updateProfile': {
    isPersonal: true,
    ids: [],
    variants: {
      'a name': { input: () => ({ name: 'Outro Nome' }), outcome: 'ok' },
      'the first document': { input: () => ({ document: '529.982.247-25' }), outcome: 'ok' },
    },
  },
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
  'account.listPasskeys': plain(),
  'account.startPasskey': plain(() => ({}), 'PASSKEY_WITHOUT_FACTOR'),
  'account.addPasskey': {
    ...plain(
      () => ({
        name: 'Celular',
        credential: 'AAAA',
        clientDataJSON: 'AAAA',
        attestationObject: 'AAAA',
        transports: [],
      }),
      'PASSKEY_REFUSED',
    ),
    counts: ['audit_event'],
  },
  'account.renamePasskey': passkey({ name: 'Notebook' }),
  'account.removePasskey': passkey({}),
  'account.renewRecoveryCodes': plain(() => ({}), 'CODE_REFUSED'),
  'account.removeSecondFactor': plain(() => ({}), {
    rest: 'ok',
    'admin-password': 'SECOND_FACTOR_MANDATORY',
    'admin-without': 'SECOND_FACTOR_MANDATORY',
    'admin-with': 'SECOND_FACTOR_MANDATORY',
    master: 'SECOND_FACTOR_MANDATORY',
  }),
};
