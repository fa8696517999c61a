import type { DashboardRegister, DashboardRoute } from '@feira/shell-kit/dashboard';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type Loader<C> = () => Promise<{ default: C }>;
const components = new WeakMap<object, unknown>();

/** Returns the same component for the same loader: a new one would throw the page's state away with every render. */
// biome-ignore lint/suspicious/noExplicitAny: props differ from loader to loader, and the callers below name them.
function asComponent<C extends ComponentType<any>>(load: Loader<C>): LazyExoticComponent<C> {
  const known = components.get(load) as LazyExoticComponent<C> | undefined;
  if (known) return known;
  const component = lazy(load);
  components.set(load, component);
  return component;
}

export const asLazy = (route: DashboardRoute) => asComponent(route.page);
export const asLazyProviders = (register: DashboardRegister) => asComponent(register.providers);
