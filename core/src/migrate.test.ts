import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../test/build.ts';
import { type Inspector, openInspector } from '../test/inspect.ts';
import { migrate } from './migrate.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let inspector: Inspector;

beforeAll(async () => {
  database = await createDatabase();
  inspector = await openInspector(database.url);
});
afterAll(async () => {
  await inspector.close();
  await database.drop();
});

describe('migrate', () => {
  it('has nothing to do twice', async () => {
    expect(await migrate({ DATABASE_URL: database.url })).toEqual({ applied: [] });
  });

  it('refuses a migration that was edited after the database had applied it', async () => {
    await inspector.rows(`UPDATE knex_migrations SET name = name || '0' WHERE name LIKE '%create_payments%'`);

    await expect(migrate({ DATABASE_URL: database.url })).rejects.toThrow(
      /other migrations than those in core\/migrations \(\d+T\d+_create_payments\.ts\).*--reset/,
    );
  });
});
