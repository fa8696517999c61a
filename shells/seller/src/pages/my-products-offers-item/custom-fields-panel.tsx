import { CUSTOM_FIELD_KINDS, MOST_CUSTOM_FIELDS } from '@feira/schemas/entities/offer';
import { CheckField, SelectField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CUSTOM_FIELD } from './offer-fields.ts';
import type { OfferDraft } from './use-offer-draft.ts';

/** Edits what the checkout asks for besides its own fields. */
export function CustomFieldsPanel({ controls, problemOf }: OfferDraft) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const id = useId();
  const { value: fields, onChange } = controls.customFields;
  const change = (index: number, part: Partial<(typeof fields)[number]>) =>
    onChange(fields.map((one, other) => (other === index ? { ...one, ...part } : one)));
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{t('customFields.title')}</h2>
      <p className="muted">{t('customFields.lead')}</p>
      {fields.map((one, index) => {
        const problem = (name: string) => problemOf(`customFields.${index}.${name}`);
        return (
          <fieldset key={one.key} className="form-group offer-delivery">
            <legend>{t('customFields.field', { number: index + 1 })}</legend>
            <div className="form-grid">
              <TextField
                label={t('customFields.label')}
                placeholder={t('customFields.example')}
                {...CUSTOM_FIELD.fields.label.control}
                value={one.label}
                problem={problem('label')}
                onChange={(label) => change(index, { label })}
              />
              <SelectField
                label={t('customFields.kind')}
                options={CUSTOM_FIELD_KINDS.map((kind) => ({ value: kind, label: t(`customFields.kinds.${kind}`) }))}
                value={one.kind}
                onChange={(kind) => change(index, { kind, ...(kind !== 'CHOICE' && { options: '' }) })}
              />
            </div>
            {one.kind === 'CHOICE' && (
              <TextAreaField
                label={t('customFields.options')}
                hint={t('customFields.optionsHint')}
                name={`options-${index}`}
                rows={3}
                value={one.options}
                problem={problem('options')}
                onChange={(options) => change(index, { options })}
              />
            )}
            <div className="offer-delivery-foot">
              <CheckField
                label={t('customFields.isRequired')}
                isChecked={one.isRequired}
                onChange={(isRequired) => change(index, { isRequired })}
              />
              <button
                type="button"
                className="button"
                aria-label={t('customFields.removeOf', { number: index + 1 })}
                onClick={() => onChange(fields.filter((_, other) => other !== index))}
              >
                <Icon name="trash" size={18} />
                {t('customFields.remove')}
              </button>
            </div>
          </fieldset>
        );
      })}
      {fields.length < MOST_CUSTOM_FIELDS && (
        <div>
          <button
            type="button"
            className="button"
            onClick={() => onChange([...fields, CUSTOM_FIELD.show(undefined, locale)])}
          >
            <Icon name="plus" size={18} />
            {t('customFields.add')}
          </button>
        </div>
      )}
    </section>
  );
}
