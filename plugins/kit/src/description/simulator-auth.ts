/** Both proofs of a described provider: that a caller may call, and that an event is its own. */
import { createHmac } from 'node:crypto';
import type { Json } from '@feira/schemas/description';
import type { Manifest } from '@feira/schemas/manifest';
import { fillTemplate } from '../broker/webhook-text.ts';
import type { SimulatorContext, SimulatorRequest, SimulatorResponse } from '../simulator.ts';
import { writeSource } from './sources.ts';

type Credentials = Record<string, string>;
const TOKEN = 'simulated-access-token';
const LIFE_SECONDS = 1_800;

const toBasic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Undefined where the request asks for no access token. */
export function grantToken(
  { auth }: Manifest,
  { credentials, clock }: SimulatorContext,
  { method, path, headers, body }: SimulatorRequest,
): SimulatorResponse | undefined {
  if (auth.type !== 'oauth2' || method !== 'POST') return undefined;
  const { tokenPath, answer = {} } = auth;
  const wanted = typeof tokenPath === 'string' ? tokenPath : credentials[tokenPath.setting] || tokenPath.default;
  if (path !== wanted) return undefined;
  const [id = '', secret = ''] = [credentials[auth.clientId], credentials[auth.clientSecret]];
  const told = JSON.stringify(body ?? '');
  const isClient =
    auth.clientIn === 'basic'
      ? headers.authorization === toBasic(id, secret)
      : told.includes(JSON.stringify(id)) && told.includes(JSON.stringify(secret));
  if (!isClient) return { status: 401, body: { error: 'invalid_client' } };
  const end = new Date(clock.now().getTime() + LIFE_SECONDS * 1_000).toISOString();
  const life: [string, Json] = answer.expiresAt
    ? [answer.expiresAt, end]
    : [answer.expiresIn ?? 'expires_in', LIFE_SECONDS];
  const fields: [string, Json][] = [[answer.token ?? 'access_token', TOKEN], life];
  const write = (written: Json, [place, value]: [string, Json]) =>
    writeSource(place, written, 'token', value, { words: {}, unit: 'cents' });
  return { status: 200, body: fields.reduce(write, {}) };
}

export function isAllowed({ auth }: Manifest, credentials: Credentials, { headers }: SimulatorRequest): boolean {
  const part = ({ credential, literal = '' }: { credential?: string; literal?: string }) =>
    credential ? (credentials[credential] ?? '') : literal;
  switch (auth.type) {
    case 'header':
      return headers[auth.header] === `${auth.prefix ?? ''}${credentials[auth.credential]}`;
    case 'headers':
      return Object.entries(auth.headers).every(([name, text]) => {
        const parts = [text].flat().map((one) => (typeof one === 'string' ? one : part(one)));
        return headers[name.toLowerCase()] === parts.join('');
      });
    case 'basic':
      return headers.authorization === toBasic(part(auth.username), part(auth.password));
    case 'oauth2':
      return headers[auth.header ?? 'authorization'] === `${auth.prefix ?? 'Bearer '}${TOKEN}`;
    default:
      return true;
  }
}

/** The event as it is sent, with what proves its sender. */
export function signEvent(
  { webhook: { authentication } }: Manifest,
  credentials: Credentials,
  event: Json,
  now: Date,
): { headers: Record<string, string>; body: string } {
  const isInBody = authentication.type === 'field' && authentication.in === 'body';
  const reading = { words: {}, unit: 'cents' } as const;
  const told = isInBody
    ? writeSource(authentication.field, event, 'token', credentials[authentication.credential] ?? '', reading)
    : event;
  const body = JSON.stringify(told);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (authentication.type === 'header')
    headers[authentication.header] = `${authentication.prefix ?? ''}${credentials[authentication.credential]}`;
  if (authentication.type === 'hmac') {
    const { algorithm, credential, encoding, header, prefix = '', over = '{body}', timestamp = '' } = authentication;
    const secret = credentials[credential] ?? '';
    if (timestamp.startsWith('header.'))
      headers[timestamp.slice('header.'.length)] = String(Math.floor(now.getTime() / 1_000));
    const text = fillTemplate(over, { headers, query: {}, rawBody: body }, { secret, parts: {} }) ?? '';
    headers[header] = prefix + createHmac(algorithm, secret).update(text).digest(encoding);
  }
  return { headers, body };
}
