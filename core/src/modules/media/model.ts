/** Reads and writes the rows of uploaded files. */
import type { listUploads } from '@feira/schemas/procedures/media';
import type { UploadKind } from '@feira/schemas/uploads';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';

export interface Upload {
  id: string;
  kind: UploadKind;
  key: string;
  contentType: string;
  bytes: number;
  fileName: string | null;
  pictureName: string | null;
  finishedAt: Date | null;
  /** A product has shown the picture, so that past sales show it. */
  isKept: boolean;
}

const COLUMNS = 'id, kind, key, content_type, bytes, file_name, picture_name, finished_at, is_kept';

/** The counts of one person change one after the other. */
export const lockUploads = (personId: string): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('uploads of ' || $1, 0))`,
  values: [personId],
});

export const selectDay = (platformId: string, personId: string): Statement<{ count: number; bytes: number }> => ({
  text: `SELECT count(*)::int AS count, coalesce(sum(bytes), 0)::bigint AS bytes FROM upload
    WHERE platform_id = $1 AND person_id = $2 AND created_at > now() - interval '1 day'`,
  values: [platformId, personId],
});

export const deleteOwn = (platformId: string, id: string): Statement => ({
  text: 'DELETE FROM upload WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

type NewUpload = Pick<Upload, 'id' | 'kind' | 'key' | 'contentType' | 'bytes' | 'fileName'> & { personId: string };

export const insertUpload = (platformId: string, upload: NewUpload): Statement => ({
  text: `INSERT INTO upload (platform_id, id, person_id, kind, key, content_type, bytes, file_name)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: [
    platformId,
    upload.id,
    upload.personId,
    upload.kind,
    upload.key,
    upload.contentType,
    upload.bytes,
    upload.fileName,
  ],
});

export const selectUpload = (platformId: string, personId: string, id: string): Statement<Upload> => ({
  text: `SELECT ${COLUMNS} FROM upload WHERE platform_id = $1 AND person_id = $2 AND id = $3`,
  values: [platformId, personId, id],
});

/** Notes which files a picture is about to have, so that they can be removed where the node dies meanwhile. */
export const setPicture = (platformId: string, id: string, pictureName: string): Statement => ({
  text: 'UPDATE upload SET picture_name = $3 WHERE platform_id = $1 AND id = $2',
  values: [platformId, id, pictureName],
});

/** Changes no row where another call has finished it. */
export const setFinished = (platformId: string, id: string, contentType: string): Statement => ({
  text: `UPDATE upload SET finished_at = now(), content_type = $3 WHERE platform_id = $1 AND id = $2 AND finished_at IS NULL`,
  values: [platformId, id, contentType],
});

/** The uploads of one person. */
export const OWN_UPLOADS: List<
  Pick<Upload, 'id' | 'kind' | 'key' | 'contentType' | 'bytes' | 'pictureName' | 'finishedAt'> & {
    name: string | null;
    createdAt: Date;
  },
  FilterOf<typeof listUploads> & { personId: string }
> = {
  isFresh: true,
  sql: ({ personId, kind }, bind) => ({
    columns:
      'u.id, u.kind, u.key, u.content_type, u.bytes, u.file_name AS name, u.picture_name, u.created_at, u.finished_at',
    from: 'upload u',
    where: ['u.platform_id = $1', `u.person_id = ${bind(personId)}`, kind && `u.kind = ${bind(kind)}`],
    order: newestFirst('u'),
  }),
};

export interface StoredUpload extends Upload {
  platformId: string;
  isOld: boolean;
}

/**
 * Lists uploads of all platforms that might be removed, a page at a time by id: unfinished ones that are a day old, and finished ones that
 * are a week old and that no product has ever shown.
 */
export const selectAged = (afterId: string, limit: number): Statement<StoredUpload> => ({
  text: `SELECT platform_id, ${COLUMNS},
      coalesce(unused_since < now() - interval '30 days', false) AS is_old
    FROM upload
    WHERE id > $1 AND NOT is_kept
      AND created_at < now() - CASE WHEN finished_at IS NULL THEN interval '1 day' ELSE interval '7 days' END
    ORDER BY id LIMIT $2`,
  values: [afterId, limit],
});

/**
 * Returns those of the keys of uploads that a checkout or a setting of the platform shows, or that buyers get. A column that holds
 * addresses of pictures has to be named here or to have the trigger keep_picture, or the clean-up removes its pictures.
 */
export const selectShown = (platformId: string, keys: readonly string[]): Statement<{ key: string }> => ({
  text: `WITH shown (texts) AS (
      SELECT checkout_builder_config::text FROM offer WHERE platform_id = $1
      UNION ALL SELECT config::text FROM checkout_draft WHERE platform_id = $1
      UNION ALL SELECT config::text FROM checkout_version WHERE platform_id = $1
      UNION ALL SELECT steps::text FROM funnel WHERE platform_id = $1 AND deleted_at IS NULL
      UNION ALL SELECT settings::text FROM platform WHERE platform_id = $1
    ), found AS (
      SELECT match[1] AS key FROM shown, regexp_matches(texts, '([0-9a-f]{32})/[0-9]+x[0-9]+[.]', 'g') AS match
      UNION SELECT u.key FROM upload u
        WHERE u.platform_id = $1 AND u.key = ANY($2)
          AND EXISTS (SELECT FROM deliverable d WHERE d.platform_id = u.platform_id AND d.upload_id = u.id)
    )
    SELECT key FROM found WHERE key = ANY($2)`,
  values: [platformId, keys],
});

/** Notes since when each upload is unused; those that are used again begin anew. */
export const setUse = (ids: readonly string[], usedIds: readonly string[]): Statement => ({
  text: `UPDATE upload SET unused_since = CASE WHEN id = ANY($2) THEN NULL ELSE coalesce(unused_since, now()) END
    WHERE id = ANY($1) AND (unused_since IS NULL) <> (id = ANY($2))`,
  values: [ids, usedIds],
});

export const deleteUploads = (ids: readonly string[]): Statement => ({
  text: 'DELETE FROM upload WHERE id = ANY($1)',
  values: [ids],
});
