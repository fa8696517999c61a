/** Collects the tables of what a seller has, which each domain adds, for the one file with all of them. */
import type { Locale } from '@feira/schemas/common';
import fp from 'fastify-plugin';
import type { Table } from '../shared/table.ts';
import type { PlatformContext } from './platforms.ts';

export interface TableOwner {
  platform: PlatformContext;
  sellerId: string;
  locale: Locale;
}

export interface SellerTable {
  /** The name of the file, without its ending. */
  file: string;
  /** The sentence about its content, for the file that explains the others. */
  about: Record<Locale, string>;
  open(owner: TableOwner): Table;
}

declare module 'fastify' {
  interface FastifyInstance {
    sellerTables: { add(table: SellerTable): void; list(): readonly SellerTable[] };
  }
}

export default fp(
  async (app) => {
    const tables: SellerTable[] = [];
    app.decorate('sellerTables', { add: (table) => void tables.push(table), list: () => tables });
  },
  { name: 'seller-tables' },
);
