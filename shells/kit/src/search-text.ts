/** The server's limit for a search. */
export const MAX_SEARCH_LENGTH = 100;

/** Returns the search of an address. */
export const readSearchText = (address: URLSearchParams): string =>
  (address.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH);

/** Folds case and accents, so that "cartao" finds "Cartão". */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
