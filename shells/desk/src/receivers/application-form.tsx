import { type Locale, STATES } from '@feira/schemas/common';
import type { CredentialField, ManifestForm } from '@feira/schemas/manifest';
import { divideForm, receiverFormFor } from '@feira/schemas/rules/receiver-form';
import type { VerificationDocument } from '@feira/schemas/verification';
import { DayField } from '@feira/shell-kit/components/day-field';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { focusFirstProblem } from '@feira/shell-kit/field-problems';
import type { ValueOf } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { addDays, findToday } from '@feira/shell-kit/period';
import { type Control, type Controls, useDraft } from '@feira/shell-kit/use-draft';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asksBirthDate, type DocumentType, isAmount, receiverFields, withoutVerified } from './receiver-fields.ts';
import { type Receiver, type Situation, situationOf } from './receiver-situation.ts';
import './add-texts.ts';
import './receivers.css';
import { AttachmentField } from './attachment-field.tsx';
import { useRefusalReason } from './receiver-words.tsx';

type Fields = ReturnType<typeof receiverFields>;

interface ApplicationFormProps {
  /** The provider's name. */
  name: string;
  form: ManifestForm;
  documentType: DocumentType;
  /** The person's verified documents, which go along where no file is chosen. */
  verified?: readonly VerificationDocument[];
  /** The bank account that is chosen from the start. */
  destinationId?: string | undefined;
  change: Parameters<typeof useDraft>[0]['change'];
  /** Draws the choice of the bank account, which differs between its owner and the team. */
  account?: (control: Controls<Fields['fields']>['destinationId']) => ReactNode;
  /** Returns nothing where the application was not sent or was refused by the server. */
  onSend: (input: ValueOf<Fields>) => Promise<Receiver | undefined>;
  /** The provider opened the account, or will decide about it. */
  onDone: (situation: Exclude<Situation, 'REJECTED'>) => void;
  /** Runs at each attempt to send, whether or not everything is filled in. */
  onTry?: () => void;
  onClose: () => void;
  /** Stands above the fields. */
  children?: ReactNode;
}

/** Applies for an account at a provider. An application that the provider refused stays on the screen, to be corrected and sent again. */
export function ApplicationForm(props: ApplicationFormProps) {
  const { name, documentType, verified, destinationId, change, account, onSend, onDone, onTry, onClose, children } =
    props;
  const { t } = useTranslation(['receivers', 'kit']);
  const { locale } = useHost();
  const reasonOf = useRefusalReason();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useMemo(() => withoutVerified(props.form, verified), [props.form, verified]);
  const fields = useMemo(() => receiverFields(form, documentType), [form, documentType]);
  const stored = useMemo(() => ({ destinationId }), [destinationId]);
  const draft = useDraft({ fields, stored, change, say: t });
  const { controls, problems, isTried, isEdited } = draft;
  const { ref, onSubmit, ...attributes } = draft.form(async (input) => {
    setRefusal(null);
    const receiver = await onSend(input);
    if (!receiver) return false;
    const situation = situationOf(receiver);
    if (situation === 'REJECTED') setRefusal(reasonOf(receiver) ?? t('noReason'));
    else onDone(situation);
    return true;
  });
  const { error, isBusy } = change;
  // The fields that the server refused are marked by the next drawing, not by the end of the call.
  useEffect(() => {
    if (error) focusFirstProblem(ref.current);
  }, [error, ref]);
  const { typed, attached } = useMemo(() => divideForm(receiverFormFor(form, documentType)), [form, documentType]);
  const asked = Object.entries(typed.properties);
  const files = Object.entries(attached.properties);
  /** The provider's own words for what is missing; the control's know no limits. */
  const problemOf = (path: string, field: CredentialField) => {
    const problem = isTried && problems[path];
    if (!problem) return undefined;
    const isMissing = problem === 'problems.required' || problem === 'problems.file';
    if (isMissing && field.missing) return field.missing[locale];
    return t(problem, { min: field.minLength ?? 0, max: field.maxLength ?? 0 });
  };
  return (
    <form
      ref={ref}
      className="panel form receiver-form"
      {...attributes}
      onSubmit={(event) => {
        void onSubmit(event);
        onTry?.();
      }}
    >
      <UnsavedGuard isDirty={isEdited && !isBusy} />
      {children}
      {asksBirthDate(documentType) && (
        <div className="form-grid">
          <DayField
            label={t('fields.birthDate')}
            max={addDays(findToday(), -1)}
            {...(documentType === null && { hint: t('fields.birthDateHint') })}
            {...controls.birthDate}
          />
        </div>
      )}
      <AddressFields controls={controls.address} />
      {account?.(controls.destinationId)}
      {asked.length > 0 && (
        <fieldset className="form-group">
          <legend>{t('fields.extra')}</legend>
          <div className="form-grid">
            {asked.map(([key, field]) => {
              const problem = problemOf(`data.${key}`, field);
              return (
                <DataField
                  key={key}
                  name={key}
                  field={field}
                  isRequired={typed.required.includes(key)}
                  locale={locale}
                  control={controls.data[key]!}
                  {...(problem && { problem })}
                />
              );
            })}
          </div>
        </fieldset>
      )}
      {files.length > 0 && (
        <fieldset className="form-group">
          <legend>{t('fields.files')}</legend>
          <p className="form-hint receiver-intro">{t('attachment.intro', { name })}</p>
          <div className="form-grid">
            {files.map(([key, field]) => {
              const title = field.title[locale];
              const control = controls.files[key]!;
              const isVerified = field.document !== undefined && verified?.includes(field.document);
              const hint = isVerified ? t('attachment.verified') : field.description?.[locale];
              return (
                <AttachmentField
                  key={key}
                  control={control}
                  label={isVerified || attached.required.includes(key) ? title : t('fields.optional', { title })}
                  hint={hint}
                  problem={problemOf(`files.${key}`, field) ?? control.problem}
                />
              );
            })}
          </div>
        </fieldset>
      )}
      {refusal && (
        <div className="notice notice-error" role="alert">
          <Icon name="alert" />
          <p>
            <strong>{t('refusedTitle', { name })}</strong>
            <span>{refusal}</span>
            <span>{t('refusedText')}</span>
          </p>
        </div>
      )}
      <Refusal error={error} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('kit:cancel')}
        </button>
        <button type="submit" className="button button-primary" aria-busy={isBusy}>
          {t(isBusy ? 'sending' : 'send', { name })}
        </button>
      </div>
    </form>
  );
}

const ADDRESS = ['zipCode', 'street', 'number', 'complement', 'district', 'city'] as const;

function AddressFields({ controls }: { controls: Controls<Fields['fields']>['address'] }) {
  const { t } = useTranslation('receivers');
  return (
    <fieldset className="form-group">
      <legend>{t('fields.address')}</legend>
      <div className="form-grid">
        {ADDRESS.map((name) => (
          <TextField key={name} label={t(`fields.${name}`)} {...controls[name]} />
        ))}
        <SelectField
          label={t('fields.state')}
          options={[
            { value: '', label: t('fields.choose') },
            ...STATES.map((state) => ({ value: state as string, label: state })),
          ]}
          {...controls.state}
        />
      </div>
    </fieldset>
  );
}

interface DataFieldProps {
  name: string;
  field: CredentialField;
  isRequired: boolean;
  locale: Locale;
  control: Control<string> | Control<boolean>;
  /** Replaces the control's own words, which know no limits. */
  problem?: string;
}

/** Renders one question of the provider's own form, in the provider's words. */
function DataField({ name, field, isRequired, locale, control, problem }: DataFieldProps) {
  const { t } = useTranslation('receivers');
  const title = field.title[locale];
  const isDate = field.format === 'date';
  // A day's field shows its form by itself.
  const example = isDate ? undefined : field.examples?.[0];
  const hint = [field.description?.[locale], example && t('fields.example', { text: example })]
    .filter(Boolean)
    .join(' ');
  const label = isRequired || field.type === 'boolean' ? title : t('fields.optional', { title });
  const words = { label, ...(hint && { hint }), ...(problem && { problem }) };
  if ('isChecked' in control) return <CheckField {...control} {...words} />;
  if (field.enum)
    return (
      <SelectField
        {...control}
        {...words}
        options={[
          { value: '', label: t(isRequired ? 'fields.choose' : 'fields.none') },
          ...field.enum.map((word) => ({ value: word, label: word })),
        ]}
      />
    );
  if (isDate) return <DayField {...control} {...words} name={name} />;
  const isMoney = isAmount(field);
  return (
    <TextField
      {...control}
      {...words}
      {...(isMoney && { prefix: 'R$' })}
      name={name}
      maxLength={field.maxLength ?? 4096}
      type={field.format === 'uri' ? 'url' : 'text'}
      inputMode={isMoney ? 'decimal' : field.type === 'integer' ? 'numeric' : undefined}
    />
  );
}
