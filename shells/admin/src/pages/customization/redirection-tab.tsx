import { TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import type { TabProps } from './customization-form.tsx';

const FIELDS = ['homeUrl', 'termsUrl', 'privacyUrl'] as const;

export function RedirectionTab({ draft, onChange, problemOf }: TabProps) {
  const { t } = useTranslation('admin');
  const { redirection } = draft;
  return (
    <>
      <p className="muted">{t('customization.redirectionText')}</p>
      {FIELDS.map((field) => (
        <TextField
          key={field}
          label={t(`customization.${field}`)}
          hint={t(`customization.${field}Hint`)}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={500}
          spellCheck={false}
          value={redirection[field]}
          problem={problemOf(`redirection.${field}`)}
          onChange={(url) => onChange({ redirection: { ...redirection, [field]: url } })}
        />
      ))}
    </>
  );
}
