/** Compares the version of a group of settings with the one that a form was read with. */
import type { Locale } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { type FieldChange, type Group, selectGroup } from './model.ts';

export type { Group, GroupName } from './model.ts';
export { upsertGroup as raiseVersion } from './model.ts';

/** Reads the primary database, so that a form shows its own change. */
export async function readVersion(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  group: Group,
): Promise<number> {
  return (await app.database.find(platformId, selectGroup(platformId, group), true))?.version ?? 0;
}

/** Says in a language who changed a field and when. */
function sayChange({ by, at }: FieldChange, locale: Locale): string {
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(at));
  return locale === 'pt-BR'
    ? `Alterado por ${by} em ${time} (horário de Brasília).`
    : `Changed by ${by} on ${time} (Brasília time).`;
}

/** Returns the refusal of a change of fields that others have changed meanwhile. */
export const toConflict = (changed: Record<string, FieldChange>): AppError =>
  new AppError('EDIT_CONFLICT', {
    reasons: Object.fromEntries(
      Object.entries(changed).map(([field, change]) => [
        field,
        { 'pt-BR': sayChange(change, 'pt-BR'), en: sayChange(change, 'en') },
      ]),
    ),
  });

/**
 * Throws EDIT_CONFLICT where one of these fields was changed since the form was read; the details say by whom and when. Fields that the
 * form does not send are none of its business. The caller has locked what the group belongs to.
 */
export async function checkGroup(
  transaction: Transaction,
  platformId: string,
  group: Group,
  {
    read,
    fields,
    toField = (field) => field,
  }: {
    /** The version that the form was read with; undefined where the caller compares nothing. */
    read: number | undefined;
    fields: readonly string[];
    /** Returns the field of the caller's input, for errors. */
    toField?: (field: string) => string;
  },
): Promise<void> {
  if (read === undefined) return;
  const row = await transaction.find(selectGroup(platformId, group));
  const changed = Object.entries(row?.changedIn ?? {}).filter(
    ([field, { version }]) => version > read && fields.includes(field),
  );
  if (changed.length > 0)
    throw toConflict(Object.fromEntries(changed.map(([field, change]) => [toField(field), change])));
}
