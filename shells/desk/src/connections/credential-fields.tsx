import type { CredentialField, ManifestForm } from '@feira/schemas/manifest';
import { isFileField, isSecretField } from '@feira/schemas/rules/connection-form';
import { findCredentialHelp } from '@feira/schemas/rules/credential-help';
import type { ApiError } from '@feira/shell-kit/client';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { useCapabilityName } from './capability-name.ts';
import type { CredentialDraft, CredentialProblem, SecretDraft } from './credential-draft.ts';
import { FileField } from './file-field.tsx';
import type { FieldWords } from './secret-field.tsx';
import { SecretField } from './secret-field.tsx';
import type { StoredSecret } from './use-connections.ts';

interface CredentialFieldsProps {
  form: ManifestForm;
  draft: CredentialDraft;
  stored: readonly StoredSecret[];
  problems: Record<string, CredentialProblem>;
  error: ApiError | null;
  onChange: (draft: CredentialDraft) => void;
}

/**
 * Draws the fields of a provider's manifest. They are known only when they load, so this form has a draft of its own and no
 * table.
 */
export function CredentialFields({ form, draft, stored, problems, error, onChange }: CredentialFieldsProps) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const nameOf = useCapabilityName();
  const fields = Object.entries(form.properties);
  if (fields.length === 0) return <p className="form-hint">{t('form.noCredentials')}</p>;

  const describe = (name: string, field: CredentialField) => {
    const place = `${isSecretField(field) ? 'secrets' : 'settings'}.${name}`;
    const problem = problems[place];
    const isRequired = form.required.includes(name);
    const title = field.title[locale];
    const [example] = field.examples ?? [];
    const capabilities = (field.requiredFor ?? []).filter((need) => !need.includes('=')).map(nameOf);
    const notes = [
      findCredentialHelp(name, field)?.[locale],
      example && t('form.example', { text: example }),
      capabilities.length > 0 && t('form.neededFor', { capabilities }),
    ].filter(Boolean);
    return {
      name: place,
      title,
      isRequired,
      label: isRequired || field.type === 'boolean' ? title : t('form.optional', { title }),
      hint: notes.length > 0 ? notes.join(' ') : undefined,
      problem: problem
        ? t(`form.problems.${problem}`, { min: field.minLength, max: field.maxLength })
        : findFieldProblem(error, place),
    };
  };
  const changeSecret = (name: string, secret: SecretDraft | null) => {
    const { [name]: _, ...others } = draft.secrets;
    onChange({ ...draft, secrets: secret ? { ...others, [name]: secret } : others });
  };
  return (
    <div className="credential-fields">
      {fields.map(([name, field]) => {
        const words = describe(name, field);
        if (!isSecretField(field))
          return (
            <Setting
              key={name}
              field={field}
              words={words}
              value={draft.settings[name] ?? ''}
              onChange={(value) => onChange({ ...draft, settings: { ...draft.settings, [name]: value } })}
            />
          );
        const Field = isFileField(field) ? FileField : SecretField;
        return (
          <Field
            key={name}
            field={field}
            words={words}
            secret={draft.secrets[name]}
            stored={stored.find((secret) => secret.name === name)}
            onChange={(secret) => changeSecret(name, secret)}
          />
        );
      })}
    </div>
  );
}

interface SettingProps {
  field: CredentialField;
  words: FieldWords;
  value: string | boolean;
  onChange: (value: string | boolean) => void;
}

function Setting({ field, words, value, onChange }: SettingProps) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const { name, label, hint, problem, isRequired } = words;
  if (field.type === 'boolean')
    return <CheckField isSwitch label={label} hint={hint} isChecked={value === true} onChange={onChange} />;
  if (field.enum) {
    const nothing = { value: '', label: t(isRequired ? 'form.choose' : 'form.nothing') };
    const options = field.enum.map((word) => ({ value: word, label: field.enumLabels?.[word]?.[locale] ?? word }));
    return (
      <SelectField
        label={label}
        hint={hint}
        problem={problem}
        value={String(value)}
        options={isRequired && value !== '' ? options : [nothing, ...options]}
        onChange={onChange}
      />
    );
  }
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      problem={problem}
      required={isRequired}
      maxLength={field.maxLength ?? 4096}
      spellCheck={false}
      type={field.format === 'uri' ? 'url' : 'text'}
      inputMode={field.type === 'integer' ? 'numeric' : undefined}
      value={String(value)}
      onChange={onChange}
    />
  );
}
