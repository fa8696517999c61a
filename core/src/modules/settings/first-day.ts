/** Says how far a new platform has come, and asks its masters for the step that it cannot do itself. */
import { toSaoPauloDate } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FIRST_STEPS } from '@feira/schemas/procedures/settings';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { notifyMasters } from '../notifications/service.ts';

type Step = (typeof FIRST_STEPS)[number];

/** A platform is created with a brand of its name alone, and with hosts of this machine where it runs on one. */
const CONDITIONS: Record<Step, string> = {
  BRAND: `EXISTS (SELECT 1 FROM platform p, jsonb_each(p.settings -> 'customization') c
    WHERE p.platform_id = $1 AND c.value NOT IN ('null', '""', '{}', '[]'))`,
  DOMAIN: `EXISTS (SELECT 1 FROM platform_domain WHERE platform_id = $1 AND host LIKE '%.%' AND host NOT LIKE '%.localhost')`,
  CONNECTION: `EXISTS (SELECT 1 FROM provider_connection WHERE platform_id = $1 AND status = 'ENABLED')`,
  PRODUCT: `EXISTS (SELECT 1 FROM product p JOIN offer o ON o.platform_id = p.platform_id AND o.product_id = p.id
    WHERE p.platform_id = $1 AND p.status = 'ACTIVE')`,
  // The first paid sale opens the account of its connection.
  SALE: `EXISTS (SELECT 1 FROM ledger_account WHERE platform_id = $1 AND kind = 'PROVIDER' AND created_at > '-infinity')`,
};

export const selectSteps = (platformId: string): Statement<{ step: Step; isDone: boolean }> => ({
  text: Object.entries(CONDITIONS)
    .map(([step, condition], place) => `SELECT ${place} AS place, '${step}' AS step, ${condition} AS "isDone"`)
    .join(' UNION ALL ')
    .concat(' ORDER BY place'),
  values: [platformId],
});

const selectOperator = (platformId: string): Statement<{ operatorId: string | null }> => ({
  text: 'SELECT operator_id AS "operatorId" FROM platform WHERE platform_id = $1',
  values: [platformId],
});

export async function requestConnection(
  app: Pick<FastifyInstance, 'database' | 'clock'>,
  { platform, person, request }: PersonCall,
): Promise<void> {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  const row = await app.database.find(platform.id, selectOperator(platform.id));
  const operatorId = row?.operatorId ?? platform.id;
  const day = toSaoPauloDate(app.clock.now());
  const notice = notifyMasters(operatorId, {
    type: 'connection.wanted',
    parameters: { title: platform.name, name: person.name },
    href: `${DASHBOARD_PATHS.master}/platforms/${platform.id}`,
    source: `connection-wanted:${platform.id}:${person.id}:${day}`,
  });
  await app.database.run(operatorId, notice);
  const subject = { type: 'platform', id: platform.id, name: platform.name } as const;
  await app.database.run(platform.id, recordEvent(platform.id, request, { type: 'connection.requested', subject }));
}
