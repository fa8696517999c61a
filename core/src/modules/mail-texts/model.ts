/** Reads and writes the rows of wordings as they are edited. */
import { fieldsOf } from '@feira/schemas/entities/entity';
import { type MailTextFields, mailText } from '@feira/schemas/entities/mail-text';
import type { Statement } from '../../plugins/database.ts';
import { editedModel, namedColumns } from '../../shared/edited-model.ts';

export class MailText extends editedModel('mail_text', mailText, ['mail', 'locale']) {
  declare mail: string;
  declare locale: string;
}

export const selectWordings = (platformId: string): Statement<MailTextFields & Pick<MailText, 'id' | 'version'>> => ({
  text: `SELECT ${namedColumns('t', ['id', 'version', ...fieldsOf(mailText)])} FROM mail_text t WHERE t.platform_id = $1`,
  values: [platformId],
});
