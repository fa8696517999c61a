import type { settleWithdrawal } from '@feira/schemas/procedures/payouts';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { type FieldsOf, group, required, text } from '@feira/shell-kit/fields';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { type PayoutDialogProps, usePayoutNames } from './payout-dialogs.tsx';
import { PayoutFacts, Reference } from './payout-facts.tsx';
import { type Payout, usePayoutSettlement } from './use-payouts.ts';

const FIELDS = group({
  outcome: required<'PAID' | 'FAILED', 'payouts.outcomeMissing'>('payouts.outcomeMissing'),
  reason: text({ problem: 'payouts.evidenceMissing', minLength: 4, control: { maxLength: 300 } }),
} satisfies FieldsOf<typeof settleWithdrawal, 'withdrawalId'>);

/**
 * Records how a withdrawal ended whose answer was lost, or whose provider reports the opposite. A wrong entry pays twice, so the dialog
 * says where to check first.
 */
export function SettleDialog({ payout, onDone, onClose }: PayoutDialogProps) {
  const { t } = useTranslation('adminMoney');
  const change = usePayoutSettlement();
  const { controls, shown, dialog } = useDraft({ fields: FIELDS, change, say: t });
  const names = usePayoutNames(payout);
  const { settlement, settlementsWanted, contradictedAs } = payout;
  const isLast = settlementsWanted < 2 || settlement?.outcome === shown.outcome;
  return (
    <DialogForm
      isWide
      isDanger
      title={t(contradictedAs ? 'payouts.correctTitle' : 'payouts.settleTitle', names)}
      text={t(contradictedAs ? 'payouts.correctText' : 'payouts.settleText')}
      action={t(isLast ? 'payouts.settleAction' : 'payouts.settleActionFirst')}
      {...dialog(async (input) => {
        const answer = await change.run({ withdrawalId: payout.id, ...input });
        if (!answer) return;
        const isFirst = answer.withdrawal.settlementsWanted > 0;
        onDone(t(isFirst ? 'payouts.settledFirst' : `payouts.settled.${input.outcome}`, names));
      })}
      onClose={onClose}
    >
      <div className="notice notice-warning">
        <Icon name="alert" />
        <p>
          <strong>
            {t(contradictedAs ? `payouts.correctWarningTitle.${contradictedAs}` : 'payouts.settleWarningTitle')}
          </strong>
          <span>{t(contradictedAs ? `payouts.correctWarning.${contradictedAs}` : 'payouts.settleWarning')}</span>
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
          hint: t(contradictedAs ? `payouts.correctOutcomeHints.${value}` : `payouts.outcomeHints.${value}`),
        }))}
        {...controls.outcome}
      />
      <TextAreaField label={t('payouts.evidence')} hint={t('payouts.evidenceHint')} rows={3} {...controls.reason} />
    </DialogForm>
  );
}

/** A large withdrawal is settled once two people have recorded the same outcome; the second reads the first one's entry. */
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
