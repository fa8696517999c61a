import type { adoptReceiver } from '@feira/schemas/procedures/receivers';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { type FieldsOf, group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { PersonHead } from '../../components/person/person-head.tsx';
import { type Opening, type Receiver, useAdoption, useDiscarding } from './use-receivers.ts';

/** Null means the platform itself. */
export interface Adoption {
  connection: Pick<Opening, 'id' | 'name'>;
  person: Receiver['person'];
}

interface DialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

const ADOPTION = group({
  receiverId: text({ problem: 'problems.required', control: { maxLength: 256, spellCheck: false } }),
} satisfies FieldsOf<typeof adoptReceiver, 'connectionId' | 'personId'>);

/** Adopts an account that exists at the provider, by the provider's id. */
export function AdoptDialog({ adoption, onDone, onClose }: DialogProps & { adoption: Adoption }) {
  const { t } = useTranslation('receivers');
  const change = useAdoption();
  const { controls, dialog } = useDraft({ fields: ADOPTION, change, say: t });
  const { connection, person } = adoption;
  const names = { name: person?.name ?? '', provider: connection.name };
  return (
    <DialogForm
      title={t(person ? 'adoptTitle' : 'own.adoptTitle', names)}
      text={t(person ? 'adoptText' : 'own.adoptText', names)}
      action={t('adoptAction')}
      {...dialog(async (input) => {
        if (await change.run({ connectionId: connection.id, ...input, ...(person && { personId: person.id }) }))
          onDone(t(person ? 'adopted' : 'own.adopted', names));
      })}
      onClose={onClose}
    >
      {person && <PersonHead personId={person.id} />}
      <TextField label={t('adoptId', names)} hint={t('adoptIdHint')} {...controls.receiverId} />
    </DialogForm>
  );
}

/** Records that no account exists, so that it may be requested again. */
export function DiscardDialog({ receiver, onDone, onClose }: DialogProps & { receiver: Receiver }) {
  const { t } = useTranslation('receivers');
  const names = { name: receiver.person?.name ?? '', provider: receiver.receiverProvider };
  return (
    <ConfirmChange
      isDanger
      title={t('discardTitle', names)}
      text={t('discardText', names)}
      action={t('discardAction')}
      change={useDiscarding()}
      input={{ id: receiver.id }}
      onClose={onClose}
      onDone={() => onDone(t('discarded', names))}
    >
      {receiver.person && <PersonHead personId={receiver.person.id} />}
    </ConfirmChange>
  );
}
