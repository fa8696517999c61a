/** Lists the kinds of files that sellers import, the platforms from which they come, and the limits. */

export const IMPORT_KINDS = ['PRODUCTS', 'OFFERS', 'CUSTOMERS', 'SUBSCRIPTIONS', 'SALES'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** FEIRA is the seller's own export; PLAIN is any other file. */
export const IMPORT_SOURCES = ['HOTMART', 'KIWIFY', 'EDUZZ', 'FEIRA', 'PLAIN'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/**
 * UPLOADING: parts of the file arrive. READING: its lines are read. MAPPING: its seller says what the columns mean. CHECKING: every line is
 * checked, and nothing is written. CHECKED: the result waits for the seller. RUNNING, DONE, UNDOING, UNDONE: the lines are written, or what
 * they made is removed. FAILED: the file could not be read.
 */
export const IMPORT_STATES = [
  'UPLOADING',
  'READING',
  'MAPPING',
  'CHECKING',
  'CHECKED',
  'RUNNING',
  'DONE',
  'UNDOING',
  'UNDONE',
  'FAILED',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const IMPORT_FORMATS = ['CSV', 'XLSX'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Why a file could not be read. */
export const FILE_PROBLEMS = [
  'EMPTY',
  'KIND',
  'BROKEN',
  'ENCRYPTED',
  'TOO_LARGE_UNPACKED',
  'TOO_MANY_ROWS',
  'TOO_MANY_COLUMNS',
  'NO_HEADER',
  'UNEXPECTED',
] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];

export const IMPORT_LIMITS = {
  fileBytes: 30 * 1024 * 1024,
  /** A workbook is packed. What it unpacks to is limited as well. */
  unpackedBytes: 256 * 1024 * 1024,
  rows: 200_000,
  /** The rows that a program sends in one call. More of them are a file. */
  rowsOfCall: 5_000,
  columns: 150,
  cellLetters: 10_000,
  /** The bytes of each part of an upload but the last. */
  partBytes: 1024 * 1024,
} as const;

/** The lines of the file that the mapping shows. */
export const PREVIEW_ROWS = 20;
/** The hours within which a finished import can be undone. */
export const UNDO_HOURS = 24;
/** The days after which the lines of a file are deleted. */
export const KEEP_DAYS = 7;

/** The mails that one call sends to buyers of imported subscriptions. */
export const INVITES_A_CALL = 100;
/** The mails that a seller sends so in a day. */
export const INVITES_A_DAY = 1_000;
/** A buyer gets so many for one subscription, and so many days lie between two. */
export const INVITES_A_BUYER = 3;
export const INVITE_DAYS = 3;

export const SALE_STATES = ['APPROVED', 'PENDING', 'REFUNDED', 'CHARGEBACK', 'CANCELED', 'OTHER'] as const;
export type ImportedSaleState = (typeof SALE_STATES)[number];

/**
 * WAITING: its buyer was not written to. INVITED: its buyer has the link. AGREED: the buyer agreed, and the subscription goes on here.
 */
export const IMPORTED_SUBSCRIPTION_STATES = ['WAITING', 'INVITED', 'AGREED'] as const;
