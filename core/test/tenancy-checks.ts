/**
 * Checks of the isolation of platforms in the database. Each check returns its findings: none on the real schema, and each single hole of
 * one that was broken on purpose. All run inside a transaction that is rolled back.
 */
import type { Inspector } from './inspect.ts';

export interface Sides {
  own: string;
  foreign: string;
  /** Another platform, which "own" operates. */
  operated: string;
}

type Check = (inspector: Inspector, sides: Sides) => Promise<string[]>;

/** Tables without row security, with the reason. */
const OPEN_TABLES: Record<string, string> = {
  webhook_endpoint: 'read before a platform is known; its key is 128 random bits, which prove whose event it is',
};
/** Policies beside the one that shows a platform its own rows, word for word. */
const OTHER_POLICIES: Record<string, string> = {
  // An operator sees that the platform exists, and reads or changes its rows only as that platform.
  'platform.operated_platform': 'SELECT feira_app operator_id = PLATFORM',
  // Every node looks up every host, and hosts are public; a platform adds and removes only its own.
  'platform_domain.every_host': 'SELECT feira_app,feira_jobs true',
  'platform_domain.own_host_in': 'INSERT feira_app - platform_id = PLATFORM',
  'platform_domain.own_host_out': 'DELETE feira_app platform_id = PLATFORM',
  // A package that an operator installed also serves the platforms it operates.
  'provider_package.operators_package':
    'SELECT feira_app (platform_id = ( SELECT platform.operator_id FROM platform WHERE (platform.platform_id = PLATFORM)))',
  // A provider that an operator stopped is stopped on the platforms it operates.
  'provider_stop.of_operator':
    'SELECT feira_app (platform_id = ( SELECT p.operator_id FROM platform p WHERE (p.platform_id = PLATFORM)))',
  'co_production.never_accepted': 'ALL feira_jobs (person_id IS NULL)',
  // Younger events are deleted by nobody.
  'audit_event.old_events': "ALL feira_jobs (created_at < (now() - '365 days'::interval))",
};
const ONE_PLATFORM = 'ALL feira_app platform_id = PLATFORM platform_id = PLATFORM';
const JOBS = 'ALL feira_jobs true true';
/** The role that overwrites data of people sees one platform, as requests do. */
const ERASING = 'ALL feira_privacy platform_id = PLATFORM platform_id = PLATFORM';
/** Tables that every request reads in whole. */
const READ_BY_ALL = ['platform_domain', 'webhook_endpoint'];
/** Tables that requests may not read at all. */
const NOT_READ: string[] = [];
/** Keys that are unique without a platform, because there is only one of each worldwide. */
const WORLDWIDE_KEYS = ['platform_domain(host)', 'webhook_endpoint(token)'];
/** The only reference from platform to platform. */
const BETWEEN_PLATFORMS = ['platform(operator_id)'];
/** Functions with the rights of the database's owner, with the reason. */
const OWNERS_FUNCTIONS: Record<string, string> = {
  analyze_grown_tables: 'only the owner may analyse tables; it takes no argument and returns names of tables',
  record_dump:
    'who dumps the database may write nothing else; it takes no argument and nobody may call it unless granted',
};
/** Tables of migrations, of processes with their loaded packages, and of the whole installation; they hold no data of platforms. */
const OUTSIDE = [
  'knex_migrations',
  'knex_migrations_lock',
  'node',
  'node_package',
  'alert_hour',
  'installation',
  'outgoing_hold',
  'receipt_key',
  'upkeep_run',
];

/** Always rolled back, so that a check may break the schema. */
export async function undone<T>(inspector: Inspector, work: () => Promise<T>): Promise<T> {
  await inspector.rows('BEGIN');
  try {
    return await work();
  } finally {
    await inspector.rows('ROLLBACK');
  }
}

/** Fills tables that sweeps empty at once. */
export const fillQueues = (inspector: Inspector): Promise<unknown> =>
  inspector.rows(`INSERT INTO sale_search_due (platform_id, sale_id) SELECT platform_id, id FROM sale;
    INSERT INTO shipment_listing_due (platform_id, sale_id) SELECT platform_id, id FROM sale`);

/** Runs work with the rights of a request's connection, and rolls it back. */
export async function asApp<T>(inspector: Inspector, platformId: string | null, work: () => Promise<T>): Promise<T> {
  await inspector.rows('SAVEPOINT look');
  try {
    await inspector.rows('SET LOCAL ROLE feira_app');
    await inspector.rows(`SELECT set_config('app.platform_id', $1, true)`, [platformId ?? '']);
    return await work();
  } finally {
    await inspector.rows('ROLLBACK TO SAVEPOINT look');
  }
}

export async function listTenantTables(inspector: Inspector): Promise<string[]> {
  const tables = await inspector.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'platform_id') ORDER BY 1`,
  );
  return tables.map(({ name }) => name);
}

async function canSelect(inspector: Inspector, table: string): Promise<boolean> {
  const [row] = await inspector.rows<{ can: boolean }>(`SELECT has_table_privilege('feira_app', $1, 'SELECT') AS can`, [
    table,
  ]);
  return row?.can === true;
}

const tableSecurity: Check = async (inspector) => {
  const tables = await inspector.rows<{ name: string; isEnabled: boolean; isForced: boolean; owner: string }>(
    `SELECT c.relname AS name, c.relrowsecurity AS "isEnabled", c.relforcerowsecurity AS "isForced", r.rolname AS owner
     FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner WHERE c.relname = ANY($1) AND c.relnamespace = 'public'::regnamespace`,
    [await listTenantTables(inspector)],
  );
  return tables.flatMap(({ name, isEnabled, isForced, owner }) => [
    ...(isEnabled || name in OPEN_TABLES ? [] : [`${name} has no row security`]),
    ...(isForced || name in OPEN_TABLES ? [] : [`${name} does not force row security on its owner`]),
    ...(/^feira_(app|jobs|privacy)/.test(owner)
      ? [`${name} is owned by ${owner}, who could switch row security off`]
      : []),
  ]);
};

const nothingOutside: Check = async (inspector) => {
  const outside = await inspector.rows<{ name: string }>(
    `SELECT relname AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
     AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'platform_id' AND c.relkind IN ('r', 'p'))`,
  );
  return outside.filter(({ name }) => !OUTSIDE.includes(name)).map(({ name }) => `${name} belongs to no platform`);
};

const CURRENT = "(NULLIF(current_setting('app.platform_id'::text, true), ''::text))::uuid";

const policies: Check = async (inspector) => {
  const rows = await inspector.rows<{ name: string; table: string; text: string }>(
    `SELECT tablename AS table, tablename || '.' || policyname AS name,
       concat_ws(' ', cmd, (SELECT string_agg(role, ',' ORDER BY role) FROM unnest(roles::text[]) AS role),
         CASE WHEN permissive <> 'PERMISSIVE' THEN permissive END, coalesce(qual, '-'), with_check) AS text
     FROM pg_policies WHERE schemaname = 'public'`,
  );
  const found = new Map(
    rows.map(({ name, text }) => [
      name,
      text
        .replaceAll(CURRENT, 'PLATFORM')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/\((\w+ = PLATFORM)\)/g, '$1'),
    ]),
  );
  const expected = new Map(Object.entries(OTHER_POLICIES));
  for (const table of await listTenantTables(inspector)) {
    if (!(table in OPEN_TABLES) && !READ_BY_ALL.includes(table)) expected.set(`${table}.one_platform`, ONE_PLATFORM);
    if (found.has(`${table}.every_platform`)) expected.set(`${table}.every_platform`, JOBS);
    if (found.has(`${table}.erasing`)) expected.set(`${table}.erasing`, ERASING);
  }
  return [
    ...[...expected].flatMap(([name, text]) =>
      found.get(name) === text ? [] : [`${name} is ${found.get(name) ?? 'missing'} instead of ${text}`],
    ),
    ...[...found.keys()].flatMap((name) => (expected.has(name) ? [] : [`${name} was not expected`])),
  ];
};

const keysCarryPlatform: Check = async (inspector) => {
  const keys = await inspector.rows<{ table: string; columns: string[] }>(
    `SELECT i.indrelid::regclass::text AS table, array_agg(coalesce(a.attname::text, 'expression') ORDER BY k.position) AS columns
     FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int[]) WITH ORDINALITY AS k(number, position)
     LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number AND k.number > 0
     WHERE i.indisunique AND i.indrelid::regclass::text = ANY($1) GROUP BY i.indrelid, i.indexrelid`,
    [await listTenantTables(inspector)],
  );
  return keys
    .filter(({ columns }) => !columns.includes('platform_id'))
    .map(({ table, columns }) => `${table}(${columns})`)
    .filter((key) => !WORLDWIDE_KEYS.includes(key))
    .map((key) => `the key ${key} would tell one platform what another has`);
};

interface Reference {
  source: string;
  target: string;
  from: string[];
  to: string[];
}

const listReferences = (inspector: Inspector) =>
  inspector.rows<Reference>(
    `SELECT c.conrelid::regclass::text AS source, c.confrelid::regclass::text AS target,
       (SELECT array_agg(a.attname::text ORDER BY k.o) FROM unnest(c.conkey) WITH ORDINALITY AS k(n, o) JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n) AS "from",
       (SELECT array_agg(a.attname::text ORDER BY k.o) FROM unnest(c.confkey) WITH ORDINALITY AS k(n, o) JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.n) AS "to"
     FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND c.conrelid::regclass::text <> ALL($1)`,
    [OUTSIDE],
  );

const isBetweenPlatforms = ({ source, from }: Reference) => BETWEEN_PLATFORMS.includes(`${source}(${from})`);

const referencesCarryPlatform: Check = async (inspector) =>
  (await listReferences(inspector))
    .filter((reference) => !isBetweenPlatforms(reference))
    .filter(
      ({ from, to }) => !from.includes('platform_id') || from.indexOf('platform_id') !== to.indexOf('platform_id'),
    )
    .map(({ source, target, from }) => `${source}(${from}) could point at a row of ${target} of another platform`);

/** Foreign keys refuse foreign rows even without row security. */
const foreignRowsRefused: Check = async (inspector, { own, foreign }) => {
  const found: string[] = [];
  // Key versions count from one on every platform, so a version is used that the own platform does not have.
  await inspector.rows(`INSERT INTO platform_key (platform_id, version, wrapped_key) VALUES ($1, -1, '')`, [foreign]);
  for (const reference of await listReferences(inspector)) {
    if (isBetweenPlatforms(reference)) continue;
    const { source, target, from, to } = reference;
    for (const [index, column] of from.entries()) {
      const key = to[index] as string;
      if (column === 'platform_id') continue;
      const what = `${source}.${column} → ${target}.${key}`;
      const [row] = await inspector.rows<{ place: string }>(
        `SELECT ctid::text AS place FROM ${source} WHERE platform_id = $1 LIMIT 1`,
        [own],
      );
      const [theirs] = await inspector.rows<{ value: unknown }>(
        `SELECT ${key} AS value FROM ${target} t WHERE platform_id = $1
         AND NOT EXISTS (SELECT 1 FROM ${target} o WHERE o.platform_id = $2 AND o.${key} = t.${key}) LIMIT 1`,
        [foreign, own],
      );
      if (!row || !theirs) {
        found.push(`${what} could not be tried: ${row ? 'the other platform' : 'the own platform'} has no row for it`);
        continue;
      }
      await inspector.rows('SAVEPOINT attempt');
      const code = await inspector
        .rows(`UPDATE ${source} SET ${column} = $1 WHERE ctid = $2::tid`, [theirs.value, row.place])
        .then(
          () => 'nothing',
          (error: { code: string }) => error.code,
        );
      await inspector.rows('ROLLBACK TO SAVEPOINT attempt');
      if (code !== '23503') found.push(`${what} took a row of another platform and answered ${code}`);
    }
  }
  return found;
};

const noWayAround: Check = async (inspector) => {
  const rows = await inspector.rows<{ what: string }>(
    `SELECT 'the role ' || rolname || ' is past row security' AS what FROM pg_roles WHERE rolname LIKE 'feira_%' AND (rolbypassrls OR rolsuper)
     UNION ALL SELECT 'the function ' || proname || ' runs with the rights of its owner' FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef AND proname <> ALL($1)
     UNION ALL SELECT 'the view ' || relname || ' reads with the rights of its owner' FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm') AND NOT coalesce(reloptions @> ARRAY['security_invoker=true'], false)`,
    [Object.keys(OWNERS_FUNCTIONS)],
  );
  return rows.map(({ what }) => what);
};

/** An empty table would prove nothing, so each has rows of all three platforms. */
const everyTableIsFilled: Check = async (inspector, { own, foreign, operated }) => {
  const found: string[] = [];
  for (const table of await listTenantTables(inspector)) {
    const rows = await inspector.rows<{ id: string }>(`SELECT DISTINCT platform_id AS id FROM ${table}`);
    const missing = Object.entries({ own, foreign, operated }).filter(
      ([, side]) => !rows.some(({ id }) => id === side),
    );
    if (missing.length > 0) found.push(`${table} has no row of: ${missing.map(([name]) => name).join(', ')}`);
  }
  return found;
};

/** Without a platform no rows are visible; with one all its own rows, the operated platforms, and its operator's packages. */
const rowsAreHidden: Check = async (inspector, { own, foreign, operated }) => {
  const found: string[] = [];
  const count = async (table: string) => {
    const rows = await inspector.rows<{ id: string; count: number }>(
      `SELECT platform_id AS id, count(*)::int AS count FROM ${table} GROUP BY platform_id`,
    );
    return new Map(rows.map(({ id, count: number }) => [id, number]));
  };
  for (const table of await listTenantTables(inspector)) {
    if (READ_BY_ALL.includes(table)) continue;
    if (!(await canSelect(inspector, table))) {
      if (!NOT_READ.includes(table)) found.push(`${table} cannot be looked at as a request does`);
      continue;
    }
    const all = await count(table);
    for (const platformId of [null, own, foreign, operated]) {
      const seen = await asApp(inspector, platformId, () => count(table));
      const expected = new Map(platformId === null ? [] : [[platformId, all.get(platformId) ?? 0]]);
      if (table === 'platform' && platformId === own) expected.set(operated, 1);
      if (['provider_package', 'provider_stop'].includes(table) && platformId === operated)
        expected.set(own, all.get(own) ?? 0);
      for (const id of new Set([...seen.keys(), ...expected.keys()])) {
        const [sees, should] = [seen.get(id) ?? 0, expected.get(id) ?? 0];
        if (sees !== should)
          found.push(`${table}: ${platformId ?? 'nobody'} sees ${sees} rows of ${id} instead of ${should}`);
      }
    }
  }
  return found;
};

/** A request neither changes nor deletes rows of other platforms, even those that it may read. */
const rowsAreFixed: Check = async (inspector, { own, foreign, operated }) => {
  const found: string[] = [];
  const attempts: [string, (table: string) => string][] = [
    ['UPDATE', (table) => `UPDATE ${table} SET platform_id = platform_id WHERE platform_id = $1`],
    ['DELETE', (table) => `DELETE FROM ${table} WHERE platform_id = $1`],
    ['move in', (table) => `UPDATE ${table} SET platform_id = $1`],
  ];
  for (const table of await listTenantTables(inspector)) {
    if (table in OPEN_TABLES) continue;
    for (const target of [foreign, operated]) {
      for (const [what, sql] of attempts) {
        await inspector.rows('SAVEPOINT attempt');
        // Rights that the role lacks are granted first, so that row security alone has to refuse.
        await inspector.rows(`GRANT SELECT, UPDATE, DELETE ON ${table} TO feira_app`);
        const [touched] = await asApp(inspector, own, () =>
          inspector
            .rows<{ count: number }>(
              `WITH touched AS (${sql(table)} RETURNING 1) SELECT count(*)::int AS count FROM touched`,
              [target],
            )
            .catch((error: { code: string }) => [{ count: error.code === '42501' ? 0 : -1 }]),
        );
        await inspector.rows('ROLLBACK TO SAVEPOINT attempt');
        if (touched?.count !== 0) found.push(`${table}: ${what} reached rows of another platform (${touched?.count})`);
      }
    }
  }
  return found;
};

export const TENANCY_CHECKS: Record<string, Check> = {
  'row security on every table': tableSecurity,
  'no table outside of platforms': nothingOutside,
  'exactly the known policies': policies,
  'the platform in every key': keysCarryPlatform,
  'the platform in every reference': referencesCarryPlatform,
  'no reference to a row of another platform': foreignRowsRefused,
  'no way around': noWayAround,
  'rows of every platform in every table': everyTableIsFilled,
  'no row of another platform is seen': rowsAreHidden,
  'no row of another platform is changed': rowsAreFixed,
};

/** Returns the findings of the named checks inside the running transaction. */
export async function findHoles(inspector: Inspector, sides: Sides, names: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) found.push(...((await TENANCY_CHECKS[name]?.(inspector, sides)) ?? [`no check ${name}`]));
  return found;
}
