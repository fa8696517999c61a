import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../test/inspect.ts';
import { migrate } from './migrate.ts';

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

describe('migrate', () => {
  it('has nothing to do twice', async () => {
    expect(await migrate({ DATABASE_URL: database.url })).toEqual({ applied: [] });
  });

  it('refuses a migration that was edited after the database had applied it', async () => {
    await database.rows(`UPDATE knex_migrations SET name = name || '0' WHERE name LIKE '%create_payments%'`);

    await expect(migrate({ DATABASE_URL: database.url })).rejects.toThrow(
      /other migrations than those in core\/migrations \(\d+T\d+_create_payments\.ts\).*--reset/,
    );
  });
});
