/** Says which page an address means and where people go after they signed in. Pure, so that every case has a test. */
import { HOST_PATHS, type HostPage, SIGN_IN_PATHS } from '@feira/schemas/addresses';
import type { Role } from '@feira/schemas/procedure';
import { ENTRANCES, type Entrance } from '@feira/schemas/procedures/session';
import type { Session } from '@feira/shell-kit/dashboard';
import { type Dashboard, findDashboard, listDashboards } from './dashboards.ts';

/** The entrances that the server knows, and the sign-in page of customers, who come by a link of a mail. */
export type EntrancePage = Entrance | 'customer';

/** The roles that each entrance signs in. */
const ENTRANCE_ROLES: Record<EntrancePage, readonly Role[]> = {
  platform: ['seller', 'affiliate', 'co-producer', 'customer'],
  manager: ['manager'],
  admin: ['admin'],
  master: ['master'],
  customer: ['customer'],
};

const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1');

export const findHostPage = (path: string): HostPage | undefined =>
  (Object.keys(HOST_PATHS) as HostPage[]).find((page) => HOST_PATHS[page] === withoutSlash(path));

export const isEntrance = (page: HostPage): page is Entrance => (ENTRANCES as readonly string[]).includes(page);

/** Returns the sign-in page of a dashboard; customers without a password have one of their own. */
export function findSignIn(dashboard: Dashboard | undefined): (typeof HOST_PATHS)[HostPage] {
  if (dashboard?.roles.every((role) => role === 'customer')) return HOST_PATHS.customerLogin;
  const entrance = ENTRANCES.find((known) => dashboard?.roles.some((role) => ENTRANCE_ROLES[known].includes(role)));
  return SIGN_IN_PATHS[entrance ?? 'platform'];
}

/** Returns the address of the sign-in page that leads back to an address. */
export const toSignIn = (address: string): string =>
  `${findSignIn(findDashboard(pathOf(address)))}?next=${encodeURIComponent(address)}`;

const pathOf = (address: string) => new URL(address, 'https://feira.invalid').pathname;

/** Returns the open dashboard that was visited last, else the first one. */
export const chooseHome = (dashboards: readonly Dashboard[], lastRemote: string | null): string | undefined =>
  (dashboards.find(({ remote }) => remote === lastRemote) ?? dashboards[0])?.basePath;

export type SignInDecision =
  | { kind: 'form' }
  /** The person is signed in and has no role of this entrance. */
  | { kind: 'again'; home: string | undefined; isHeld: boolean }
  | { kind: 'code' }
  | { kind: 'enrolment' }
  | { kind: 'go'; to: string }
  | { kind: 'noDashboard' };

export interface Visit {
  entrance: EntrancePage;
  session: Session | undefined;
  /** The person has just signed in at this entrance. */
  isNew: boolean;
  next: string | undefined;
  lastRemote: string | null;
}

/** Decides what a sign-in page shows to its visitor, or where it leads. */
export function decideSignIn({ entrance, session, isNew, next, lastRemote }: Visit): SignInDecision {
  if (!session) return { kind: 'form' };
  if (session.state === 'CODE_REQUIRED') return { kind: 'code' };
  if (session.state === 'ENROLLMENT_REQUIRED') return { kind: 'enrolment' };
  const open = listDashboards(session.roles);
  const wanted = next && findDashboard(pathOf(next));
  if (next && (!wanted || open.includes(wanted))) return { kind: 'go', to: next };
  const own = open.filter((dashboard) => dashboard.roles.some((role) => ENTRANCE_ROLES[entrance].includes(role)));
  // The platform's sign-in page also leads home: a person who is signed in goes to the dashboard visited last.
  const near = isNew || entrance !== 'platform' ? own : open;
  const home = chooseHome(near, lastRemote) ?? chooseHome(open, lastRemote);
  // A person who has just signed in here goes on; a visitor whose dashboard is closed is asked to sign in again.
  const isWelcome = isNew || (!next && (own.length > 0 || entrance === 'platform'));
  if (isWelcome && home) return { kind: 'go', to: home };
  const needed = wanted ? wanted.roles : ENTRANCE_ROLES[entrance];
  const isHeld = !session.impersonator && session.heldRoles.some((role) => needed.includes(role));
  if (isWelcome && !isHeld) return { kind: 'noDashboard' };
  return { kind: 'again', home, isHeld };
}

export interface SwitchTarget {
  dashboard: Dashboard;
  to: string;
  /** The person holds the role, which needs another sign-in. */
  isLocked: boolean;
}

/** Returns every dashboard of this person: those open now, and those that need a stronger sign-in. */
export function listSwitchTargets({ roles, heldRoles, impersonator }: Session): SwitchTarget[] {
  const open = listDashboards(roles);
  const held = impersonator ? [] : listDashboards(heldRoles).filter((dashboard) => !open.includes(dashboard));
  return [
    ...open.map((dashboard) => ({ dashboard, to: dashboard.basePath, isLocked: false })),
    // A link of a mail opens customers' pages; everything else needs the password at its sign-in page.
    ...held.map((dashboard) => ({ dashboard, to: toSignIn(dashboard.basePath), isLocked: true })),
  ];
}
