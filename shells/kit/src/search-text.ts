/** As long as a search may be; the server takes no more. */
export const MAX_SEARCH_LENGTH = 100;

/** What an address says is searched for. */
export const readSearchText = (address: URLSearchParams): string =>
  (address.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH);
