import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';
import { insertNotification, type NewNotification } from './model.ts';

/** A statement for the write() or transaction of what it tells about. */
export const prepareNotification = (platformId: string, personId: string, notification: NewNotification): Statement =>
  insertNotification(platformId, newId(), personId, notification);
