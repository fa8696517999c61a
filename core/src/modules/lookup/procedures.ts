import type { Input } from '@feira/schemas/procedure';
import * as declared from '@feira/schemas/procedures/lookup';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import type { Person } from '../../plugins/sessions.ts';
import { findUsers } from '../people/service.ts';
import { listSales } from '../sales/service.ts';

type Wanted = Input<typeof declared.find>;

/** The kinds of things that the person may find in a dashboard; null where a kind is closed to them. */
interface Scope {
  /** Everybody's users, or those of one manager. */
  users: { managerId?: string } | null;
  /** The sales of one seller, or of all. */
  sales: { sellerId: string | null } | null;
}

/** Throws ACCESS_DENIED where the person has no part in the dashboard. */
function scopeOf({ id, roles, permissions }: Person, dashboard: Wanted['dashboard']): Scope {
  if (!roles.includes(dashboard)) throw new AppError('ACCESS_DENIED');
  if (dashboard === 'seller') return { users: null, sales: { sellerId: id } };
  if (dashboard === 'manager') return { users: { managerId: id }, sales: null };
  return {
    users: permissions.includes('isUsersAvailable') ? {} : null,
    sales: permissions.includes('isSalesAvailable') ? { sellerId: null } : null,
  };
}

export default fp(
  async (app: FastifyInstance) => {
    app.procedure(declared.find, async ({ input: { dashboard, search }, platform, person }) => {
      const limit = declared.MOST_FOUND;
      const { users, sales } = scopeOf(person, dashboard);
      const nothing = search.trim() === '';
      const seesDocuments = dashboard === 'admin' && person.permissions.includes('isUserDocumentsAvailable');
      const [people, found] = await Promise.all([
        users && !nothing ? findUsers(app, platform.id, { ...users, search, seesDocuments }, limit) : [],
        sales && !nothing ? listSales(app, platform.id, { ...sales, search, limit }) : { sales: [] },
      ]);
      return { people, sales: found.sales };
    });
  },
  { name: 'lookup-procedures', dependencies: ['procedures', 'database'] },
);
