/** Reads and writes the origins that a seller allows. Their checkouts read them with the offer. */
import type { Statement } from '../../plugins/database.ts';

interface Origins {
  origins: string[];
}

export const selectOrigins = (platformId: string, personId: string): Statement<Origins> => ({
  text: 'SELECT embed_origins AS origins FROM person WHERE platform_id = $1 AND id = $2',
  values: [platformId, personId],
});

export const lockOrigins = (platformId: string, personId: string): Statement<Origins> => {
  const { text, values } = selectOrigins(platformId, personId);
  return { text: `${text} FOR NO KEY UPDATE`, values };
};

export const writeOrigins = (platformId: string, personId: string, origins: readonly string[]): Statement => ({
  text: 'UPDATE person SET embed_origins = $3 WHERE platform_id = $1 AND id = $2',
  values: [platformId, personId, origins],
});
