/** Reads every declared procedure, and the fields of its input that name rows. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Procedure } from '@feira/schemas/procedure';

export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  pattern?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  required?: string[];
  minItems?: number;
  minimum?: number;
  additionalProperties?: Schema | boolean;
}

const DIRECTORY = join(import.meta.dirname, '../../../schemas/src/procedures');

const isProcedure = (value: unknown): value is Procedure =>
  typeof value === 'object' && value !== null && 'name' in value && 'kind' in value && 'access' in value;

export async function readProcedures(): Promise<Procedure[]> {
  const files = readdirSync(DIRECTORY).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file) => import(join(DIRECTORY, file)) as Promise<object>));
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isProcedure)
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Matches names of ids, hosts and tokens. Cursors are left out, because they do not say whose page it is. */
const NAMES = /(^|\.)(id|ids|host|token|[a-zA-Z]+(Id|Ids))$/;
const FORMS = /\{8\}-\[0-9a-f\]\{4\}|\{22\}|\{43\}/;

export function findIdFields(schema: Schema, path = ''): string[] {
  const inner = [schema, ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  const isNamed = path !== '' && (NAMES.test(path) || inner.some(({ pattern }) => pattern && FORMS.test(pattern)));
  const fields = inner.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, property]) => findIdFields(property, path ? `${path}.${name}` : name)),
  );
  return isNamed ? [path, ...fields] : fields;
}
