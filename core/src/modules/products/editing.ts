/** Lets several tabs edit one row: each form says which version it read, and no change overwrites one that the form has not seen. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { Person } from '../../plugins/sessions.ts';
import type { Versioned } from './versioned-model.ts';

/** The caller of a procedure. */
export interface Asking {
  platform: PlatformContext;
  person: Person;
  request: FastifyRequest;
}

/** Throws EDIT_CONFLICT, whose details name the fields that were changed since the form was read. */
export function checkVersion({ version, changedIn }: Versioned, read: number): void {
  if (version === read) return;
  const fields = Object.keys(changedIn).filter((field) => (changedIn[field] ?? 0) > read);
  throw new AppError('EDIT_CONFLICT', { fields: fields.length > 0 ? fields : ['version'] });
}

/** What a change alters, before and after; only fields that differ. */
export interface Change<Fields> {
  before: Partial<Fields>;
  after: Partial<Fields>;
}

/** Returns null where everything is as wanted already. */
export function findChange<Fields extends object>(row: Fields, wanted: Partial<Fields>): Change<Fields> | null {
  const names = (Object.keys(wanted) as (keyof Fields)[]).filter(
    (name) => wanted[name] !== undefined && !isDeepStrictEqual(row[name], wanted[name]),
  );
  if (names.length === 0) return null;
  const pick = (from: Partial<Fields>) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(row), after: pick(wanted) } as Change<Fields>;
}
