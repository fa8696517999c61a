/** The address to which a person has their notifications sent. It is a webhook of theirs that hears of no events. */
import type { Input } from '@feira/schemas/procedure';
import type { setNotificationWebhook } from '@feira/schemas/procedures/seller-webhooks';
import type { DeliveryProblem, DeliveryState, SwitchOffReason } from '@feira/schemas/seller-webhook';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { nextVersion } from '../../shared/row-versions.ts';
import { type AuditEntry, recordEvent } from '../audit/service.ts';
import { DELIVERIES } from './delivery-model.ts';
import { lockOwner, replaceSecret, type Sealed } from './model.ts';
import { makeSecret } from './secrets.ts';
import { checkAddress } from './service.ts';

type App = Pick<FastifyInstance, 'database' | 'dataKeys'>;

interface PersonalWebhook {
  id: string;
  url: string;
  isEnabled: boolean;
  offReason: SwitchOffReason | null;
  createdAt: Date;
}

interface LastDelivery {
  state: DeliveryState;
  problem: DeliveryProblem | null;
  answerStatus: number | null;
  createdAt: string;
}

/** A notification that the person chose not to have here is no news of the address. */
const selectPersonal = (
  platformId: string,
  personId: string,
): Statement<PersonalWebhook & { lastDelivery: LastDelivery | null }> => ({
  text: `SELECT w.id, w.url, w.is_enabled, w.off_reason, w.created_at, (
      SELECT jsonb_build_object('state', d.state, 'problem', d.problem, 'answerStatus', d.answer_status, 'createdAt', d.created_at)
      FROM seller_webhook_delivery d WHERE d.platform_id = w.platform_id AND d.seller_webhook_id = w.id
        AND d.problem IS DISTINCT FROM 'NOT_CHOSEN' ORDER BY d.created_at DESC, d.id DESC LIMIT 1) AS last_delivery
    FROM seller_webhook w WHERE w.platform_id = $1 AND w.seller_id = $2 AND w.purpose = 'NOTIFICATIONS'`,
  values: [platformId, personId],
});

const insertPersonal = (
  platformId: string,
  {
    id,
    personId,
    url,
    isEnabled,
    stored,
  }: Pick<PersonalWebhook, 'id' | 'url' | 'isEnabled'> & {
    personId: string;
    stored: Sealed;
  },
): Statement => ({
  text: `INSERT INTO seller_webhook (platform_id, id, seller_id, purpose, name, url, events, is_enabled, off_reason, key_version, sealed)
    VALUES ($1, $2, $3, 'NOTIFICATIONS', $4, $5, '{}', $6, CASE WHEN $6 THEN NULL ELSE 'SELLER' END, $7, $8)`,
  values: [platformId, id, personId, nameOf(url), url, isEnabled, stored.keyVersion, stored.sealed],
});

/** One that is switched on, or leads elsewhere, begins anew to count what fails. */
const updatePersonal = (
  platformId: string,
  { id, url, isEnabled }: Pick<PersonalWebhook, 'id' | 'url' | 'isEnabled'>,
): Statement => ({
  text: `UPDATE seller_webhook w SET url = $3, name = $4, is_enabled = $5, off_reason = CASE WHEN $5 THEN NULL ELSE coalesce(w.off_reason, 'SELLER') END,
      failing_since = CASE WHEN $5 AND w.is_enabled AND w.url = $3 THEN w.failing_since END, ${nextVersion('w', `ARRAY['url', 'isEnabled']`)}
    WHERE w.platform_id = $1 AND w.id = $2`,
  values: [platformId, id, url, nameOf(url), isEnabled],
});

const deletePersonal = (platformId: string, id: string): Statement => ({
  text: 'DELETE FROM seller_webhook WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

const LONGEST_NAME = 80;
/** Returns what the log keeps of an address: the rest of it may be a secret. */
const shown = (url: string): string => `${new URL(url).origin}/…`;

/** Notices name the address by its host: the rest of it may be a secret. */
const nameOf = (url: string): string => new URL(url).host.slice(0, LONGEST_NAME);

const describe = (
  type: Extract<AuditEntry['type'], `sellerWebhook.${string}`>,
  id: string,
  url: string,
  details: AuditEntry['details'] = {},
): AuditEntry => ({ type, subject: { type: 'seller-webhook', id, name: nameOf(url) }, details });

export async function getPersonal({ database }: Pick<App, 'database'>, { platform, person }: PersonCall) {
  const found = await database.find(platform.id, selectPersonal(platform.id, person.id), true);
  if (!found) return { webhook: null };
  const { id: _, lastDelivery, ...webhook } = found;
  return {
    webhook: {
      ...webhook,
      // The database writes times into JSON in its own way.
      lastDelivery: lastDelivery && { ...lastDelivery, createdAt: new Date(lastDelivery.createdAt).toISOString() },
    },
  };
}

function checkOwner({ person }: PersonCall): void {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
}

/** Returns the secret where there is a new one, which is shown this once. */
export async function setPersonal(
  app: App,
  call: PersonCall,
  { url, isEnabled, isSecretNew = false }: Input<typeof setNotificationWebhook>,
): Promise<{ secret: string | null }> {
  checkOwner(call);
  checkAddress(url);
  const { platform, person, request } = call;
  const former = await app.database.find(platform.id, selectPersonal(platform.id, person.id), true);
  const id = former?.id ?? newId();
  // Before the transaction, which would wait for a second connection to read the key.
  const made = !former || isSecretNew ? await makeSecret(app, platform.id, id) : null;
  await app.database.transaction(platform.id, async (transaction) => {
    await transaction.run(lockOwner(platform.id, person.id));
    const found = await transaction.find(selectPersonal(platform.id, person.id));
    if (found?.id !== former?.id) throw new AppError('EDIT_CONFLICT');
    if (!found) {
      const { stored } = made as NonNullable<typeof made>;
      await transaction.runAll([
        insertPersonal(platform.id, { id, personId: person.id, url, isEnabled, stored }),
        recordEvent(
          platform.id,
          request,
          describe('sellerWebhook.created', id, url, { after: { url: shown(url), isEnabled } }),
        ),
      ]);
      return;
    }
    const before = { url: shown(found.url), isEnabled: found.isEnabled };
    await transaction.runAll([
      updatePersonal(platform.id, { id, url, isEnabled }),
      ...(isEnabled ? [] : [DELIVERIES.giveUpWaiting(platform.id, id)]),
      ...(made ? [replaceSecret(platform.id, id, made.stored)] : []),
      recordEvent(
        platform.id,
        request,
        describe('sellerWebhook.changed', id, url, { before, after: { url: shown(url), isEnabled } }),
      ),
      ...(made ? [recordEvent(platform.id, request, describe('sellerWebhook.secretRotated', id, url))] : []),
    ]);
  });
  return { secret: made?.secret ?? null };
}

/** Does nothing where there is none. */
export async function removePersonal(app: App, call: PersonCall): Promise<void> {
  checkOwner(call);
  const { platform, person, request } = call;
  await app.database.transaction(platform.id, async (transaction) => {
    await transaction.run(lockOwner(platform.id, person.id));
    const found = await transaction.find(selectPersonal(platform.id, person.id));
    if (!found) return;
    const { id, url, isEnabled } = found;
    await transaction.runAll([
      deletePersonal(platform.id, id),
      recordEvent(
        platform.id,
        request,
        describe('sellerWebhook.deleted', id, url, { before: { url: shown(url), isEnabled } }),
      ),
    ]);
  });
}

/** Throws SELLER_WEBHOOK_NOT_FOUND where the person has no address. */
export async function testPersonal(app: App, call: PersonCall): Promise<void> {
  checkOwner(call);
  const { platform, person } = call;
  const found = await app.database.find(platform.id, selectPersonal(platform.id, person.id), true);
  if (!found) throw new AppError('SELLER_WEBHOOK_NOT_FOUND');
  await app.database.write(platform.id, [DELIVERIES.queueTest(platform.id, newId(), found.id, 'sale.approved')]);
}
