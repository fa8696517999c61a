import type { Locale } from '@feira/schemas/common';
import type { AdminPermission } from '@feira/schemas/options';
import type { Output, Role } from '@feira/schemas/procedure';
import type { getSession } from '@feira/schemas/procedures/session';
import type { ComponentType, ReactNode } from 'react';
import type { IconName } from './components/icon.tsx';
import type { Theme } from './theme.ts';

export type Session = Output<typeof getSession>;

/** No default: a route that forgets who may open it does not compile. */
export interface RouteAccess {
  roles: readonly Role[];
  permission?: AdminPermission;
}

export interface PageProps {
  /** Parts of the path that the route names with a colon. */
  params: Record<string, string>;
}

export interface DashboardRoute {
  /** Below the base path, empty for the base path itself; `:id` stands for one part of any content. */
  path: '' | `/${string}`;
  /** Key of its title among the texts of the shell, or of another namespace that it names: `kit:…`. */
  title: string;
  access: RouteAccess;
  /** Routes without it are reached by links only. A group is named like a title; its routes stand together. */
  menu?: { icon: IconName; group?: string };
  page: () => Promise<{ default: ComponentType<PageProps> }>;
}

/** What the host hands to a dashboard; contexts do not cross between bundles, so it travels as a value. */
export interface Host {
  locale: Locale;
  theme: Theme;
  session: Session;
  /** The platform's own colour, where it chose one. */
  brandColour: string | null;
  /** The server no longer knows this session. */
  onLoginRequired: () => void;
  /** Asks who sits there; false when the person gives up. Mutations through useProcedureMutation ask by themselves. */
  confirmIdentity: () => Promise<boolean>;
  /** Another session took the place of this one, as after session.signInAs: the host goes to where its person starts. */
  onSessionChange: (session: Session) => void;
  /** Reads the session again after a change that shows outside of the dashboard: the person's name stands in the header. */
  refreshSession: () => Promise<void>;
}

/** All that a dashboard tells the host about itself. Data only: nothing runs until a route is opened. */
export interface DashboardRegister {
  /** Name of the remote and of its texts. */
  name: string;
  basePath: `/${string}`;
  routes: readonly DashboardRoute[];
  locales: Record<Locale, () => Promise<{ default: object }>>;
  providers: () => Promise<{ default: ComponentType<{ host: Host; children: ReactNode }> }>;
}
