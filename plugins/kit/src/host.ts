/** Declares the tools that the host hands to an adapter. It has no others: no network, no secrets, no clock of its own. */
import type { ComposedText, Manifest } from '@feira/schemas/manifest';

/**
 * A text, or its parts in order: words and `{ credential }`, whose values the host fills in and the adapter never sees. With `account`, a
 * receiverToken made by `sealAccount`, the value is that account's own where it has one.
 */
export type SecretText = ComposedText | (string | { credential: string; account?: string })[];

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Appended to the base URL; values from people go through `encodeURIComponent`. */
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON. undefined fields are dropped. */
  json?: unknown;
  /** Sent exactly as it is, byte for byte: for a body whose signature a header carries. JSON unless `contentType` says other. */
  text?: string;
  contentType?: string;
  /** Sent as application/x-www-form-urlencoded. */
  form?: Record<string, string>;
  /** Sent as multipart/form-data; `{ file }` names a file that the host was given, by its reference. */
  multipart?: Record<string, string | { file: string }>;
  /**
   * Files that the host was given, by their references: each is written into the JSON body in base64, after `prefix`, which makes a data: URL of
   * it where the provider wants one.
   */
  files?: { path: (string | number)[]; file: string; prefix?: string }[];
  headers?: Record<string, string>;
  /** The name of one of the environment's base URLs; `default` unless set. */
  base?: string;
  /**
   * `none` leaves the declared auth out; `{ token }` uses a receiver's opaque token in its place. `{ account }` keeps the declared scheme, with
   * the credentials of a receiver's account over the connection's, and with an access token of its own.
   */
  auth?: 'default' | 'none' | { token: string } | { account: string };
  /** Put into the manifest's idempotency header, when it declares one. */
  idempotencyKey?: string;
  /** Statuses besides 2xx that are answers to read, not errors. */
  accept?: number[];
  /** A POST that only asks: sending it twice does no harm, so a lost answer counts as NOT_SENT, as with GET. */
  isRead?: boolean;
  /** Fields of a 2xx answer that tell of a refusal, in the place of the manifest's `refusedWhen`; `{}` for none. */
  refusedWhen?: Record<string, string | number | boolean | null>;
  /** `base64` for an answer that is a file, such as a PDF: `body` is its bytes in base64. */
  answerAs?: 'base64';
  /** Top-level fields of the JSON answer that are secrets: the host keeps them and gives the adapter opaque references. */
  secretFields?: string[];
  /** Top-level fields of the JSON body that the host fills from credentials: field name to credential name. */
  secretJson?: Record<string, string>;
  /** Texts with secrets that the host writes into headers, the query, a form, or any depth of the JSON body. */
  secrets?: {
    headers?: Record<string, SecretText>;
    query?: Record<string, SecretText>;
    form?: Record<string, SecretText>;
    json?: { path: (string | number)[]; value: SecretText }[];
  };
  /** Secrets further down in the JSON answer, by the names of the fields from the outside in; like `secretFields`. */
  secretPaths?: (string | number)[][];
  /** Never longer than the manifest's timeoutMs. */
  timeoutMs?: number;
}

export interface HttpAnswer<T = unknown> {
  status: number;
  headers: Record<string, string>;
  /** Parsed JSON, or the text when it is not JSON. */
  body: T;
}

/**
 * The host's brokered HTTP. Errors are ProviderError: connection never made or 429 → NOT_SENT; other 4xx → REJECTED with
 * `status` and `body`, but 409 to a write → UNKNOWN with both; 5xx, time-out or a broken answer after sending → UNKNOWN for writes,
 * NOT_SENT for GET and `isRead`.
 */
export interface Http {
  request<T = unknown>(request: HttpRequest): Promise<HttpAnswer<T>>;
}

export type HmacAlgorithm = 'sha1' | 'sha256' | 'sha512';

export type TextEncoding = 'hex' | 'base64' | 'base64url';

/** Cryptography over credentials the adapter can name but not read; `data` may hold values of credentials as well. */
export interface SecretCrypto {
  hmac(algorithm: HmacAlgorithm, credential: string, data: SecretText, encoding: TextEncoding): string;
  /** Signature with a private key credential (RSA PKCS#1 v1.5 or the key's own scheme), base64 unless told. */
  sign(algorithm: 'sha256' | 'sha512', credential: string, data: SecretText, encoding?: TextEncoding): string;
  /** Constant-time comparison with a credential. */
  equals(credential: string, value: string): boolean;
  hash(algorithm: 'sha256' | 'sha512' | 'md5', data: SecretText, encoding: TextEncoding): string;
  /**
   * Puts the credentials of a receiver's account, by their names in `accountCredentials`, behind one reference: answer it as
   * `receiverToken`. Values may be references that an answer's `secretPaths` gave, or plain ids.
   */
  sealAccount(credentials: Record<string, string>): string;
}

export interface Clock {
  now(): Date;
}

export interface ProviderLog {
  info(data: Record<string, unknown>, message: string): void;
  warn(data: Record<string, unknown>, message: string): void;
}

/** Non-secret values of the connection's form. */
export type Settings = Record<string, string | number | boolean | undefined>;

export interface ProviderContext {
  http: Http;
  settings: Settings;
  crypto: SecretCrypto;
  clock: Clock;
  log: ProviderLog;
  /** The units of amounts on the wire of this connection, where the host runs a description: a variant may differ from the manifest. */
  units?: Pick<Manifest, 'moneyUnit' | 'byOperation'>;
}
