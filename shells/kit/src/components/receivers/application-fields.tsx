import { type Locale, STATES } from '@feira/schemas/common';
import type { CredentialField, ManifestForm } from '@feira/schemas/manifest';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { writeAmount } from '../../amount-text.ts';
import type { ApiError } from '../../client.ts';
import { findFieldProblem } from '../../field-problems.ts';
import { useHost } from '../../host-context.ts';
import { CheckField, SelectField, TextField } from '../form-fields.tsx';
import './add-texts.ts';
import {
  type AddressField,
  asksBirthDate,
  type DocumentType,
  type DraftProblems,
  isAmount,
  type ReceiverDraft,
} from '../../receiver-draft.ts';
import './receivers.css';

interface ApplicationFieldsProps {
  draft: ReceiverDraft;
  form: ManifestForm;
  documentType: DocumentType;
  problems: DraftProblems;
  error: ApiError | null;
  onChange: (draft: ReceiverDraft) => void;
  /** The bank account: chosen in one way by its owner and in another by the team. */
  account: ReactNode;
}

const ADDRESS: readonly [AddressField, number, string][] = [
  ['zipCode', 10, 'postal-code'],
  ['street', 120, 'address-line1'],
  ['number', 20, 'off'],
  ['complement', 60, 'off'],
  ['district', 60, 'address-level3'],
  ['city', 60, 'address-level2'],
];

/** What every provider wants to know of somebody, and what this one asks besides. */
export function ApplicationFields(props: ApplicationFieldsProps) {
  const { draft, form, documentType, account, onChange } = props;
  const { t } = useTranslation('receivers');
  const { locale } = useHost();
  const problemOf = useProblems(props);
  const setAddress = (part: Partial<ReceiverDraft['address']>) =>
    onChange({ ...draft, address: { ...draft.address, ...part } });
  const extra = Object.entries(form.properties);
  return (
    <>
      {asksBirthDate(documentType) && (
        <div className="form-grid">
          <TextField
            label={t('fields.birthDate')}
            {...(documentType === null && { hint: t('fields.birthDateHint') })}
            name="birthDate"
            type="date"
            autoComplete="bday"
            value={draft.birthDate}
            problem={problemOf('birthDate')}
            onChange={(birthDate) => onChange({ ...draft, birthDate })}
          />
        </div>
      )}
      <fieldset className="form-group">
        <legend>{t('fields.address')}</legend>
        <div className="form-grid">
          {ADDRESS.map(([name, maxLength, autoComplete]) => (
            <TextField
              key={name}
              label={t(`fields.${name}`)}
              name={name}
              maxLength={maxLength}
              autoComplete={autoComplete}
              inputMode={name === 'zipCode' ? 'numeric' : undefined}
              value={draft.address[name]}
              problem={problemOf(`address.${name}`)}
              onChange={(text) => setAddress({ [name]: text })}
            />
          ))}
          <SelectField
            label={t('fields.state')}
            value={draft.address.state}
            options={[
              { value: '', label: t('fields.choose') },
              ...STATES.map((state) => ({ value: state as string, label: state })),
            ]}
            problem={problemOf('address.state')}
            onChange={(state) => setAddress({ state })}
          />
        </div>
      </fieldset>
      {account}
      {extra.length > 0 && (
        <fieldset className="form-group">
          <legend>{t('fields.extra')}</legend>
          <div className="form-grid">
            {extra.map(([name, field]) => (
              <DataField
                key={name}
                name={name}
                field={field}
                isRequired={form.required.includes(name)}
                value={draft.data[name] ?? initialOf(field, locale)}
                problem={problemOf(`data.${name}`)}
                onChange={(value) => onChange({ ...draft, data: { ...draft.data, [name]: value } })}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

/** What stands there before anybody types. */
const initialOf = (field: CredentialField, locale: Locale): string =>
  isAmount(field) && field.default !== undefined
    ? writeAmount(Number(field.default), locale)
    : String(field.default ?? '');

function useProblems({ form, problems, error }: Pick<ApplicationFieldsProps, 'form' | 'problems' | 'error'>) {
  const { t } = useTranslation('receivers');
  return (name: string): string | undefined => {
    const problem = problems[name];
    if (!problem) return findFieldProblem(error, name);
    const field = form.properties[name.replace(/^data\./, '')];
    return t(`problems.${problem}`, { min: field?.minLength, max: field?.maxLength });
  };
}

interface DataFieldProps {
  name: string;
  field: CredentialField;
  isRequired: boolean;
  value: string | boolean;
  problem: string | undefined;
  onChange: (value: string | boolean) => void;
}

/** One question of the provider's own form, in its words. */
function DataField({ name, field, isRequired, value, problem, onChange }: DataFieldProps) {
  const { t } = useTranslation('receivers');
  const { locale } = useHost();
  const title = field.title[locale];
  const label = isRequired || field.type === 'boolean' ? title : t('fields.optional', { title });
  const example = field.examples?.[0];
  const hint = [field.description?.[locale], example && t('fields.example', { text: example })]
    .filter(Boolean)
    .join(' ');
  const words = { label, problem, ...(hint && { hint }) };
  if (field.type === 'boolean')
    return <CheckField {...words} isChecked={value === true || value === 'true'} onChange={onChange} />;
  if (field.enum)
    return (
      <SelectField
        {...words}
        value={String(value)}
        options={[
          { value: '', label: t(isRequired ? 'fields.choose' : 'fields.none') },
          ...field.enum.map((word) => ({ value: word, label: word })),
        ]}
        onChange={onChange}
      />
    );
  const isMoney = isAmount(field);
  return (
    <TextField
      {...words}
      {...(isMoney && { prefix: 'R$' })}
      name={name}
      maxLength={field.maxLength ?? 4096}
      type={field.format === 'uri' ? 'url' : 'text'}
      inputMode={isMoney ? 'decimal' : field.type === 'integer' ? 'numeric' : undefined}
      value={String(value)}
      onChange={onChange}
    />
  );
}
