import { LOCALES, type Locale } from '@feira/schemas/common';
import { INTRO_LENGTH, SUBJECT_LENGTH, type Wording } from '@feira/schemas/rules/buyer-mails';
import { RECOVERY_NAMES } from '@feira/schemas/rules/cart-recovery';
import { SelectField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewDialog } from './preview-dialog.tsx';
import { type StepDraft, UNITS, type Unit } from './step-draft.ts';

interface StepFieldsProps {
  step: StepDraft;
  number: number;
  coupons: string[];
  isTimeWrong: boolean;
  problemOf: (part: string) => string | undefined;
  onChange: (part: Partial<StepDraft>) => void;
  onRemove: () => void;
}

const NONE = '';

/** One step: when it comes, by which way, with which coupon and words. A WhatsApp message is in Portuguese alone. */
export function StepFields({ step, number, coupons, isTimeWrong, problemOf, onChange, onRemove }: StepFieldsProps) {
  const { t } = useTranslation('carts');
  const [preview, setPreview] = useState<Locale | null>(null);
  const { channel, amount, unit, coupon, texts } = step;
  const isMail = channel === 'MAIL';
  const locales = isMail ? LOCALES : LOCALES.filter((locale) => locale === 'pt-BR');
  const codes = coupon && !coupons.includes(coupon) ? [...coupons, coupon] : coupons;
  const setText = (locale: Locale, part: Partial<Wording>) =>
    onChange({ texts: { ...texts, [locale]: { ...texts[locale], ...part } } });
  return (
    <>
      <div className="cart-step-head">
        <h2>
          <Icon name={isMail ? 'mail' : 'phone'} size={20} /> {t('step', { number })} · {t(`channels.${channel}`)}
        </h2>
        <button type="button" className="icon-button" onClick={onRemove}>
          <Icon name="trash" size={18} />
          <span className="visually-hidden">{t('removeStep', { number })}</span>
        </button>
      </div>
      <div className="cart-settings">
        <TextField
          label={t('after')}
          inputMode="numeric"
          value={amount}
          problem={isTimeWrong ? t('afterWrong') : undefined}
          onChange={(value) => onChange({ amount: value })}
        />
        <SelectField
          label={t('unit')}
          value={unit}
          options={(Object.keys(UNITS) as Unit[]).map((value) => ({ value, label: t(`units.${value}`) }))}
          onChange={(value) => onChange({ unit: value })}
        />
        <SelectField
          label={t('coupon')}
          value={coupon ?? NONE}
          problem={problemOf('coupon')}
          options={[{ value: NONE, label: t('noCoupon') }, ...codes.map((code) => ({ value: code, label: code }))]}
          onChange={(value) => onChange({ coupon: value || null })}
        />
      </div>
      {locales.map((locale) => (
        <fieldset key={locale} className="cart-words">
          <legend className="form-legend">{t(`languages.${locale}`)}</legend>
          {isMail && (
            <TextField
              label={t('subject')}
              maxLength={SUBJECT_LENGTH}
              value={texts[locale].subject}
              problem={problemOf(`texts.${locale}.subject`)}
              onChange={(subject) => setText(locale, { subject })}
            />
          )}
          <TextAreaField
            name={`${step.id} ${locale}`}
            rows={4}
            label={t(isMail ? 'intro' : 'message')}
            hint={t('introHint', {
              names: Object.values(RECOVERY_NAMES[locale])
                .map((name) => `{${name}}`)
                .join(' '),
            })}
            maxLength={INTRO_LENGTH}
            value={texts[locale].intro}
            problem={problemOf(`texts.${locale}.intro`)}
            onChange={(intro) => setText(locale, { intro })}
          />
          {isMail && (
            <button type="button" className="button" onClick={() => setPreview(locale)}>
              <Icon name="eye" size={18} />
              {t('preview')}
              <span className="visually-hidden">
                {' '}
                {t('step', { number })} {t(`languages.${locale}`)}
              </span>
            </button>
          )}
        </fieldset>
      ))}
      {preview && (
        <PreviewDialog locale={preview} wording={texts[preview]} coupon={coupon} onClose={() => setPreview(null)} />
      )}
    </>
  );
}
