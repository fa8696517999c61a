import type { ShareScope } from '../container.ts';

/** The share scope that the document gave to this page's container. */
declare const __webpack_share_scopes__: { default: ShareScope };

/** Returns the document's own copy of a module. */
export function takeLent(name: string): object {
  const [copy] = Object.values(__webpack_share_scopes__.default[name]!);
  return copy!.get()();
}
