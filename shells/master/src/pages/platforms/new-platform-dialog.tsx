import { CURRENCIES, LOCALES } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import { createPlatform, listPlatforms } from '@feira/schemas/procedures/platforms';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useHost } from '@feira/shell-kit/host-context';
import { useChange } from '@feira/shell-kit/use-change';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { NEW_PLATFORM } from './new-platform.ts';

interface NewPlatformDialogProps {
  onDone: (platformId: string) => void;
  onClose: () => void;
}

export function NewPlatformDialog({ onDone, onClose }: NewPlatformDialogProps) {
  const { t } = useTranslation(['master', 'kit']);
  const { locale } = useHost();
  const change = useChange(createPlatform, listPlatforms);
  const { error, isBusy } = change;
  const { controls, form } = useDraft({
    fields: NEW_PLATFORM,
    stored: { locale },
    change,
    say: (problem) => t(`newPlatform.problems.${problem}`),
  });
  const create = async (input: Input<typeof createPlatform>) => {
    const created = await change.run(input);
    if (created) onDone(created.platformId);
    return created;
  };
  return (
    <ModalDialog isWide title={t('newPlatform.title')} text={t('newPlatform.text')} onClose={onClose}>
      <form {...form(create)} className="form">
        <div className="form-grid">
          <TextField label={t('newPlatform.name')} {...controls.name} />
          <TextField
            label={t('newPlatform.host')}
            hint={t('newPlatform.hostHint')}
            placeholder={t('newPlatform.hostExample')}
            {...controls.host}
          />
          <SelectField
            label={t('newPlatform.currency')}
            options={CURRENCIES.map((currency) => ({ value: currency, label: t(`currencies.${currency}`) }))}
            {...controls.currency}
          />
          <SelectField
            label={t('newPlatform.locale')}
            options={LOCALES.map((code) => ({ value: code, label: t(`languages.${code}`) }))}
            {...controls.locale}
          />
        </div>
        <fieldset className="form-group">
          <legend>{t('newPlatform.admin')}</legend>
          <p className="form-hint">{t('newPlatform.adminHint')}</p>
          <div className="form-grid">
            <TextField label={t('newPlatform.adminName')} {...controls.adminName} />
            <TextField label={t('newPlatform.adminEmail')} {...controls.adminEmail} />
          </div>
        </fieldset>
        <Refusal error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('kit:cancel')}
          </button>
          <button type="submit" className="button button-primary" aria-busy={isBusy}>
            {t(isBusy ? 'newPlatform.creating' : 'newPlatform.create')}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
