/** Writes a seller's abandoned carts as a file. */
import type { Locale } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import { type PageCursor, parsePlace, selectPage } from '../../shared/list.ts';
import type { Table } from '../../shared/table.ts';
import { CARTS, type CartFilter } from './list-model.ts';
import type { CartState } from './model.ts';

interface Labels {
  name: string;
  columns: Record<
    | 'abandonedAt'
    | 'title'
    | 'buyer'
    | 'email'
    | 'phone'
    | 'state'
    | 'recoveredAt'
    | 'source'
    | 'campaign'
    | 'currency'
    | 'amount',
    string
  >;
  states: Record<CartState, string>;
}

const LABELS: Record<Locale, Labels> = {
  'pt-BR': {
    name: 'Carrinhos abandonados',
    columns: {
      abandonedAt: 'Abandonado em',
      title: 'Produto',
      buyer: 'Nome',
      email: 'E-mail',
      phone: 'Telefone',
      state: 'Situação',
      recoveredAt: 'Recuperado em',
      source: 'Origem (utm_source)',
      campaign: 'Campanha (utm_campaign)',
      currency: 'Moeda',
      amount: 'Valor',
    },
    states: { OPEN: 'Em aberto', RECOVERED: 'Recuperado', STOPPED: 'Parado', EXPIRED: 'Expirado' },
  },
  en: {
    name: 'Abandoned carts',
    columns: {
      abandonedAt: 'Abandoned',
      title: 'Product',
      buyer: 'Name',
      email: 'Email',
      phone: 'Phone',
      state: 'Status',
      recoveredAt: 'Recovered',
      source: 'Source (utm_source)',
      campaign: 'Campaign (utm_campaign)',
      currency: 'Currency',
      amount: 'Amount',
    },
    states: { OPEN: 'Open', RECOVERED: 'Recovered', STOPPED: 'Stopped', EXPIRED: 'Expired' },
  },
};

const BATCH = 1_000;

async function* readAll({ database }: Pick<FastifyInstance, 'database'>, platformId: string, filter: CartFilter) {
  let after: PageCursor | null = null;
  for (;;) {
    const rows = await database.list(platformId, selectPage(CARTS, platformId, filter, { after, limit: BATCH }));
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return;
    after = parsePlace(last.cursor);
  }
}

export function openCarts(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  filter: CartFilter,
  locale: Locale,
): Table {
  const { name, columns, states } = LABELS[locale];
  const text = (header: string) => ({ header, kind: 'text' }) as const;
  async function* batches() {
    for await (const rows of readAll(app, platformId, filter))
      yield rows.map((cart) => [
        ...[cart.abandonedAt, cart.title, cart.name, cart.email, cart.phone, states[cart.state], cart.recoveredAt],
        ...[cart.utmQuery.utm_source ?? null, cart.utmQuery.utm_campaign ?? null, cart.currency, cart.cartAmt],
      ]);
  }
  return {
    name,
    locale,
    columns: [
      { header: columns.abandonedAt, kind: 'time' },
      ...[columns.title, columns.buyer, columns.email, columns.phone, columns.state].map(text),
      { header: columns.recoveredAt, kind: 'time' },
      ...[columns.source, columns.campaign, columns.currency].map(text),
      { header: columns.amount, kind: 'money' },
    ],
    batches: batches(),
  };
}
