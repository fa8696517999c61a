import type { Currency } from '@feira/schemas/common';
import type { Compared, MoneyRuleKind } from '@feira/schemas/procedures/money-rules';
import { DayField } from '@feira/shell-kit/components/day-field';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { day, group, optional, text } from '@feira/shell-kit/fields';
import { formatBasisPoints, toLocalDay } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { ExampleSale } from './example-sale.tsx';
import { RuleChanges } from './rule-changes.tsx';
import type { Review } from './use-money-rules.ts';

const FIELDS = group({
  note: optional(text({ control: { maxLength: 500 } })),
  effectiveOn: optional(day('effectiveWrong', (day) => day >= findTomorrow())),
});

const DAY_MS = 86_400_000;
/** Returns the first day that has not begun in São Paulo, as 2026-11-20. */
const findTomorrow = () => toLocalDay(new Date(Date.now() + DAY_MS));

export interface ReviewDialogProps {
  review: Review;
  kind: MoneyRuleKind;
  currency: Currency;
  /** Replaces the title and text, such as of a way back. */
  title?: string;
  text?: string;
}

/** Shows what a change does before it is made, and when it is to apply. */
export default function ReviewDialog({ review, kind, currency, title, text: words }: ReviewDialogProps) {
  const { t } = useTranslation('moneyRules');
  const { compared, change, onSend, onClose } = review;
  const { controls, shown, dialog } = useDraft({ fields: FIELDS, change, say: t });
  const { needsApproval, examples } = compared;
  const action = needsApproval ? 'propose' : shown.effectiveOn ? 'schedule' : 'save';
  return (
    <DialogForm
      isWide
      title={title ?? t('review')}
      text={words ?? t('reviewText')}
      action={t(action)}
      {...dialog(onSend)}
      onClose={onClose}
    >
      <section className="rule-changes">
        <h3>{t('changes')}</h3>
        <RuleChanges kind={kind} compared={compared} currency={currency} />
      </section>
      <ExampleSale examples={examples} />
      <ApprovalNotice compared={compared} />
      <div className="form-grid">
        <DayField
          label={t('effectiveOn')}
          hint={t(needsApproval ? 'effectiveHintWaiting' : 'effectiveHint')}
          min={findTomorrow()}
          {...controls.effectiveOn}
        />
      </div>
      <TextAreaField label={t('note')} hint={t('noteHint')} rows={2} {...controls.note} />
    </DialogForm>
  );
}

type Approval = Pick<Compared, 'needsApproval' | 'size'> & Partial<Pick<Compared, 'limit'>>;

/** Says why a second person is asked for. A proposal does not hold the limit of its day. */
export function ApprovalNotice({ compared: { needsApproval, size, limit } }: { compared: Approval }) {
  const { t } = useTranslation('moneyRules');
  const { locale } = useHost();
  if (!needsApproval) return null;
  return (
    <p className="notice notice-info">
      {size === null
        ? t('needsSafeguard')
        : t(limit === undefined ? 'neededSize' : 'needsSize', {
            share: formatBasisPoints(size, locale),
            limit: limit === undefined ? '' : formatBasisPoints(limit, locale),
          })}
    </p>
  );
}
