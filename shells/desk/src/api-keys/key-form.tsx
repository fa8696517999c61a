import type { ApiKeyKind, ApiResource } from '@feira/schemas/api';
import { SelectField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import type { Controls } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { type keyFields, REACHES, type Right, resourcesOf, rightsOf } from './key-fields.ts';

interface KeyFormProps {
  kind: ApiKeyKind;
  controls: Controls<ReturnType<typeof keyFields>['fields']>;
}

/** Name, rights and networks of a key. */
export function KeyForm({ kind, controls: { name, scopes, networks } }: KeyFormProps) {
  const { t } = useTranslation('apiKeys');
  const { reach, rights } = scopes.value;
  return (
    <>
      <TextField label={t('name')} hint={t('nameHint')} {...name} />
      <RadioFields
        label={t('reach')}
        options={REACHES.map((value) => ({ value, label: t(`reaches.${value}`), hint: t(`reachHints.${value}`) }))}
        value={reach}
        problem={scopes.problem}
        onChange={(chosen) => scopes.onChange({ reach: chosen, rights })}
      />
      {reach === 'SOME' && (
        <fieldset className="form-group api-rights">
          <legend>{t('rights')}</legend>
          {resourcesOf(kind).map((resource: ApiResource) => (
            <SelectField<Right>
              key={resource}
              label={t(`resources.${resource}`)}
              value={rights[resource] ?? 'NONE'}
              options={rightsOf(kind, resource).map((value) => ({ value, label: t(`right.${value}`) }))}
              onChange={(right) => scopes.onChange({ reach, rights: { ...rights, [resource]: right } })}
            />
          ))}
        </fieldset>
      )}
      <TextAreaField label={t('networks')} hint={t('networksHint')} rows={2} {...networks} />
    </>
  );
}
