/** Reads the parts of a webhook that proofs are made of, exactly as they were sent. */

/** A webhook as it was received, or as it is stored. */
export interface WebhookText {
  headers: Record<string, string>;
  query: Record<string, string>;
  rawBody: string;
}

export const findHeader = (headers: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(headers, name)
    ? headers[name]
    : Object.entries(headers).find(([known]) => known.toLowerCase() === name)?.[1];

/** The value at a path of a body, as it is written there; `source` is its text including quotes. */
export interface BodyValue {
  value: string;
  source: string;
}

class Scalar {
  readonly source: string;
  readonly value: string;
  constructor(value: unknown, source: string) {
    this.source = source;
    this.value = typeof value === 'string' ? value : source;
  }
}

/** Returns undefined where the body has no single value there. */
export function readBodyValue(rawBody: string, path: string): BodyValue | undefined {
  const root = parse(rawBody);
  if (root === undefined) return readFormValue(rawBody, path);
  const found = path
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? at[key as keyof typeof at] : undefined,
      root,
    );
  return found instanceof Scalar ? found : undefined;
}

function parse(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody, ((_key: string, value: unknown, { source }: { source?: string }) =>
      source === undefined || value === null ? value : new Scalar(value, source)) as (
      key: string,
      value: unknown,
    ) => unknown);
  } catch {
    return undefined;
  }
}

/** Returns all values of a flat JSON body but one, joined as they are written there; undefined where a value is no single one. */
export function joinBodyValues(rawBody: string, without: string): string | undefined {
  const root = parse(rawBody);
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return undefined;
  const values = Object.entries(root).filter(([name, value]) => name !== without && value !== null);
  return values.every(([, value]) => value instanceof Scalar)
    ? values.map(([, value]) => (value as Scalar).value).join('')
    : undefined;
}

function readFormValue(rawBody: string, name: string): BodyValue | undefined {
  for (const source of rawBody.split('&')) {
    const [field] = new URLSearchParams(source);
    if (field?.[0] === name) return { value: field[1], source };
  }
  return undefined;
}

/** Returns the body with one value replaced wherever it stands. */
export function replaceBodyValue(rawBody: string, path: string, replace: (value: string) => string): string {
  const found = readBodyValue(rawBody, path);
  if (!found) return rawBody;
  const isJson = parse(rawBody) !== undefined;
  const written = isJson ? JSON.stringify(replace(found.value)) : `${path}=${encodeURIComponent(replace(found.value))}`;
  return rawBody.replaceAll(found.source, () => written);
}

/** Returns the text of a template; undefined where something that it names is missing. */
export function fillTemplate(
  template: string,
  { headers, query, rawBody }: WebhookText,
  { secret, parts, digestField = '' }: { secret: string; parts: Record<string, string>; digestField?: string },
): string | undefined {
  let isMissing = false;
  const text = template.replace(/\{([^{}|]+)(?:\|(lower|upper))?\}/g, (_, name: string, change: string | undefined) => {
    const at = name.indexOf('.');
    const [kind, rest] = at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
    const found = read(kind, rest);
    if (found === undefined) isMissing = true;
    if (change === 'lower') return found?.toLowerCase() ?? '';
    return (change === 'upper' ? found?.toUpperCase() : found) ?? '';
  });
  return isMissing ? undefined : text;

  function read(kind: string, name: string): string | undefined {
    if (kind === 'secret') return secret;
    if (kind === 'values') return joinBodyValues(rawBody, digestField);
    if (kind === 'body') return name ? readBodyValue(rawBody, name)?.value : rawBody;
    if (kind === 'query') return query[name];
    if (kind === 'header') return findHeader(headers, name);
    return kind === 'part' ? parts[name] : undefined;
  }
}

/** "ts=1,v1=ab" as its parts. */
export function readParts(header: string, separator = ','): Record<string, string> {
  const parts: Record<string, string> = Object.create(null);
  for (const piece of header.split(separator)) {
    const at = piece.indexOf('=');
    if (at > 0) parts[piece.slice(0, at).trim()] = piece.slice(at + 1).trim();
  }
  return parts;
}
