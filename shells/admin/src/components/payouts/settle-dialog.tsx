import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PayoutDialogProps, usePayoutNames } from './payout-dialogs.tsx';
import { PayoutFacts, Reference } from './payout-facts.tsx';
import { type Payout, usePayoutSettlement } from './use-payouts.ts';

const SHORTEST_REASON = 4;

/** Says what became of money whose answer was lost. Wrong words here pay twice, so the dialog says where to look first. */
export function SettleDialog({ payout, onDone, onClose }: PayoutDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { run, error, isBusy } = usePayoutSettlement();
  const [outcome, setOutcome] = useState<'PAID' | 'FAILED' | null>(null);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isReasonMissing = reason.trim().length < SHORTEST_REASON;
  const names = usePayoutNames(payout);
  const { settlement, settlementsWanted } = payout;
  const isLast = settlementsWanted < 2 || settlement?.outcome === outcome;
  const send = () => {
    setIsTried(true);
    if (!outcome || isReasonMissing) return false;
    void run({ withdrawalId: payout.id, outcome, reason: reason.trim() }).then((answer) => {
      if (!answer) return;
      const isFirst = answer.withdrawal.state !== outcome;
      onDone(t(isFirst ? 'payouts.settledFirst' : `payouts.settled.${outcome}`, names));
    });
    return true;
  };
  return (
    <DialogForm
      isWide
      isDanger
      title={t('payouts.settleTitle', names)}
      text={t('payouts.settleText')}
      action={t(isLast ? 'payouts.settleAction' : 'payouts.settleActionFirst')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <div className="notice notice-warning">
        <Icon name="alert" />
        <p>
          <strong>{t('payouts.settleWarningTitle')}</strong>
          <span>{t('payouts.settleWarning')}</span>
        </p>
      </div>
      {settlementsWanted > 1 && <SettlementNotice settlement={settlement} />}
      <PayoutFacts
        payout={payout}
        facts={[
          ...(payout.provider ? [[t('payouts.provider'), payout.provider] as const] : []),
          [t('payouts.reference'), <Reference key="reference" id={payout.id} />],
        ]}
      />
      <RadioFields
        label={t('payouts.outcome')}
        options={(['PAID', 'FAILED'] as const).map((value) => ({
          value,
          label: t(`payouts.outcomes.${value}`),
          hint: t(`payouts.outcomeHints.${value}`),
        }))}
        value={outcome}
        problem={isTried && !outcome ? t('payouts.outcomeMissing') : findFieldProblem(error, 'outcome')}
        onChange={setOutcome}
      />
      <TextAreaField
        name="reason"
        label={t('payouts.evidence')}
        hint={t('payouts.evidenceHint')}
        rows={3}
        maxLength={300}
        value={reason}
        problem={isTried && isReasonMissing ? t('payouts.evidenceMissing') : findFieldProblem(error, 'reason')}
        onChange={setReason}
      />
    </DialogForm>
  );
}

/** A large one ends once two people have said the same: what the first one said is read before the second one speaks. */
function SettlementNotice({ settlement }: Pick<Payout, 'settlement'>) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  if (!settlement) return <p className="notice notice-info">{t('payouts.settleByTwo')}</p>;
  const { name, outcome, reason, at } = settlement;
  return (
    <div className="notice notice-info">
      <p>
        <strong>{t(`payouts.settlementSaid.${outcome}`, { name })}</strong>
        <span>
          {reason} ({formatDate(at, locale)}, {formatTime(at, locale)})
        </span>
        <span>{t('payouts.settleSecond')}</span>
      </p>
    </div>
  );
}
