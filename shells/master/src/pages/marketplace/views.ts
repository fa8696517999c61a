/** Beside the catalogue itself, two views of the marketplace; which one is open stands in the address with the filters. */
const VIEWS = ['install', 'trust'] as const;
export type View = (typeof VIEWS)[number];

export const readView = (address: URLSearchParams): View | null =>
  VIEWS.find((view) => view === address.get('view')) ?? null;

/** The address of a view; null is the catalogue. The filters stay, so that the way back leads to the same list. */
export function toView(address: URLSearchParams, view: View | null): string {
  const next = new URLSearchParams(address);
  if (view) next.set('view', view);
  else next.delete('view');
  const query = next.toString();
  return `/master-root/marketplace${query ? `?${query}` : ''}`;
}
