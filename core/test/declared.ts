/** Imports every procedure that schemas/ declares, served or not. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Procedure } from '@feira/schemas/procedure';

const PROCEDURES = path.resolve(import.meta.dirname, '../../schemas/src/procedures');

export async function importProcedures(): Promise<Procedure[]> {
  const modules: Record<string, unknown>[] = await Promise.all(
    readdirSync(PROCEDURES).map((file) => import(path.join(PROCEDURES, file))),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isProcedure);
}

const isProcedure = (value: unknown): value is Procedure =>
  typeof value === 'object' && value !== null && 'kind' in value && 'access' in value && 'output' in value;
