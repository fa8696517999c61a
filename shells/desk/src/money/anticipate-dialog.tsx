import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { readAmount, writeAmount } from '@feira/shell-kit/amount-text';
import { AmountField, SumList } from '@feira/shell-kit/components/amount-field';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useSearchField } from '@feira/shell-kit/use-search-field';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findAmountProblem } from '../amounts/amount-problem.ts';
import { type Anticipation, type Quote, useAnticipationRequest, useQuote } from './use-money.ts';

interface AnticipateDialogProps {
  currency: Currency | null;
  /** The quote for everything that can be paid early. */
  whole: Quote;
  onDone: (anticipation: Anticipation) => void;
  onClose: () => void;
}

/**
 * Requests held money early, and shows its price. The server prices the amount while the person types, so this form has no table
 * of fields.
 */
export function AnticipateDialog({ currency, whole, onDone, onClose }: AnticipateDialogProps) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const [asked, setAsked] = useState(() => writeAmount(whole.most, locale));
  const field = useSearchField(asked, setAsked);
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, reset } = useAnticipationRequest();
  const amount = readAmount(field.text);
  const problem = findAmountProblem(amount, 1, whole.most);
  const priced = readAmount(asked);
  const isPriced = !findAmountProblem(priced, 1, whole.most);
  const quote = useQuote(currency, isPriced && priced !== whole.most ? (priced ?? undefined) : undefined);
  const money = (cents: number) => formatCurrency(cents, whole.currency, locale);
  /** Only a shown price is requested: nothing is sent while a price is still loading. */
  const shown = !problem && amount === priced && !quote.isPlaceholderData ? quote.data : undefined;
  const shownProblem = isTried && problem;
  const send = () => {
    setIsTried(true);
    if (problem) return false;
    if (shown)
      void run({ ...(currency && { currency }), amount: shown.amount, expectedFee: shown.fee }).then(
        (answer) => answer && onDone(answer.anticipation),
      );
    else field.finish();
    return true;
  };
  return (
    <DialogForm
      title={t('anticipate.title')}
      text={t('anticipate.text')}
      action={shown ? t('anticipate.actionOf', { amount: money(shown.net) }) : t('anticipate.action')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <AmountField
        label={t('anticipate.amount')}
        currency={whole.currency}
        value={field.text}
        hint={t('anticipate.mostHint', { amount: money(whole.most) })}
        problem={
          shownProblem
            ? t(`anticipate.problems.${shownProblem}`, { largest: money(whole.most) })
            : findFieldProblem(error, 'amount')
        }
        onAll={() => setAsked(writeAmount(whole.most, locale))}
        onChange={(next) => {
          field.type(next);
          if (error) reset();
        }}
      />
      <Refusal error={quote.error} />
      <SumList
        label={t('anticipate.sums')}
        currency={whole.currency}
        locale={locale}
        sums={[
          { title: t('anticipate.early'), amount: shown?.amount },
          { title: t('anticipate.fee'), amount: shown?.fee, isTaken: true },
          { title: t('anticipate.net'), amount: shown?.net },
        ]}
      />
      <p className="form-hint money-note">
        {t('anticipate.note', {
          share: formatBasisPoints(whole.feeBasisPointsPerDay, locale),
          count: shown?.holds ?? whole.holds,
        })}
      </p>
    </DialogForm>
  );
}
