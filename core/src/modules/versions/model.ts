/** Reads and writes the versions of groups of settings, which forms save whole. */
import type { Statement } from '../../plugins/database.ts';

/** The groups that a form saves whole: the rules that change by proposals, and what is saved at once. */
export type GroupName =
  | 'SETTINGS'
  | 'TERMS'
  | 'COSTS'
  | 'ROUTES'
  | 'RISK_RULES'
  | 'RISK_ALLOWED'
  | 'CUSTOMIZATION'
  | 'PIXELS'
  | 'PERMISSIONS'
  | 'USER'
  | 'CONNECTION';

export interface Group {
  name: GroupName;
  /** The id of what the group belongs to; of routes, the payment method. */
  subject: string;
}

export interface FieldChange {
  version: number;
  by: string;
  at: string;
}

export interface GroupRow {
  version: number;
  changedIn: Record<string, FieldChange>;
}

/** Selects no row for a group that was never changed, whose version is 0. */
export const selectGroup = (platformId: string, { name, subject }: Group): Statement<GroupRow> => ({
  name: 'group-version',
  text: `SELECT version, changed_in FROM group_version
    WHERE platform_id = $1 AND name = $2 AND subject = $3`,
  values: [platformId, name, subject],
});

/** Makes the next version, in which the fields changed. The caller has locked what the group belongs to. */
export const upsertGroup = (
  platformId: string,
  { name, subject }: Group,
  fields: readonly string[],
  by: string,
): Statement => ({
  text: `INSERT INTO group_version AS g (platform_id, name, subject, version, changed_in)
    VALUES ($1, $2, $3, 1, (SELECT coalesce(jsonb_object_agg(field, jsonb_build_object('version', 1, 'by', $5::text, 'at', now())), '{}')
      FROM unnest($4::text[]) AS field))
    ON CONFLICT (subject, name, platform_id) DO UPDATE SET version = g.version + 1,
      changed_in = g.changed_in || (SELECT coalesce(
        jsonb_object_agg(field, jsonb_build_object('version', g.version + 1, 'by', $5::text, 'at', now())), '{}')
        FROM unnest($4::text[]) AS field)`,
  values: [platformId, name, subject, fields, by],
});
