/** Mounts the checkout's containers and tokenizers by the container protocol; the federation runtime would cost a buyer's page 20 KB brotli. */

type SharedModule = { get: () => () => object; loaded: 1; eager: true; from: string };
/** The modules that a page lends to its containers, by name and version. */
export type ShareScope = Record<string, Record<string, SharedModule>>;

interface Container {
  init(scope: ShareScope): unknown;
  get(name: string): Promise<() => unknown>;
}

/** Containers are built together with their page, so they ask for no version. */
const VERSION = '1.0.0';

/** Lends the page's own copies, so that a page never loads a second one. */
export const createShareScope = (modules: Record<string, object>): ShareScope =>
  Object.fromEntries(
    Object.entries(modules).map(([name, module]) => [
      name,
      { [VERSION]: { get: () => () => module, loaded: 1, eager: true, from: 'page' } },
    ]),
  );

/** Loads a module of the container at this address. */
export async function loadFromContainer<M>(url: string, name: string, scope: ShareScope): Promise<M> {
  const container: Container = await import(/* rspackIgnore: true */ url);
  await container.init(scope);
  return (await container.get(name))() as M;
}
