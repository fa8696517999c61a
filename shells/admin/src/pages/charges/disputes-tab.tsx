import { DISPUTE_KINDS, DISPUTE_STATES } from '@feira/schemas/procedures/disputes';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { AcceptDialog, CloseDialog, CorrectDialog } from './case-decisions.tsx';
import { type CaseAct, CaseDialog } from './case-dialog.tsx';
import { CaseList } from './case-list.tsx';
import { DefenceDialog } from './defence-dialog.tsx';
import { OpenCaseDialog } from './open-case-dialog.tsx';
import { CASE_FILTER, type Case, useCases } from './use-cases.ts';

interface DisputesTabProps {
  /** The head of the page holds the button that opens a case. */
  isActing: boolean;
  /** The disputed payment, where it is known. */
  paymentId: string | null;
  onClose: () => void;
}

interface Asked {
  act: CaseAct;
  dispute: Case;
}

/** Lists chargebacks of cards and special returns of Pix, as cases with a deadline. */
export function DisputesTab({ isActing, paymentId, onClose }: DisputesTabProps) {
  const { t } = useTranslation('adminMoney');
  const { filter, input, onChange, ...list } = useListFilter(CASE_FILTER);
  const query = useCases(input);
  const opened = useOpened();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState('');
  const close = () => setAsked(null);
  // Going back takes the case out of the address, and with it what was asked of it.
  const act = asked?.dispute.id === opened.id ? asked?.act : undefined;
  const finish = (message: string) => {
    setAsked(null);
    if (opened.id) opened.close();
    onClose();
    setDone(message);
  };
  const open = query.data?.open;
  return (
    <>
      <MoneyFilters
        filter={filter}
        onChange={onChange}
        states={DISPUTE_STATES.map((value) => ({ value, label: t(`cases.states.${value}`) }))}
      >
        <SelectBox
          label={t('cases.kind')}
          options={DISPUTE_KINDS}
          getValue={(value) => value}
          displayValue={(value) => t(`cases.kinds.${value}`)}
          value={filter.kind}
          onChange={(chosen) => onChange({ kind: chosen })}
          allLabel={t('cases.allKinds')}
        />
      </MoneyFilters>
      <DoneNote text={done} />
      <p className="money-total">{open !== undefined && t('cases.openCount', { count: open })}</p>
      <CaseList
        {...list}
        query={query}
        onRead={(dispute) => {
          setDone('');
          setAsked(null);
          opened.open(dispute.id);
        }}
      />
      <DialogEntry value={false}>
        {opened.id && !act && (
          <CaseDialog
            id={opened.id}
            known={query.data?.items.find(({ id }) => id === opened.id)}
            onAsk={(act, dispute) => setAsked({ act, dispute })}
            onClose={opened.close}
          />
        )}
        {asked && act === 'ANSWER' && <DefenceDialog dispute={asked.dispute} onDone={finish} onClose={close} />}
        {asked && act === 'CLOSE' && <CloseDialog dispute={asked.dispute} onDone={finish} onClose={close} />}
        {asked && act === 'ACCEPT' && <AcceptDialog dispute={asked.dispute} onDone={finish} onClose={close} />}
        {asked && act === 'CORRECT' && <CorrectDialog dispute={asked.dispute} onDone={finish} onClose={close} />}
      </DialogEntry>
      {isActing && <OpenCaseDialog paymentId={paymentId} onDone={finish} onClose={onClose} />}
    </>
  );
}
