import * as preact from 'preact';
import * as react from 'react';

interface RemoteContainer {
  init(shareScope: object): unknown;
  get(name: string): Promise<() => unknown>;
}

const share = (module: object) => ({
  [react.version]: { get: async () => () => module, loaded: 1, eager: true, from: 'checkout-document' },
});
/** Shares our own renderer with containers, so that a page never loads a second one. */
const shareScope = { react: share(react), preact: share(preact) };

/** Loads a module of a federated container by the container protocol; the federation runtime would cost 18 KB here. */
export async function loadRemote<M>(url: string, name: string): Promise<M> {
  const container: RemoteContainer = await import(/* rspackIgnore: true */ url);
  await container.init(shareScope);
  return (await container.get(name))() as M;
}
