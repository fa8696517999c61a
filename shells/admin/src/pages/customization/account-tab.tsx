import { TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import type { TabProps } from './tab-props.ts';

export function AccountTab({ controls }: TabProps) {
  const { t } = useTranslation('admin');
  const { legalName, document, supportEmail, supportPhone } = controls.account;
  return (
    <>
      <p className="muted">{t('customization.accountText')}</p>
      <div className="form-grid">
        <TextField label={t('customization.name')} hint={t('customization.nameHint')} {...controls.name} />
        <TextField label={t('customization.legalName')} {...legalName} />
        <TextField label={t('customization.document')} {...document} />
        <TextField label={t('customization.supportEmail')} {...supportEmail} />
        <TextField label={t('customization.supportPhone')} {...supportPhone} />
      </div>
    </>
  );
}
