import { KEYS_AT_ONCE } from '@feira/schemas/procedures/deliverables';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { type ChangeEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readKeys } from '../../components/products/read-keys.ts';
import { type Deliverable, useKeyAddition, useKeyDeletion } from '../../components/products/use-deliverables.ts';

interface KeysDialogProps {
  item: Deliverable;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Adds keys that are pasted or read from a CSV file, and deletes those that nobody has. */
export function KeysDialog({ item, onDone, onClose }: KeysDialogProps) {
  const { t } = useTranslation('products');
  const addition = useKeyAddition();
  const deletion = useKeyDeletion();
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const keys = readKeys(text);
  const problem =
    keys.length === 0 ? t('deliverables.keysMissing') : keys.length > KEYS_AT_ONCE && t('deliverables.keysMany');
  const add = async () => {
    const answer = await addition.run({ deliverableId: item.id, keys });
    if (answer) onDone(t('deliverables.keysAdded', { count: answer.added }));
  };
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) setText(await file.text());
    target.value = '';
  };
  const remove = async () => {
    const answer = await deletion.run({ deliverableId: item.id, version: item.version });
    if (answer) onDone(t('deliverables.keysDeleted', { count: answer.deleted }));
  };
  return (
    <DialogForm
      title={t('deliverables.keysOf', { title: item.title })}
      text={t('deliverables.keysText')}
      action={t('deliverables.addKeys', { count: keys.length })}
      isBusy={addition.isBusy}
      error={addition.error}
      onSend={() => {
        setIsTried(true);
        if (!problem) void add();
        return !problem;
      }}
      onClose={onClose}
    >
      <TextAreaField
        name="keys"
        label={t('deliverables.keyList')}
        hint={t('deliverables.keyListHint')}
        rows={8}
        value={text}
        problem={(isTried && problem) || undefined}
        onChange={setText}
      />
      <span className="bump-acts">
        <label className="button picture-button">
          <input className="visually-hidden" type="file" accept=".csv,.txt,text/csv,text/plain" onChange={read} />
          <Icon name="upload" size={18} />
          {t('deliverables.keyFile')}
        </label>
        {item.freeKeys > 0 && (
          <button type="button" className="button" aria-busy={deletion.isBusy} onClick={remove}>
            {t('deliverables.deleteKeys', { count: item.freeKeys })}
          </button>
        )}
      </span>
      <Refusal error={deletion.error} />
    </DialogForm>
  );
}
