import { TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import type { RegistryDraft, RegistryField } from './registry-source.ts';

interface RegistryFieldsProps {
  draft: RegistryDraft;
  problemOf: (field: RegistryField) => string | undefined;
  onChange: (draft: RegistryDraft) => void;
}

export function RegistryFields({ draft, problemOf, onChange }: RegistryFieldsProps) {
  const { t } = useTranslation('marketplace');
  const field = (name: RegistryField) => ({
    name,
    value: draft[name],
    problem: problemOf(name),
    spellCheck: false,
    autoCapitalize: 'none',
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
  });
  return (
    <div className="form">
      <div className="form-grid">
        <TextField {...field('name')} label={t('install.name')} hint={t('install.nameHint')} maxLength={214} />
        <TextField {...field('version')} label={t('install.version')} hint={t('install.versionHint')} maxLength={60} />
      </div>
      <TextField
        {...field('integrity')}
        label={t('install.integrity')}
        hint={t('install.integrityHint')}
        maxLength={110}
      />
      <TextField
        {...field('signature')}
        label={t('install.signatureText')}
        hint={t('install.signatureHint')}
        maxLength={100}
      />
    </div>
  );
}
