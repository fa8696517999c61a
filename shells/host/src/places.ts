/** Which page an address means and where people go from a door. Pure, so that every case has a test. */
import { HOST_PATHS, type HostPage, SIGN_IN_PATHS } from '@feira/schemas/addresses';
import type { Role } from '@feira/schemas/procedure';
import { ENTRANCES, type Entrance } from '@feira/schemas/procedures/session';
import type { Session } from '@feira/shell-kit/dashboard';
import { type Area, findArea, listAreas } from './areas.ts';

/** Every door that the server knows, and the one of customers, who come by a link of a mail. */
export type Door = Entrance | 'customer';

/** Whom each door lets in. */
export const DOOR_ROLES: Record<Door, readonly Role[]> = {
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

/** The door that leads to an area; customers without a password have one of their own. */
export function findDoor(area: Area | undefined): (typeof HOST_PATHS)[HostPage] {
  if (area?.roles.every((role) => role === 'customer')) return HOST_PATHS.customerLogin;
  const entrance = ENTRANCES.find((door) => area?.roles.some((role) => DOOR_ROLES[door].includes(role)));
  return SIGN_IN_PATHS[entrance ?? 'platform'];
}

/** The way to the door of an address and from there back to it. */
export const toDoor = (address: string): string =>
  `${findDoor(findArea(pathOf(address)))}?next=${encodeURIComponent(address)}`;

const pathOf = (address: string) => new URL(address, 'https://feira.invalid').pathname;

/** Of the areas that are open the one visited last, else the first. */
export const chooseHome = (areas: readonly Area[], lastRemote: string | null): string | undefined =>
  (areas.find(({ remote }) => remote === lastRemote) ?? areas[0])?.basePath;

export type Arrival =
  | { kind: 'form' }
  /** Somebody is signed in and cannot go in here as they are. */
  | { kind: 'again'; home: string | undefined; isHeld: boolean }
  | { kind: 'code' }
  | { kind: 'enrolment' }
  | { kind: 'go'; to: string }
  | { kind: 'noArea' };

export interface Visit {
  entrance: Door;
  session: Session | undefined;
  /** Signed in just now, at this door. */
  isNew: boolean;
  next: string | undefined;
  lastRemote: string | null;
}

/** What somebody meets who stands at a door. */
export function decideArrival({ entrance, session, isNew, next, lastRemote }: Visit): Arrival {
  if (!session) return { kind: 'form' };
  if (session.state === 'CODE_REQUIRED') return { kind: 'code' };
  if (session.state === 'ENROLLMENT_REQUIRED') return { kind: 'enrolment' };
  const open = listAreas(session.roles);
  const wanted = next && findArea(pathOf(next));
  if (next && (!wanted || open.includes(wanted))) return { kind: 'go', to: next };
  const behind = open.filter((area) => area.roles.some((role) => DOOR_ROLES[entrance].includes(role)));
  // The platform's door is also the way home: to whoever is inside already it is where they were last.
  const near = isNew || entrance !== 'platform' ? behind : open;
  const home = chooseHome(near, lastRemote) ?? chooseHome(open, lastRemote);
  // Whoever signed in at this very door is let in; a visitor who came for something closed is asked to sign in again.
  const isWelcome = isNew || (!next && (behind.length > 0 || entrance === 'platform'));
  if (isWelcome && home) return { kind: 'go', to: home };
  const needed = wanted ? wanted.roles : DOOR_ROLES[entrance];
  const isHeld = !session.impersonator && session.heldRoles.some((role) => needed.includes(role));
  if (isWelcome && !isHeld) return { kind: 'noArea' };
  return { kind: 'again', home, isHeld };
}

export interface SwitchTarget {
  area: Area;
  to: string;
  /** Held, but the way in is another sign-in. */
  isLocked: boolean;
}

/** Every area of this person: those open now, and those that want a stronger sign-in. */
export function listSwitchTargets({ roles, heldRoles, impersonator }: Session): SwitchTarget[] {
  const open = listAreas(roles);
  const held = impersonator ? [] : listAreas(heldRoles).filter((area) => !open.includes(area));
  return [
    ...open.map((area) => ({ area, to: area.basePath, isLocked: false })),
    // A link of a mail opens customers' pages; with the password everything else opens at its door.
    ...held.map((area) => ({ area, to: toDoor(area.basePath), isLocked: true })),
  ];
}
