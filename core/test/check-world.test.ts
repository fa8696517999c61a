/** The check of every test's database finds what it is there for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { checkWorld } from './check-world.ts';
import { openDatabase } from './inspect.ts';

let database: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

it('finds a reference to nobody in a table that was empty', async () => {
  await checkWorld(database.url);
  await database.rows('INSERT INTO sale_search_due (platform_id, sale_id) VALUES ($1, $2)', [newId(), newId()]);

  await expect(checkWorld(database.url)).rejects.toThrow(/C8: 1 × references .*"sale_search_due\.sale_id/);
});
