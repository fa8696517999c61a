/** Exports all users of a filter as a table, read in batches, so that a million users need no more memory than a thousand. */
import type { Locale } from '@feira/schemas/common';
import type { Role } from '@feira/schemas/procedure';
import type { FastifyInstance } from 'fastify';
import { type PageCursor, parsePlace, selectPage } from '../../shared/list.ts';
import type { Column, Table, Value } from '../../shared/table.ts';
import { EXPORTED_USERS, type ExportRow, type UserFilter } from './pages.ts';

const BATCH = 1_000;

export interface Export {
  filter: UserFilter;
  locale: Locale;
  hasDocuments: boolean;
}

interface Words {
  users: string;
  columns: readonly string[];
  document: string;
  yes: string;
  no: string;
  status: Record<ExportRow['status'], string>;
  roles: Record<Role, string>;
}

const WORDS: Record<Locale, Words> = {
  'pt-BR': {
    users: 'Usuários',
    columns: [
      'Nome',
      'E-mail',
      'Telefone',
      'Situação',
      'Papéis',
      'Pix',
      'Cartão',
      'Boleto',
      'Gerente',
      'Criado em',
      'Último acesso',
    ],
    document: 'CPF/CNPJ',
    yes: 'sim',
    no: 'não',
    status: { ACTIVE: 'Ativo', DISABLED: 'Desativado' },
    roles: {
      seller: 'vendedor',
      affiliate: 'afiliado',
      'co-producer': 'coprodutor',
      customer: 'cliente',
      manager: 'gerente',
      admin: 'administrador',
      master: 'master',
    },
  },
  en: {
    users: 'Users',
    columns: [
      'Name',
      'Email',
      'Phone',
      'Status',
      'Roles',
      'Pix',
      'Card',
      'Boleto',
      'Manager',
      'Created at',
      'Last seen at',
    ],
    document: 'CPF/CNPJ',
    yes: 'yes',
    no: 'no',
    status: { ACTIVE: 'Active', DISABLED: 'Disabled' },
    roles: {
      seller: 'seller',
      affiliate: 'affiliate',
      'co-producer': 'co-producer',
      customer: 'customer',
      manager: 'manager',
      admin: 'administrator',
      master: 'master',
    },
  },
};

/** Formats a document with punctuation, because spreadsheets read bare digits as numbers and drop leading zeros. */
const toDocument = (document: string | null): string =>
  (document ?? '')
    .replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
    .replace(/^([^.]{2})([^.]{3})([^.]{3})([^.]{4})([^.]{2})$/, '$1.$2.$3/$4-$5');
const toPhone = (phone: string | null): string => (phone ?? '').replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');

function toCells(row: ExportRow, { locale, hasDocuments }: Export): Value[] {
  const words = WORDS[locale];
  const toWord = (isOn: boolean) => (isOn ? words.yes : words.no);
  return [
    row.name,
    row.email,
    toPhone(row.phone),
    words.status[row.status],
    row.roles.map((role) => words.roles[role]).join(', '),
    toWord(row.pixEnabled),
    toWord(row.creditCardEnabled),
    toWord(row.billetEnabled),
    row.managerName ?? '',
    row.createdAt,
    row.lastSeenAt,
    ...(hasDocuments ? [toDocument(row.document)] : []),
  ];
}

/** The columns that hold times, by their place. */
const TIMES = [9, 10];

/** Each batch is a transaction of its own, so that a slow download keeps neither a connection nor old rows. */
export function openUsers(app: Pick<FastifyInstance, 'database'>, platformId: string, wanted: Export): Table {
  async function* batches(): AsyncGenerator<Value[][]> {
    for (let after: PageCursor | null = null; ; ) {
      const page = { after, limit: BATCH };
      const rows = await app.database.list(platformId, selectPage(EXPORTED_USERS, platformId, wanted.filter, page));
      if (rows.length > 0) yield rows.map((row) => toCells(row, wanted));
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = parsePlace(last.cursor);
    }
  }
  const { users, columns, document } = WORDS[wanted.locale];
  const headers = wanted.hasDocuments ? [...columns, document] : columns;
  return {
    name: users,
    locale: wanted.locale,
    columns: headers.map((header, place): Column => ({ header, kind: TIMES.includes(place) ? 'time' : 'text' })),
    batches: batches(),
  };
}
