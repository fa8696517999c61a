import { formatCurrency } from '@feira/schemas/rules/currency';
import { DisputeFiles } from '@feira/shell-desk/disputes/dispute-files.tsx';
import type { DisputeCase } from '@feira/shell-desk/disputes/use-defence.ts';
import { SaleBuyer } from '@feira/shell-desk/sale/sale-words.tsx';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { SaleTitle } from '../../components/money/sale-title.tsx';
import { PersonHead } from '../../components/person/person-head.tsx';
import './charges.css';
import { CaseStatus, isAnswerable, isUndecided } from './case-words.tsx';
import { type Case, useCase } from './use-cases.ts';

export type CaseAct = 'ANSWER' | 'CLOSE' | 'ACCEPT' | 'CORRECT';

interface CaseDialogProps {
  id: string;
  /** The case as the list has it, until all of it has loaded. */
  known: Case | undefined;
  onAsk: (act: CaseAct, dispute: Case) => void;
  onClose: () => void;
}

/** Shows one case: the bank's claim, the seller's defence, and the decision. */
export function CaseDialog({ id, known, onAsk, onClose }: CaseDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { data, error, refetch } = useCase(id);
  const shown = data?.id === id ? data : undefined;
  const dispute = shown ?? known;
  return (
    <ModalDialog
      isWide
      title={
        dispute
          ? t('cases.title', { kind: t(`cases.kinds.${dispute.kind}`), title: dispute.title })
          : t('returns.disputes')
      }
      onClose={onClose}
    >
      {error && !shown && <LoadError error={error} onRetry={refetch} />}
      {!shown && !error && <Skeleton height={320} />}
      {shown && (
        <>
          <PersonHead personId={shown.seller.id} />
          <CaseFacts dispute={shown} />
          <h3 className="case-head">{t('cases.defence')}</h3>
          <p className={shown.defence ? 'case-text' : 'muted'}>
            {shown.defence || t(isUndecided(shown) ? 'cases.noDefence' : 'cases.neverDefended')}
          </p>
          <DisputeFiles dispute={shown} />
        </>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
        {dispute && <CaseActs dispute={dispute} onAct={(act) => onAsk(act, dispute)} />}
      </div>
    </ModalDialog>
  );
}

interface CaseActsProps {
  dispute: Pick<Case, 'state' | 'dueAt'>;
  onAct: (act: CaseAct) => void;
}

/** The buttons of a case. As long as a defence can be sent, writing it comes first. */
export function CaseActs({ dispute, onAct }: CaseActsProps) {
  const { t } = useTranslation('adminMoney');
  const button = (act: CaseAct, label: string, isMain = false) => (
    <button type="button" className={isMain ? 'button button-primary' : 'button'} onClick={() => onAct(act)}>
      {label}
    </button>
  );
  if (!isUndecided(dispute)) return button('CORRECT', t('cases.correct'));
  const canDefend = isAnswerable(dispute);
  return (
    <>
      {button('ACCEPT', t('cases.accept'))}
      {button('CLOSE', t('cases.decide'), !canDefend)}
      {canDefend && button('ANSWER', t('cases.write'), true)}
    </>
  );
}

function CaseFacts({ dispute }: { dispute: DisputeCase }) {
  const { t } = useTranslation(['adminMoney', 'kit']);
  const { locale } = useHost();
  const moment = (at: string) => `${formatDate(at, locale)}, ${formatTime(at, locale)}`;
  const money = (cents: number) => formatCurrency(cents, dispute.currency, locale);
  const facts: Fact[] = [
    [t('state'), <CaseStatus key="state" state={dispute.state} />],
    [t('cases.sale'), <SaleTitle key="sale" sale={dispute} />],
    [t('cases.seller'), `${dispute.seller.name} (${dispute.seller.email})`],
    [t('cases.buyer'), <SaleBuyer key="buyer" sale={dispute} />],
    [
      t('cases.payment'),
      <span key="payment" className="money-reference">
        <code>{dispute.paymentId}</code>
        <CopyButton text={dispute.paymentId} label={t('cases.copyPayment')} />
      </span>,
    ],
    [t('cases.method'), t(`kit:method.${dispute.method}`)],
    [t('cases.amount'), money(dispute.amount)],
    ...(dispute.heldAmount > 0 ? [[t('cases.heldAmount'), money(dispute.heldAmount)] as const] : []),
    ...(dispute.reason ? [[t('cases.reason'), dispute.reason] as const] : []),
    [t('cases.openedAt'), moment(dispute.openedAt)],
    [t('cases.dueAt'), moment(dispute.dueAt)],
  ];
  if (dispute.providerReference) facts.push([t('cases.reference'), dispute.providerReference]);
  if (dispute.answeredAt) facts.push([t('cases.answeredAt'), moment(dispute.answeredAt)]);
  if (dispute.closedAt) facts.push([t('cases.closedAt'), moment(dispute.closedAt)]);
  if (dispute.isLiabilityShifted) facts.push([t('cases.liability'), t('cases.liabilityShifted')]);
  if (dispute.note) facts.push([t('cases.note'), dispute.note]);
  return <FactList facts={facts} />;
}
