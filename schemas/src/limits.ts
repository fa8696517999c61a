/**
 * Declares the limits of calls to procedures. Every node counts in its own memory, and a call above a limit is answered 429 without a
 * statement of the database. LIMIT_FACTOR multiplies all of these numbers, see docs/limits.md.
 */

/** The most calls in a window of time. The window begins with its first call. */
export interface Allowance {
  most: number;
  seconds: number;
}

export interface Limit {
  /** Procedures whose limit has the same name share its counts. */
  name: string;
  /** Calls from one network: an IPv4 address or an IPv6 /64. They are counted before anything else is done. */
  address: Allowance;
  /** Calls of one signed-in person, from wherever. */
  person?: Allowance;
  /** Calls about one thing, which this field of the input names, by whomever. */
  subject?: Allowance & { field: string };
  /** The calls of all callers that one node works on at the same time. */
  atOnce?: number;
  /** Calls of one network that a node works on at the same time. Default: UNDER_WAY, over all limits that say nothing here. */
  underWay?: number;
}

export const UNDER_WAY = 64;
/** The connections that one network may hold open to a node. */
export const CONNECTIONS = 256;

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Pages and lists. Many people share an address: an office, or a carrier's customers. */
export const READING: Limit = {
  name: 'reading',
  address: { most: 3_000, seconds: MINUTE },
  person: { most: 1_200, seconds: MINUTE },
};

export const CHANGING: Limit = {
  name: 'changing',
  address: { most: 600, seconds: MINUTE },
  person: { most: 240, seconds: MINUTE },
};

/** Streams of events, which stay open. */
export const STREAMING: Limit = { name: 'streaming', address: { most: 60, seconds: MINUTE }, underWay: 40 };

/**
 * Purchases and cards that are stored. Buyers of one carrier share an address, so that tries of cards have limits of their own (ADR 70 and 84).
 * PURCHASE_RATE_LIMIT sets the number of the address, which LIMIT_FACTOR leaves alone.
 */
export const PURCHASING: Limit = { name: 'purchasing', address: { most: 600, seconds: MINUTE } };

/**
 * Passwords, codes and mailed links. Wrong ones have limits of their own, which hold for all nodes (core/src/plugins/attempts.ts).
 * `atOnce` is what hashing can hold back: two hashes at work and fifty that wait.
 */
export const PROVING: Limit = { name: 'proving', address: { most: 120, seconds: MINUTE }, atOnce: 52 };

/** The form that buyers send to sellers. Senders and sellers have limits of their own, which hold for all nodes (core/src/modules/questions). */
export const CONTACTING: Limit = { name: 'contacting', address: { most: 30, seconds: HOUR } };

/** Reports that browsers send by themselves. */
export const REPORTING: Limit = { name: 'reporting', address: { most: 60, seconds: HOUR } };

/** Calls that ask a service outside the platform. */
export const LOOKING_UP: Limit = { name: 'looking-up', address: { most: 30, seconds: MINUTE } };

/** Quotes ask a carrier with the seller's key. Equal orders are asked for once. */
export const QUOTING_FREIGHT: Limit = { name: 'quoting-freight', address: { most: 40, seconds: MINUTE }, atOnce: 40 };

/** Codes of coupons could be guessed. Those that do not exist have a limit of their own as well (core/src/modules/coupons). */
export const TRYING_COUPONS: Limit = { name: 'trying-coupons', address: { most: 60, seconds: MINUTE } };

export const SAVING_CARTS: Limit = {
  name: 'saving-carts',
  address: { most: 60, seconds: MINUTE },
  subject: { field: 'offerId', most: 1_200, seconds: MINUTE },
};

/** Files, each of which reads up to a year row by row. */
export const EXPORTING: Limit = {
  name: 'exporting',
  address: { most: 120, seconds: MINUTE },
  person: { most: 10, seconds: MINUTE },
};

/** Each sends a mail to an address that the caller chooses. */
export const OFFERING_CONTRACTS: Limit = {
  name: 'offering-contracts',
  address: { most: 120, seconds: MINUTE },
  person: { most: 20, seconds: DAY },
  subject: { field: 'email', most: 5, seconds: DAY },
};

/** Each sends a mail to the caller. */
export const SENDING_TESTS: Limit = {
  name: 'sending-tests',
  address: { most: 120, seconds: MINUTE },
  person: { most: 30, seconds: DAY },
};

/** Event streams, which stay open as long as their page. */
export const WATCHING: Limit = { name: 'watching', address: { most: 600, seconds: MINUTE }, underWay: 64 };
