/** Answers the pages of the host: a platform with its own look, and a person at every step of signing in. */
import type { Output } from '@feira/schemas/procedure';
import * as account from '@feira/schemas/procedures/account';
import { getPreferences, listNotifications, markRead } from '@feira/schemas/procedures/notifications';
import { getOwnPrivacy } from '@feira/schemas/procedures/privacy';
import { getNotificationWebhook } from '@feira/schemas/procedures/seller-webhooks';
import * as sessions from '@feira/schemas/procedures/session';
import { getBrand } from '@feira/schemas/procedures/settings';
import { getOwnVerification } from '@feira/schemas/procedures/verifications';
import { type FakedServer, Refused } from './faked-screens.ts';

export type Session = Output<typeof sessions.getSession>;

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
export const TOKEN = 'A'.repeat(43);
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v1H0zM1 1h1v1H1z"/></svg>';

export const createSession = (changes: Partial<Session> = {}): Session => ({
  state: 'ACTIVE',
  roles: ['customer'],
  heldRoles: ['customer', 'admin'],
  permissions: [],
  person: { id: id(1), name: 'Lia Cardoso', email: 'lia@aurora.example' },
  platformName: 'Mercado Aurora',
  impersonator: null,
  isFactorRequired: true,
  ...changes,
});

/** The platform asks for no documents. */
export const NO_VERIFICATION: Output<typeof getOwnVerification> = {
  status: 'NONE',
  documentType: 'CPF',
  documents: [],
  note: null,
  submittedAt: null,
  decidedAt: null,
  expiresAt: null,
  demand: 'NEVER',
  freeUpTo: 0,
  currency: 'BRL',
  keptDays: 180,
};

export interface HostWorld {
  session: Session | null;
  notifications: Output<typeof listNotifications>;
}

const refuse = (status: number, code: string, message: string): never => {
  throw new Refused(status, { code, message });
};

export const createNotifications = (): HostWorld['notifications'] => ({
  unread: 2,
  announcement: null,
  next: null,
  notifications: [
    {
      id: id(11),
      type: 'sale.approved',
      href: '/account',
      createdAt: AT,
      isRead: false,
      parameters: { amount: 19700, currency: 'BRL', title: 'Curso de pão', buyerName: 'Ana' },
    },
    {
      id: id(12),
      type: 'account.newDevice',
      href: 'https://elsewhere.example/',
      createdAt: AT,
      isRead: false,
      parameters: { device: 'Chrome · Windows', ip: '203.0.113.7' },
    },
    { id: id(13), type: 'account.passwordChanged', href: null, createdAt: AT, isRead: true, parameters: {} },
  ],
});

/** Answers everything that the host asks for by itself; tests change the world or single answers. */
export function answerHost(server: FakedServer, world: HostWorld): void {
  server.answer(getBrand, () => ({
    name: 'Mercado Aurora',
    customization: {
      visuals: { colorPrimary: '#7a1f8c' },
      redirection: { termsUrl: 'https://aurora.example/termos', privacyUrl: 'https://aurora.example/privacidade' },
    },
    isRegistrationOpen: true,
  }));
  server.answer(sessions.getSession, () => world.session ?? refuse(401, 'LOGIN_REQUIRED', 'Entre na sua conta.'));
  server.answer(sessions.requestRecovery, () => ({}));
  server.answer(sessions.useMagicLink, () => refuse(410, 'TOKEN_INVALID', 'Este link expirou ou já foi usado.'));
  server.answer(listNotifications, () => world.notifications);
  server.answer(markRead, () => {
    world.notifications.unread = 0;
    for (const notification of world.notifications.notifications) notification.isRead = true;
    return {};
  });
  server.answer(getPreferences, () => ({
    topics: [
      { topic: 'sales' as const, email: 'EACH' as const, push: true, bell: true, webhook: true },
      { topic: 'payouts' as const, email: 'WEEKLY' as const, push: false, bell: false, webhook: false },
    ],
    pushKey: '',
    timeZone: 'America/Sao_Paulo',
    quiet: { from: '22:00', until: '07:00' },
  }));
  server.answer(getNotificationWebhook, () => ({ webhook: null }));
  server.answer(account.getAccount, () => ({
    name: 'Lia Cardoso',
    email: 'lia@aurora.example',
    phone: '11988887777',
    locale: null,
    hasPassword: true,
    hasSecondFactor: true,
    isFactorMandatory: false,
    recoveryCodesLeft: 8,
    createdAt: AT,
    document: null,
    showsDocument: false,
    publicAddress: null,
    pixEnabled: true,
    creditCardEnabled: true,
    billetEnabled: true,
  }));
  server.answer(getOwnPrivacy, () => ({ request: null, hindrances: [] }));
  server.answer(getOwnVerification, () => NO_VERIFICATION);
  server.answer(account.listSessions, () => ({
    sessions: [true, false].map((isCurrent, index) => ({
      id: id(21 + index),
      isCurrent,
      createdAt: AT,
      lastSeenAt: AT,
      ip: '2001:db8:85a3::8a2e:370:7334',
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
    })),
  }));
  server.answer(account.startSecondFactor, () => ({
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/x',
    qrCode: `data:image/svg+xml,${encodeURIComponent(PICTURE)}`,
  }));
  server.answer(account.confirmSecondFactor, () => ({
    recoveryCodes: Array.from({ length: 10 }, (_, index) => `k7m2-p9q${index}-x4tz`),
  }));
  server.answer(account.changePassword, () =>
    refuse(403, 'REAUTHENTICATION_REQUIRED', 'Confirme sua senha para continuar.'),
  );
}
