/** Reads the options of a new provider from flags, and from answers to questions where there is a terminal. */
import { parseArgs } from 'node:util';
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { OpenApiOptions } from './openapi/find-calls.ts';
import { ROLES, type Role } from './openapi/find-calls.ts';
import { TABLE_OPERATIONS, type TableOperation } from './table-operations.ts';

const AUTH_SCHEMES = ['header', 'basic', 'oauth2', 'none'] as const;
const MONEY_UNITS = ['cents', 'reais'] as const;

export interface NewProvider {
  id: string;
  name: string;
  methods: PaymentMethod[];
  auth: (typeof AUTH_SCHEMES)[number];
  money: (typeof MONEY_UNITS)[number];
  /** table: data alone. code: sources with open points. family: a copy of a member of `family`. openapi: data out of a document. */
  kind: 'table' | 'code' | 'family' | 'openapi';
  family?: string;
  /** The operations of a described package beyond charges. */
  operations?: TableOperation[];
  openapi?: OpenApiOptions;
  /** The folder the package's own folder is made in. */
  directory: string;
}

/** Returns what the person typed; null without a terminal. */
export type Ask = ((question: string, suggestion: string) => Promise<string>) | null;

const USAGE = `npm run new:provider -- <id> --methods=PIX,CREDIT_CARD,BILLET --auth=header|basic|oauth2|none --money=cents|reais
  [--code | --refunds --withdrawals --receivers] [--name="Acme Pay"] [--directory=plugins]
or, for another package of a family: npm run new:provider -- <id> --family=NAME [--name=…] [--directory=…]
or, from an OpenAPI document: npm run new:provider -- <id> --openapi=FILE [--methods=…] [--money=…] [--name=…] [--directory=…]
  [--charge|--lookup|--refund|--withdraw|--withdraw-lookup="POST /path"|none] [--webhook=NAME|none]`;
const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST_ID = 41;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .&-]{0,59}$/u;

export async function readOptions(parameters: string[], ask: Ask): Promise<NewProvider> {
  const { values, positionals } = parse(parameters);
  if (positionals.length > 1) throw usage(`One id is needed, not ${positionals.length}`);
  const missing: string[] = [];
  const get = async <T>(given: string | undefined, flag: string, suggestion: string, read: (text: string) => T) => {
    const text = given ?? (ask ? (await ask(`${flag}?`, suggestion)) || suggestion : undefined);
    if (text !== undefined && text !== '') return read(text);
    missing.push(flag);
    return undefined;
  };
  const id = await get(positionals[0], 'id', '', readId);
  const { directory = 'plugins', family } = values;
  const operations = TABLE_OPERATIONS.filter((name) => values[name]);
  const other = (['family', 'openapi', 'code'] as const).find((name) => values[name] !== undefined);
  if (operations.length > 0 && other)
    throw usage(`--${operations[0]} goes with a described package, not with --${other}`);
  if (family !== undefined) {
    if (!id) throw usage('Nobody is here to be asked for id');
    const name = readName(values.name || capitalize(id));
    return { id, name, methods: ['PIX'], auth: 'none', money: 'cents', kind: 'family', family, directory };
  }
  if (values.openapi !== undefined) {
    if (!id) throw usage('Nobody is here to be asked for id');
    const money = readChoice('--money', values.money ?? 'cents', MONEY_UNITS);
    const choices = Object.fromEntries(ROLES.map((role) => [role, values[role]]));
    const said = { isUnitSaid: values.money !== undefined, areMethodsSaid: values.methods !== undefined };
    const openapi = { file: values.openapi, choices, ...said };
    const wanted = readMethods(values.methods ?? 'PIX');
    const name = readName(values.name || capitalize(id));
    return { id, name, methods: wanted, auth: 'none', money, kind: 'openapi', openapi, directory };
  }
  const strange = ROLES.find((role) => values[role] !== undefined);
  if (strange) throw usage(`--${strange} goes with --openapi`);
  const name = values.name ?? (ask ? await ask('name?', capitalize(id ?? '')) : '');
  const methods = await get(values.methods, '--methods', 'PIX', readMethods);
  const auth = await get(values.auth, '--auth', 'header', (text) => readChoice('--auth', text, AUTH_SCHEMES));
  const money = await get(values.money, '--money', 'cents', (text) => readChoice('--money', text, MONEY_UNITS));
  if (!id || !methods || !auth || !money) throw usage(`Nobody is here to be asked for ${missing.join(', ')}`);
  const kind = values.code ? 'code' : 'table';
  const more = operations.length > 0 && { operations };
  return { id, name: readName(name || capitalize(id)), methods, auth, money, kind, directory, ...more };
}

function parse(parameters: string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = {
      name: text,
      methods: text,
      auth: text,
      money: text,
      directory: text,
      family: text,
      openapi: text,
    };
    const roles = {
      charge: text,
      lookup: text,
      refund: text,
      withdraw: text,
      'withdraw-lookup': text,
      webhook: text,
    } satisfies Record<Role, typeof text>;
    const flag = { type: 'boolean' } as const;
    const flags = { code: flag, refunds: flag, withdrawals: flag, receivers: flag } satisfies Record<
      TableOperation | 'code',
      typeof flag
    >;
    return parseArgs({ args: parameters, options: { ...options, ...roles, ...flags }, allowPositionals: true });
  } catch (error) {
    throw usage((error as Error).message);
  }
}

const usage = (problem: string) => new Error(`${problem.replace(/\.$/, '')}. Usage:\n  ${USAGE}`);

function readId(text: string): string {
  if (ID.test(text) && text.length <= LONGEST_ID && text.length > 1 && !/^(kit|family-.*)$/.test(text)) return text;
  throw usage(
    `"${text}" cannot be an id: two to ${LONGEST_ID} small letters and digits, words joined by single dashes, beginning with a letter, and neither kit nor family-…`,
  );
}

function readName(text: string): string {
  if (NAME.test(text)) return text;
  throw usage(
    `--name "${text}" may have at most 60 letters, digits, spaces and . & -, beginning with one of the first`,
  );
}

function readMethods(text: string): PaymentMethod[] {
  const wanted = text.split(',').map((method) => readChoice('--methods', method.trim(), PAYMENT_METHODS));
  return PAYMENT_METHODS.filter((method) => wanted.includes(method));
}

function readChoice<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  if (found) return found;
  throw usage(`${flag} "${text}" must be one of ${choices.join(', ')}`);
}

const capitalize = (id: string): string =>
  id
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
