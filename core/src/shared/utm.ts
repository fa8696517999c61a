const MARKETING = /^(utm_[a-z_]{1,30}|src|sck)$/;

/** Returns the known parameters of the address with which a buyer came. It may hold anything, so nothing else of it is told. */
export const toUtm = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      MARKETING.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
