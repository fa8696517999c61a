import {
  KEEP_DAYS,
  MOST_HOLDOUT_PERCENT,
  MOST_STEPS,
  type RecoveryStep,
  STANDARD_TEXTS,
} from '@feira/schemas/rules/cart-recovery';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { EDIT_CONFLICT } from '@feira/shell-kit/use-change';
import { type Conflict, findForeignChanges, findTyped } from '@feira/shell-kit/use-versioned-draft';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { afterOf, type StepDraft, splitAfter } from './step-draft.ts';
import { StepFields } from './step-fields.tsx';
import { type SavedRecovery, type Subject, useCoupons, useRecoveryChange } from './use-carts.ts';

interface Draft {
  isEnabled: boolean;
  keepDays: string;
  holdoutPercent: string;
  quietFrom: string;
  quietUntil: string;
  steps: StepDraft[];
}

const toDraft = ({ isEnabled, keepDays, holdoutPercent, quiet, steps }: SavedRecovery): Draft => ({
  isEnabled,
  keepDays: String(keepDays),
  holdoutPercent: String(holdoutPercent),
  quietFrom: String(quiet.from),
  quietUntil: String(quiet.until),
  steps: steps.map((step) => ({ ...step, ...splitAfter(step.afterMinutes) })),
});

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const DAY_MINUTES = 1_440;

const within = (text: string, least: number, most: number): number | null => {
  const number = Number(text);
  return /^\d+$/.test(text.trim()) && number >= least && number <= most ? number : null;
};

interface RecoveryFormProps {
  subject: Subject;
  productId: string;
  saved: SavedRecovery;
}

const LABELS = {
  isEnabled: 'isEnabled',
  keepDays: 'keepDays',
  holdoutPercent: 'holdoutPercent',
  quietFrom: 'quietFrom',
  quietUntil: 'quietUntil',
  steps: 'stepsTitle',
} as const;

/** Edits the recovery of a product or an offer: from what it was when the person began to type, so that nobody's change is overwritten. */
export function RecoveryForm({ subject, productId, saved }: RecoveryFormProps) {
  const { t } = useTranslation('carts');
  const [base, setBase] = useState(saved);
  const [edited, setEdited] = useState<Draft | null>(null);
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = useRecoveryChange();
  const coupons = useCoupons(productId);
  if (!edited && base.version !== saved.version) setBase(saved);
  const draft = edited ?? toDraft(base);
  const edit = (part: Partial<Draft>) => {
    if (change.isDone || change.error) change.reset();
    setEdited({ ...draft, ...part });
  };
  const keepDays = within(draft.keepDays, KEEP_DAYS.least, KEEP_DAYS.most);
  const holdoutPercent = within(draft.holdoutPercent, 0, MOST_HOLDOUT_PERCENT);
  const times = draft.steps.map(afterOf);
  const problemCount = [keepDays, holdoutPercent, ...times].filter((value) => value === null).length;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (change.isBusy) return;
    setIsTried(true);
    const steps = draft.steps.map(({ amount: _, unit: __, ...step }, index) => ({
      ...step,
      afterMinutes: times[index]!,
    }));
    const input = {
      ...subject,
      isEnabled: draft.isEnabled,
      keepDays: keepDays!,
      holdoutPercent: holdoutPercent!,
      steps,
      quiet: { from: Number(draft.quietFrom), until: Number(draft.quietUntil) },
      version: base.version,
    };
    if (problemCount > 0 || !(await change.run(input))) return focusFirstProblem(form.current);
    setEdited(null);
    setIsTried(false);
  };
  const hasConflict = change.error?.code === EDIT_CONFLICT;
  const continueFrom = (next: Draft | null) => {
    setBase(saved);
    setEdited(next);
    change.reset();
  };
  // The refusal has read what is saved now.
  const conflict: Conflict | null =
    hasConflict && change.error
      ? {
          error: change.error,
          changes: findForeignChanges({ ...toDraft(base) }, { ...toDraft(saved) }, { ...draft }),
          keep: () => continueFrom({ ...toDraft(saved), ...findTyped(toDraft(base), draft) }),
          discard: () => continueFrom(null),
        }
      : null;
  const addStep = (channel: RecoveryStep['channel']) => {
    const last = Math.max(0, ...times.map((time) => time ?? 0));
    const afterMinutes = last + DAY_MINUTES;
    const step = { id: crypto.randomUUID(), channel, afterMinutes, coupon: null, texts: STANDARD_TEXTS[channel] };
    edit({ steps: [...draft.steps, { ...step, ...splitAfter(afterMinutes) }] });
  };
  return (
    <form ref={form} className="form cart-form" noValidate onSubmit={send}>
      <UnsavedGuard isDirty={edited !== null} />
      {!saved.isCaptured && (
        <p className="panel cart-notice">
          <Icon name="alert" size={18} />
          <span>
            {t('notCaptured')} <PageLink to={`/platform/my-products/product/${productId}`}>{t('openProduct')}</PageLink>
          </span>
        </p>
      )}
      <section className="panel form">
        <CheckField
          isSwitch
          label={t('isEnabled')}
          hint={t('isEnabledHint')}
          isChecked={draft.isEnabled}
          onChange={(isEnabled) => edit({ isEnabled })}
        />
        <div className="cart-settings">
          <TextField
            label={t('keepDays')}
            hint={t('keepDaysHint', KEEP_DAYS)}
            suffix={t('days')}
            inputMode="numeric"
            value={draft.keepDays}
            problem={isTried && keepDays === null ? t('outOfRange', KEEP_DAYS) : undefined}
            onChange={(value) => edit({ keepDays: value })}
          />
          <TextField
            label={t('holdoutPercent')}
            hint={t('holdoutPercentHint')}
            suffix="%"
            inputMode="numeric"
            value={draft.holdoutPercent}
            problem={
              isTried && holdoutPercent === null ? t('outOfRange', { least: 0, most: MOST_HOLDOUT_PERCENT }) : undefined
            }
            onChange={(value) => edit({ holdoutPercent: value })}
          />
          <SelectField
            label={t('quietFrom')}
            hint={t('quietHint')}
            value={draft.quietFrom}
            options={HOURS}
            onChange={(value) => edit({ quietFrom: value })}
          />
          <SelectField
            label={t('quietUntil')}
            value={draft.quietUntil}
            options={HOURS}
            onChange={(value) => edit({ quietUntil: value })}
          />
        </div>
      </section>
      <ol className="cart-plan" aria-label={t('stepsTitle')}>
        {draft.steps.map((step, index) => (
          <li key={step.id} className="panel form">
            <StepFields
              step={step}
              number={index + 1}
              coupons={coupons}
              isTimeWrong={isTried && times[index] === null}
              problemOf={(part) => findFieldProblem(change.error, `steps.${index}.${part}`)}
              onChange={(part) =>
                edit({ steps: draft.steps.map((one) => (one.id === step.id ? { ...one, ...part } : one)) })
              }
              onRemove={() => edit({ steps: draft.steps.filter(({ id }) => id !== step.id) })}
            />
          </li>
        ))}
      </ol>
      {draft.steps.length < MOST_STEPS && (
        <p className="cart-add">
          <button type="button" className="button" onClick={() => addStep('MAIL')}>
            <Icon name="mail" size={18} />
            {t('addMail')}
          </button>
          <button type="button" className="button" onClick={() => addStep('WHATSAPP')}>
            <Icon name="phone" size={18} />
            {t('addWhatsapp')}
          </button>
        </p>
      )}
      <ConflictNotice conflict={conflict} labelOf={(name) => t(LABELS[name as keyof typeof LABELS])} />
      <SaveBar
        isDirty={edited !== null}
        isBusy={change.isBusy}
        isSaved={change.isDone}
        problemCount={isTried ? problemCount : 0}
        error={hasConflict ? null : change.error}
        onDiscard={() => {
          setEdited(null);
          setIsTried(false);
          change.reset();
        }}
      />
    </form>
  );
}
