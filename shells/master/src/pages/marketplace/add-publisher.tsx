import type { Input } from '@feira/schemas/procedure';
import type { addPublisher } from '@feira/schemas/procedures/marketplace';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { usePublisherAddition } from '../../marketplace/use-packages.ts';
import { PUBLISHER } from './publisher-fields.ts';

export function AddPublisher({ onDone }: { onDone: (name: string) => void }) {
  const { t } = useTranslation('marketplace');
  const change = usePublisherAddition();
  const { error, isBusy } = change;
  const { controls, clear, form } = useDraft({
    fields: PUBLISHER,
    change,
    say: (problem) => t(`trust.${problem}`),
  });
  const add = async (input: Input<typeof addPublisher>) => {
    const answer = await change.run(input);
    if (answer) {
      clear();
      onDone(input.name);
    }
    return answer;
  };
  const isOfField = controls.name.problem || controls.publicKey.problem;
  return (
    <form {...form(add)} className="form trust-add">
      <h3>{t('trust.addTitle')}</h3>
      <TextField label={t('trust.addName')} hint={t('trust.addNameHint')} {...controls.name} name="publisherName" />
      <TextAreaField label={t('trust.addKey')} hint={t('trust.addKeyHint')} {...controls.publicKey} />
      {!isOfField && <Refusal error={error} />}
      <div>
        <button type="submit" className="button button-primary" aria-busy={isBusy}>
          {t('trust.add')}
        </button>
      </div>
    </form>
  );
}
