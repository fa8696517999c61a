/** Defines the format of CONNECTIONS_FILE, and reads it with the secrets that it refers to. */
import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import {
  CONNECTION_ENVIRONMENTS,
  type FromSchema,
  lineSchema,
  paymentMethodSchema,
  textSchema,
  uuidSchema,
} from '@feira/schemas/common';
import { CONNECTION_STATUSES, connectionLimitsSchema } from '@feira/schemas/procedures/connections';
import { providerIdSchema, versionSchema } from '@feira/schemas/procedures/marketplace';
import { routeConditionsSchema } from '@feira/schemas/procedures/routing';
import type { FastifyInstance } from 'fastify';
import { SECRET_SETTINGS } from '../../plugins/config.ts';

const routeSchema = {
  type: 'object',
  required: ['priority'],
  additionalProperties: false,
  properties: {
    priority: { type: 'integer', minimum: 1, maximum: 1000 },
    weight: { type: 'integer', minimum: 1, maximum: 1000 },
    conditions: routeConditionsSchema,
    isEnabled: { type: 'boolean' },
  },
} as const;
const routesSchema = { type: 'array', items: routeSchema, minItems: 1, maxItems: 10 } as const;

/** A reference to a secret. The file never holds the secret itself, since many people can read it. */
const secretSchema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: {
    env: { type: 'string', pattern: '^[A-Z][A-Z0-9_]{0,100}$' },
    file: { type: 'string', pattern: '^/', maxLength: 500 },
  },
} as const;

const connectionSchema = {
  type: 'object',
  required: ['name', 'provider', 'version', 'environment', 'methods'],
  additionalProperties: false,
  properties: {
    /** Unique on the platform. The name identifies the connection from one version of the file to the next. */
    name: lineSchema(120, 2),
    provider: providerIdSchema,
    version: versionSchema,
    environment: { type: 'string', enum: CONNECTION_ENVIRONMENTS },
    status: { type: 'string', enum: CONNECTION_STATUSES },
    methods: { type: 'array', items: paymentMethodSchema, uniqueItems: true },
    settings: {
      type: 'object',
      maxProperties: 50,
      additionalProperties: { type: ['string', 'integer', 'boolean'], maxLength: 4096 },
    },
    secrets: { type: 'object', maxProperties: 50, additionalProperties: secretSchema },
    limits: connectionLimitsSchema,
    /** A method without entries puts the connection at the end of its routes once. */
    routes: {
      type: 'object',
      additionalProperties: false,
      properties: { PIX: routesSchema, CREDIT_CARD: routesSchema, BILLET: routesSchema },
    },
  },
} as const;

export const managedFileSchema = {
  type: 'object',
  required: ['platforms'],
  additionalProperties: false,
  properties: {
    platforms: {
      type: 'array',
      maxItems: 1000,
      items: {
        type: 'object',
        required: ['connections'],
        additionalProperties: false,
        properties: {
          /** A platform is named either by its id or by its host. */
          id: uuidSchema,
          host: { type: 'string', minLength: 1, maxLength: 253 },
          connections: { type: 'array', maxItems: 200, items: connectionSchema },
          /** Names of connections that masters may change on the pages again. The connections stay as they are. */
          release: { type: 'array', maxItems: 200, items: textSchema(120, 2), uniqueItems: true },
        },
      },
    },
  },
} as const;

type ManagedFile = FromSchema<typeof managedFileSchema>;
type Declared = ManagedFile['platforms'][number]['connections'][number];
export type ManagedConnection = Omit<Declared, 'secrets'> & { secrets: Record<string, string> };
export interface ManagedPlatform {
  /** The path in error messages, such as platforms[0]. */
  place: string;
  id?: string | undefined;
  host?: string | undefined;
  connections: ManagedConnection[];
  release: string[];
}

/** Lists the problems of the file, each with its path. */
export class ManagedFileError extends Error {
  override readonly name = 'ManagedFileError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(' '));
    this.problems = problems;
  }
}

const LARGEST_FILE = 1024 * 1024;
const LARGEST_SECRET = 65_536;
/** Variables of the server itself. The file must not hand them to a provider. */
const OWN_VARIABLES: ReadonlySet<string> = new Set(SECRET_SETTINGS);

type FileApp = Pick<FastifyInstance, 'findProblems' | 'config'>;

/** Throws a ManagedFileError that lists each problem with its path and its remedy; never a secret's value. */
export async function readManagedFile(app: FileApp): Promise<ManagedPlatform[]> {
  const json = await readJson(app.config.connectionsFile);
  const found = app.findProblems(managedFileSchema, json, 'en');
  if (found) {
    const places = Object.entries(found.fields).map(([field, message]) => `${toPlace(field)}: ${message}.`);
    throw new ManagedFileError(places.map((text) => text.replace(/\.\.$/, '.')));
  }
  const file = json as ManagedFile;
  const problems = file.platforms.flatMap((platform, index) => checkPlatform(platform, `platforms[${index}]`));
  const platforms: ManagedPlatform[] = [];
  for (const [index, { connections, release = [], ...platform }] of file.platforms.entries()) {
    const place = `platforms[${index}]`;
    const whole: ManagedConnection[] = [];
    for (const [position, { secrets = {}, ...connection }] of connections.entries()) {
      const fetched = await fetchSecrets(app, secrets, `${place}.connections[${position}].secrets`, problems);
      whole.push({ ...connection, secrets: fetched });
    }
    platforms.push({ ...platform, place, connections: whole, release });
  }
  if (problems.length > 0) throw new ManagedFileError(problems);
  return platforms;
}

/** Converts body.platforms.0.connections.1 to platforms[0].connections[1]. */
const toPlace = (field: string) => field.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]').replace(/^body$/, 'The file');

async function readJson(path: string): Promise<unknown> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST_FILE) throw new Error('it is larger than 1 MiB');
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // A parser's message quotes the file, which might hold a secret.
    const reason = error instanceof SyntaxError ? 'it is no valid JSON' : (code ?? message);
    throw new ManagedFileError([`The file cannot be read (${reason}): correct it, or CONNECTIONS_FILE.`]);
  }
}

function checkPlatform(
  { id, host, connections, release = [] }: ManagedFile['platforms'][number],
  place: string,
): string[] {
  const problems: string[] = [];
  if ((id === undefined) === (host === undefined)) problems.push(`${place}: give either "id" or "host".`);
  const names = new Set<string>();
  for (const [index, { name, methods, routes = {} }] of connections.entries()) {
    const where = `${place}.connections[${index}]`;
    if (names.has(name)) problems.push(`${where}.name: ${name} stands here twice; give each connection its own name.`);
    names.add(name);
    if (release.includes(name)) problems.push(`${where}.name: ${name} cannot be declared and released at once.`);
    for (const method of Object.keys(routes).filter((item) => !(methods as string[]).includes(item)))
      problems.push(`${where}.routes.${method}: add ${method} to "methods", or take its routes away.`);
  }
  return problems;
}

async function fetchSecrets(
  app: FileApp,
  secrets: NonNullable<Declared['secrets']>,
  place: string,
  problems: string[],
): Promise<Record<string, string>> {
  const fetched: Record<string, string> = {};
  for (const [name, source] of Object.entries(secrets)) {
    try {
      fetched[name] = source.env ? readVariable(app, source.env) : await readSecretFile(source.file ?? '');
    } catch (error) {
      problems.push(`${place}.${name}: ${(error as Error).message}.`);
    }
  }
  return fetched;
}

function readVariable({ config }: FileApp, name: string): string {
  if (OWN_VARIABLES.has(name)) throw new Error(`${name} is the node's own and no secret of a provider`);
  const value = config.findVariable(name);
  if (!value) throw new Error(`the variable ${name} is not set`);
  if (value.length > LARGEST_SECRET) throw new Error(`the variable ${name} is longer than 64 KiB`);
  return value;
}

async function readSecretFile(path: string): Promise<string> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`the file ${path} cannot be read (${error.code})`);
  });
  if (content.length === 0) throw new Error(`the file ${path} is empty`);
  if (content.length > LARGEST_SECRET) throw new Error(`the file ${path} is larger than 64 KiB`);
  // PKCS#12 files are binary.
  return isUtf8(content) && !content.includes(0) ? content.toString() : content.toString('base64');
}
