/** Takes addresses, authentication and the form of references from a document, as the manifest has them. */
import type { Manifest, ProviderAuth } from '@feira/schemas/manifest';
import { credential } from '../credential.ts';
import type { Found } from './find-calls.ts';
import type { Document, SecurityScheme, Server } from './read-document.ts';

type Fields = Manifest['credentials']['properties'];
type Connection = Pick<Manifest, 'environments' | 'auth' | 'credentials' | 'idempotency'> &
  Partial<Pick<Manifest, 'reference' | 'clientCertificate' | 'webhook'>>;

export function toConnection(
  document: Document,
  found: Found,
  id: string,
): { connection: Connection; undecided: string[] } {
  const undecided: string[] = [];
  const environments = toEnvironments(document.servers, id, undecided);
  const { auth, fields, extra } = toAuth(document, found, environments, undecided);
  const reference = toReference(found);
  return {
    connection: {
      environments,
      auth,
      ...extra,
      credentials: { type: 'object', required: Object.keys(fields), properties: fields },
      idempotency: toIdempotency(found),
      ...(reference && { reference }),
    },
    undecided,
  };
}

const FOR_TESTS = /sandbox|homolog|hml|staging|stage|\btest|\bdev\b|[-.]h\.|-dev/i;

function toEnvironments(servers: readonly Server[], id: string, undecided: string[]): Connection['environments'] {
  const all = servers.map((server) => ({
    url: fillVariables(server),
    text: `${server.url} ${server.description ?? ''}`,
  }));
  const usable = all.filter(({ url }) => url.startsWith('https://'));
  const production = usable.find(({ text }) => !FOR_TESTS.test(text))?.url;
  const sandbox = usable.find(({ text }) => FOR_TESTS.test(text))?.url;
  if (!production)
    undecided.push('plugin.json, environments.production: the document names no address that begins with https.');
  return {
    production: { default: production ?? `https://api.${id}.invalid` },
    ...(sandbox && { sandbox: { default: sandbox } }),
  };
}

const fillVariables = ({ url = '', variables = {} }: Server) =>
  url.replace(/\{([^}]+)\}/g, (_whole, name: string) => variables[name]?.default ?? name).replace(/\/+$/, '');

const secret = (portuguese: string, english: string) => credential(portuguese, english, true);
const CLIENT: Fields = {
  clientId: credential('Identificação do cliente', 'Client id', false),
  clientSecret: secret('Segredo do cliente', 'Client secret'),
};
const CERTIFICATE: Fields = {
  certificate: { ...secret('Certificado', 'Certificate'), format: 'certificate' },
  certificateKey: { ...secret('Chave do certificado', 'Key of the certificate'), format: 'private-key' },
};

interface Auth {
  auth: ProviderAuth;
  fields: Fields;
  extra?: Partial<Connection>;
}

/** The schemes that the charge asks for, in the first of the document's alternatives. */
function toAuth(document: Document, found: Found, environments: Connection['environments'], undecided: string[]): Auth {
  const asked = found.chosen.charge?.security ?? document.security;
  const names = Object.keys(asked.find((one) => Object.keys(one).length > 0) ?? {});
  const schemes = (names.length > 0 ? names : Object.keys(document.schemes).slice(0, 1)).flatMap((name) =>
    document.schemes[name] ? [document.schemes[name]] : [],
  );
  const parts = schemes.map((scheme) => toScheme(scheme, found, environments, undecided));
  const certificate = schemes.some(({ type }) => type === 'mutualTLS');
  const main = parts.find((part) => part !== undefined);
  if (!main && !certificate)
    undecided.push('plugin.json, auth: the document does not say how calls prove who sends them.');
  if (parts.filter(Boolean).length > 1)
    undecided.push('plugin.json, auth: the document asks for several schemes at once; the first is written.');
  return {
    auth: main?.auth ?? { type: 'none' },
    fields: { ...main?.fields, ...(certificate && CERTIFICATE) },
    extra: certificate ? { clientCertificate: { certificate: 'certificate', privateKey: 'certificateKey' } } : {},
  };
}

function toScheme(
  { type, scheme = '', in: where, name = '', flows }: SecurityScheme,
  found: Found,
  environments: Connection['environments'],
  undecided: string[],
): Auth | undefined {
  const key = { apiKey: secret('Chave da API', 'API key') };
  if (type === 'apiKey' && where === 'header')
    return { auth: { type: 'header', header: name.toLowerCase(), credential: 'apiKey' }, fields: key };
  if (type === 'http' && scheme.toLowerCase() === 'bearer')
    return { auth: { type: 'header', header: 'authorization', credential: 'apiKey', prefix: 'Bearer ' }, fields: key };
  if (type === 'http' && scheme.toLowerCase() === 'basic')
    return {
      auth: { type: 'basic', username: { credential: 'username' }, password: { credential: 'password' } },
      fields: { username: credential('Usuário', 'User', false), password: secret('Senha', 'Password') },
    };
  if (type === 'oauth2' && flows?.clientCredentials)
    return { auth: toOAuth2(flows.clientCredentials, found, environments, undecided), fields: CLIENT };
  if (type !== 'mutualTLS')
    undecided.push(
      `plugin.json, auth: the document asks for ${type} ${scheme || where || ''}, which has to be written by hand.`,
    );
  return undefined;
}

function toOAuth2(
  { tokenUrl = '', scopes = {} }: NonNullable<NonNullable<SecurityScheme['flows']>['clientCredentials']>,
  { chosen }: Found,
  environments: Connection['environments'],
  undecided: string[],
): ProviderAuth {
  const wanted = Object.values(chosen).flatMap(({ security = [] }) => Object.values(security[0] ?? {}).flat());
  const scope = [...new Set(wanted)].filter((one) => Object.hasOwn(scopes, one)).join(' ');
  const base = environments.production!.default as string;
  const address = tokenUrl || '/oauth/token';
  const place = URL.canParse(address, `${base}/`) ? new URL(address, `${base}/`) : new URL(`${base}/oauth/token`);
  const isBelow = place.href.startsWith(`${base}/`);
  undecided.push(
    'plugin.json, auth: whether the token call takes the client in its body or as Basic, as a form or as JSON.',
  );
  if (!isBelow) {
    environments.production = { ...environments.production!, login: place.origin };
    if (environments.sandbox) {
      environments.sandbox = { ...environments.sandbox, login: new URL(environments.sandbox.default as string).origin };
      undecided.push('plugin.json, environments.sandbox.login: the address of the token call for tests.');
    }
  }
  return {
    type: 'oauth2',
    tokenPath: isBelow ? place.href.slice(base.length) : place.pathname,
    encoding: 'form',
    clientId: 'clientId',
    clientSecret: 'clientSecret',
    clientIn: 'basic',
    ...(scope !== '' && { scope }),
    ...(!isBelow && { base: 'login' }),
  };
}

function toIdempotency({ chosen }: Found): Connection['idempotency'] {
  const header = chosen.charge?.parameters.find((one) => one.in === 'header' && /idempoten/i.test(one.name));
  return header ? { supported: true, header: header.name.toLowerCase() } : { supported: false };
}

const SHORTEST = 22;
/** "[a-zA-Z0-9]{26,35}" of the one name in the charge's address. */
function toReference({ chosen }: Found): Connection['reference'] {
  const own = chosen.charge?.parameters.filter((one) => one.in === 'path') ?? [];
  const [, letters = '', from, to] =
    /^\^?\[([^\]]+)\]\{(\d+)(?:,(\d+))?\}\$?$/.exec(own[0]?.schema?.pattern ?? '') ?? [];
  const maxLength = Number(to ?? from);
  if (!(maxLength >= SHORTEST) || /-(?![a-z0-9])|_/i.test(letters)) return undefined;
  const alphabet = /A-Z/.test(letters)
    ? 'alphanumeric'
    : /a-z/.test(letters)
      ? 'lowercase'
      : /a-f/.test(letters)
        ? 'hex'
        : 'digits';
  return { alphabet, maxLength, ...(to !== undefined && { minLength: Number(from) }) };
}
