import type { closeDispute, correctDispute } from '@feira/schemas/procedures/disputes';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { type FieldsOf, group, optional, required, text } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { PersonHead } from '../../components/person/person-head.tsx';
import { isWon } from './case-words.tsx';
import { type Case, useCaseAcceptance, useCaseClosing, useCaseCorrection } from './use-cases.ts';

interface DecisionProps {
  dispute: Case;
  onDone: (message: string) => void;
  onClose: () => void;
}

const CLOSING = group({
  outcome: required<'WON' | 'LOST', 'cases.outcomeMissing'>('cases.outcomeMissing'),
  note: optional(text({ control: { maxLength: 300 } })),
} satisfies FieldsOf<typeof closeDispute, 'disputeId'>);

/** Records the bank's decision. Money moves at once, so the form says what follows from each outcome. */
export function CloseDialog({ dispute, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('adminMoney');
  const change = useCaseClosing();
  const { controls, dialog } = useDraft({ fields: CLOSING, change, say: t });
  return (
    <DialogForm
      isWide
      title={t('cases.closeTitle', { title: dispute.title })}
      text={t('cases.closeText')}
      action={t('cases.closeAction')}
      {...dialog(async (input) => {
        if (await change.run({ disputeId: dispute.id, ...input }))
          onDone(t(`cases.closed.${input.outcome}`, { title: dispute.title }));
      })}
      onClose={onClose}
    >
      <CaseAmounts dispute={dispute} />
      <RadioFields
        label={t('cases.outcome')}
        options={(['WON', 'LOST'] as const).map((value) => ({
          value,
          label: t(`cases.outcomes.${value}`),
          hint: t(`cases.outcomeHints.${value}`),
        }))}
        {...controls.outcome}
      />
      <TextAreaField label={t('cases.note')} hint={t('cases.noteHint')} rows={3} {...controls.note} />
    </DialogForm>
  );
}

const CORRECTION = group({
  note: text({ problem: 'cases.correctNoteMissing', control: { maxLength: 300 } }),
} satisfies FieldsOf<typeof correctDispute, 'disputeId' | 'outcome'>);

/** Corrects a decision that was entered by mistake, or that the bank changed: the other of the two outcomes takes its place. */
export function CorrectDialog({ dispute, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('adminMoney');
  const change = useCaseCorrection();
  const { controls, dialog } = useDraft({ fields: CORRECTION, change, say: t });
  const outcome = isWon(dispute) ? 'LOST' : 'WON';
  return (
    <DialogForm
      isWide
      isDanger={outcome === 'LOST'}
      title={t('cases.correctTitle', { title: dispute.title })}
      text={t(`cases.correctText.${outcome}`)}
      action={t(`cases.correctAction.${outcome}`)}
      {...dialog(async (input) => {
        if (await change.run({ disputeId: dispute.id, outcome, ...input }))
          onDone(t(`cases.closed.${outcome}`, { title: dispute.title }));
      })}
      onClose={onClose}
    >
      <CaseAmounts dispute={dispute} />
      <TextAreaField label={t('cases.correctNote')} hint={t('cases.correctNoteHint')} rows={3} {...controls.note} />
    </DialogForm>
  );
}

export function AcceptDialog({ dispute, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('adminMoney');
  return (
    <ConfirmChange
      isDanger
      title={t('cases.acceptTitle', { title: dispute.title })}
      text={t('cases.acceptText')}
      action={t('cases.acceptAction')}
      change={useCaseAcceptance()}
      input={{ disputeId: dispute.id }}
      onClose={onClose}
      onDone={() => onDone(t('cases.accepted', { title: dispute.title }))}
    >
      <CaseAmounts dispute={dispute} />
    </ConfirmChange>
  );
}

function CaseAmounts({ dispute }: { dispute: Case }) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, dispute.currency, locale);
  return (
    <>
      <PersonHead personId={dispute.seller.id} />
      <FactList
        facts={[
          [t('cases.seller'), dispute.seller.name],
          [t('cases.buyer'), dispute.buyerName],
          [t('cases.amount'), money(dispute.amount)],
          ...(dispute.heldAmount > 0 ? [[t('cases.heldAmount'), money(dispute.heldAmount)] as const] : []),
        ]}
      />
    </>
  );
}
