import type { Inspector } from './inspect.ts';

/** Lists the tables that hold a text, in any spelling of its letters, also as hex and base64. */
export async function findInDump(inspector: Inspector, texts: readonly string[]): Promise<string[]> {
  const tables = await inspector.rows<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await inspector.rows<{ text: string | null }>(
      `SELECT lower(string_agg(t::text, ' ')) AS text FROM ${name} t`,
    );
    for (const text of texts) {
      const spellings = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')];
      if (spellings.some((spelling) => row?.text?.includes(spelling.toLowerCase()))) found.push(`${name}: ${text}`);
    }
  }
  return found;
}
