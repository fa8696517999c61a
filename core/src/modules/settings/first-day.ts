/** Says how far a new platform has come, and asks its masters for the step that it cannot do itself. */
import { toSaoPauloDate } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FIRST_NOTES, FIRST_STEPS } from '@feira/schemas/procedures/settings';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { notifyMasters } from '../notifications/service.ts';

type Step = (typeof FIRST_STEPS)[number];

const IS_OWN_HOST = `host LIKE '%.%' AND host NOT LIKE '%.localhost'`;

/** A platform is created with a brand of its name alone, and with hosts of this machine where it runs on one. */
const CONDITIONS: Record<Step, string> = {
  BRAND: `EXISTS (SELECT 1 FROM platform p, jsonb_each(p.settings -> 'customization') c
    WHERE p.platform_id = $1 AND c.value NOT IN ('null', '""', '{}', '[]'))`,
  DOMAIN: `EXISTS (SELECT 1 FROM platform_domain WHERE platform_id = $1 AND ${IS_OWN_HOST})`,
  CONNECTION: `EXISTS (SELECT 1 FROM provider_connection WHERE platform_id = $1 AND status = 'ENABLED')`,
  PRODUCT: `EXISTS (SELECT 1 FROM product p JOIN offer o ON o.platform_id = p.platform_id AND o.product_id = p.id
    WHERE p.platform_id = $1 AND p.status = 'ACTIVE')`,
  // The first paid sale opens the account of its connection.
  SALE: `EXISTS (SELECT 1 FROM ledger_account WHERE platform_id = $1 AND kind = 'PROVIDER' AND created_at > '-infinity')`,
};

const IS_TESTED = '(test_revision IS NOT DISTINCT FROM credentials_revision AND test_code IS NULL)';

/**
 * The note on each step; null where there is nothing to add to whether it is done. While connections are enabled, the note is about one without
 * a good test, so that it stays in sight; before, it is about the connection that has come furthest.
 */
const NOTES: Record<Step, string> = {
  BRAND: `(SELECT 'NO_LOGO' FROM platform WHERE platform_id = $1
    AND coalesce(settings #>> '{customization,visuals,logoUrl}', '') = '')`,
  DOMAIN: `(SELECT 'CLAIMED' FROM domain_claim WHERE platform_id = $1 LIMIT 1)`,
  CONNECTION: `(SELECT CASE WHEN test_revision IS DISTINCT FROM credentials_revision THEN 'UNTESTED'
      WHEN test_code IS NOT NULL THEN 'TEST_FAILED' ELSE 'TESTED' END
    FROM provider_connection WHERE platform_id = $1
    ORDER BY status = 'ENABLED' DESC, ${IS_TESTED} = (status <> 'ENABLED') DESC, created_at LIMIT 1)`,
  PRODUCT: `(SELECT 'DRAFT' FROM product WHERE platform_id = $1 AND NOT ${CONDITIONS.PRODUCT} LIMIT 1)`,
  SALE: `(SELECT 'UNPAID' FROM sale WHERE platform_id = $1 AND NOT ${CONDITIONS.SALE} LIMIT 1)`,
};

/** Selects the host that the platform serves under a name of its own, oldest first. */
export const selectOwnHost = (platformId: string): Statement<{ host: string }> => ({
  text: `SELECT host FROM platform_domain WHERE platform_id = $1 AND ${IS_OWN_HOST} ORDER BY created_at, host LIMIT 1`,
  values: [platformId],
});

type Note = (typeof FIRST_NOTES)[number] | null;

export const selectSteps = (platformId: string): Statement<{ step: Step; isDone: boolean; note: Note }> => ({
  text: (Object.entries(CONDITIONS) as [Step, string][])
    .map(
      ([step, condition], place) =>
        `SELECT ${place} AS place, '${step}' AS step, ${condition} AS is_done, ${NOTES[step]} AS note`,
    )
    .join(' UNION ALL ')
    .concat(' ORDER BY place'),
  values: [platformId],
});

const selectOperator = (platformId: string): Statement<{ operatorId: string | null }> => ({
  text: 'SELECT operator_id FROM platform WHERE platform_id = $1',
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
