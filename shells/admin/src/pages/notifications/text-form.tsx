import {
  INTRO_LENGTH,
  MAIL_VALUES,
  type MailValue,
  PLACEHOLDERS,
  SUBJECT_LENGTH,
} from '@feira/schemas/rules/buyer-mails';
import { MailPreview } from '@feira/shell-desk/mails/mail-preview.tsx';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { group, text as textField } from '@feira/shell-kit/fields';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { type FocusEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type MailText, useMailTextChange, usePreview, useTestMail } from './use-mail-texts.ts';

const FIELDS = group({
  subject: textField({ problem: 'empty', control: { maxLength: SUBJECT_LENGTH } }),
  intro: textField({ problem: 'empty', control: { maxLength: INTRO_LENGTH } }),
});
type Part = keyof (typeof FIELDS)['fields'];
type Control = HTMLInputElement | HTMLTextAreaElement;

interface TextFormProps {
  text: MailText;
  reload: () => Promise<{ data: MailText | undefined }>;
}

/** Words one mail in one language, beside what its buyers will see. */
export function TextForm({ text, reload }: TextFormProps) {
  const { t } = useTranslation('mailTexts');
  const id = useId();
  const change = useMailTextChange();
  const test = useTestMail();
  const draft = useVersionedDraft({ fields: FIELDS, record: text, change, say: t, reload });
  const { controls, changes, isDirty, version, conflict, clear, form, bar, shown, edit } = draft;
  const { mail, locale, standard } = text;
  const preview = usePreview({ mail, locale, ...shown });
  const lastField = useRef<Control | null>(null);
  const save = async () => {
    const answer = await change.run({ mail, locale, version, ...changes });
    if (answer) clear();
    return answer;
  };
  const problemOf = (part: Part) => controls[part].problem ?? findFieldProblem(preview.error, part);
  const insert = (value: MailValue) => {
    const control = lastField.current;
    const part: Part = control?.name === 'subject' ? 'subject' : 'intro';
    const placeholder = `{${PLACEHOLDERS[locale][value]}}`;
    const typed = shown[part];
    const [from, to] = [control?.selectionStart ?? typed.length, control?.selectionEnd ?? typed.length];
    edit({ [part]: typed.slice(0, from) + placeholder + typed.slice(to) });
    // The caret goes behind what was inserted, once it is drawn.
    requestAnimationFrame(() => {
      control?.focus();
      control?.setSelectionRange(from + placeholder.length, from + placeholder.length);
    });
  };
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) lastField.current = target;
  };
  const isStandard = shown.subject === standard.subject && shown.intro === standard.intro;
  return (
    <div className="mail-editor">
      <form {...form(save)} className="panel form" onFocus={remember}>
        <UnsavedGuard isDirty={isDirty} />
        <TextField label={t('subject')} {...controls.subject} problem={problemOf('subject')} />
        <TextAreaField
          rows={7}
          label={t('intro')}
          hint={t('introHint')}
          {...controls.intro}
          problem={problemOf('intro')}
        />
        <fieldset className="mail-values">
          <legend className="form-legend">{t('placeholders')}</legend>
          {MAIL_VALUES.map((value) => (
            <button key={value} type="button" className="button" onClick={() => insert(value)}>
              {t(`placeholder.${value}`)}
            </button>
          ))}
        </fieldset>
        <div className="mail-acts">
          <button
            type="button"
            className="button"
            aria-busy={test.isBusy}
            disabled={test.isBusy}
            onClick={() => test.run({ mail, locale, ...shown })}
          >
            {t('test')}
          </button>
          <button
            type="button"
            className="button"
            disabled={isStandard}
            onClick={() => edit({ subject: standard.subject, intro: standard.intro })}
          >
            {t('restore')}
          </button>
          <span role="status" className="muted">
            {test.isDone && t('testSent')}
          </span>
        </div>
        <Refusal error={test.error} />
        <ConflictNotice conflict={conflict} labelOf={(name) => t(name as Part)} />
        <SaveBar isDirty={isDirty} {...bar} />
      </form>
      <section className="panel mail-preview" aria-labelledby={`${id}preview`}>
        <h2 id={`${id}preview`}>{t('preview')}</h2>
        <p className="muted">{t('previewHint')}</p>
        {preview.data && (
          <>
            <p className="mail-subject">
              <span className="muted">{t('subject')}: </span>
              {preview.data.subject}
            </p>
            <MailPreview title={t('preview')} html={preview.data.html} />
            <details>
              <summary>{t('plain')}</summary>
              <pre>{preview.data.text}</pre>
            </details>
          </>
        )}
      </section>
    </div>
  );
}
