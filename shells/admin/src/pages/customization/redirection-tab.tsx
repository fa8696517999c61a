import { TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import type { TabProps } from './tab-props.ts';

const FIELDS = ['homeUrl', 'termsUrl', 'privacyUrl'] as const;

export function RedirectionTab({ controls }: TabProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <p className="muted">{t('customization.redirectionText')}</p>
      {FIELDS.map((field) => (
        <TextField
          key={field}
          label={t(`customization.${field}`)}
          hint={t(`customization.${field}Hint`)}
          placeholder="https://"
          {...controls.redirection[field]}
        />
      ))}
    </>
  );
}
