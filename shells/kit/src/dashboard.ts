import type { Locale } from '@feira/schemas/common';
import type { AdminPermission } from '@feira/schemas/options';
import type { Output, Role } from '@feira/schemas/procedure';
import type { WorkKind } from '@feira/schemas/procedures/inbox';
import type { getSession } from '@feira/schemas/procedures/session';
import type { ComponentType, ReactNode } from 'react';
import type { IconName } from './components/icon.tsx';
import type { Theme } from './theme.ts';

export type Session = Output<typeof getSession>;

/** The field has no default: a route that forgets it does not compile. */
export interface RouteAccess {
  roles: readonly Role[];
  permission?: AdminPermission;
  /** One of several permissions is enough. */
  permissions?: readonly AdminPermission[];
}

export interface PageProps {
  /** The parameters of the path, which the route marks with a colon. */
  params: Record<string, string>;
}

export interface DashboardRoute {
  /** The path below the base path, empty for the base path itself; `:id` stands for one part of any content. */
  path: '' | `/${string}`;
  /** The key of its title among the texts of the shell, or of another namespace that it names: `kit:…`. */
  title: string;
  access: RouteAccess;
  /** Routes without it are reached by links only. A group is named like a title; its routes stand together. `work` names what waits there, which the menu counts. */
  menu?: { icon: IconName; group?: string; work?: readonly WorkKind[] | 'ALL' };
  page: () => Promise<{ default: ComponentType<PageProps> }>;
}

/** The host's values for a dashboard; contexts do not cross between bundles, so they travel as a value. */
export interface Host {
  locale: Locale;
  theme: Theme;
  session: Session;
  /** The platform's own colour, where it chose one. */
  brandColour: string | null;
  /** The server no longer knows this session. */
  onLoginRequired: () => void;
  /**
   * Confirms the person's identity; false when the person gives up. Mutations through useProcedureMutation call it themselves.
   */
  confirmIdentity: () => Promise<boolean>;
  /** Another session has replaced this one, as after session.signInAs: the host leads to the start page of its person. */
  onSessionChange: (session: Session) => void;
  /** Reads the session again after a change that shows outside of the dashboard, such as the name in the header. */
  refreshSession: () => Promise<void>;
  /** A change was carried out: what waits for the team may be another number now. */
  onChange: () => void;
}

/** The host's knowledge of a dashboard. It is data only: nothing runs until a route is opened. */
export interface DashboardRegister {
  /** The name of the remote and of its texts. */
  name: string;
  basePath: `/${string}`;
  routes: readonly DashboardRoute[];
  locales: Record<Locale, () => Promise<{ default: object }>>;
  providers: () => Promise<{ default: ComponentType<{ host: Host; children: ReactNode }> }>;
}
