/** Gives the answers that every page of a dashboard reads before its own: the signed-in person, the brand, and an empty bell. */
import type { Output } from '@feira/schemas/procedure';
import { listNotifications } from '@feira/schemas/procedures/notifications';
import { getSession } from '@feira/schemas/procedures/session';
import { getBrand } from '@feira/schemas/procedures/settings';
import type { FakedServer } from './faked-screens.ts';

type Session = Output<typeof getSession>;

/** Signs a person in to the platform "Feira" with these roles, by default without permissions and without a second factor to set up. */
export function answerSignedIn(
  server: FakedServer,
  session: Pick<Session, 'person' | 'roles'> & Partial<Session>,
): void {
  server.answer(getSession, () => ({
    state: 'ACTIVE' as const,
    heldRoles: session.roles,
    permissions: [],
    platformName: 'Feira',
    impersonator: null,
    isFactorRequired: false,
    ...session,
  }));
  server.answer(getBrand, () => ({ name: 'Feira', customization: {}, isRegistrationOpen: true }));
  server.answer(listNotifications, () => ({ notifications: [], unread: 0, announcement: null, next: null }));
}
