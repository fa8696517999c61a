/** Guards the version of a row that people edit. */
import { AppError } from '../../plugins/errors.ts';
import type { EditedModel } from '../../shared/edited-model.ts';

/**
 * Throws EDIT_CONFLICT, whose details name the fields that were changed since the form was read. Where `among` names the fields of the form,
 * a change of any other one is none of its business.
 */
export function checkVersion(
  { version, changedIn }: Pick<EditedModel, 'version' | 'changedIn'>,
  read: number,
  among?: readonly string[],
): void {
  if (version === read) return;
  const changed = Object.keys(changedIn).filter((field) => (changedIn[field] ?? 0) > read);
  const fields = among ? changed.filter((field) => among.includes(field)) : changed;
  if (among && fields.length === 0 && read < version) return;
  throw new AppError('EDIT_CONFLICT', { fields: fields.length > 0 ? fields : ['version'] });
}
