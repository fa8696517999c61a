import { CASE_STATES } from '@feira/schemas/procedures/reconciliation';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../components/money/reason-dialog.tsx';
import { DifferenceList } from './difference-list.tsx';
import { RunList } from './run-list.tsx';
import { type Difference, useDifferences, useResolution, useRunStart } from './use-reconciliation.ts';

/** Compares the providers' records with the ledger day by day, and lists the differences. */
export function ReconciliationTab() {
  const { t } = useTranslation('adminMoney');
  const { search, change } = useAddress();
  const pages = usePages();
  const state = CASE_STATES.find((known) => known === search.get('state')) ?? 'OPEN';
  const query = useDifferences(state, pages.after);
  const start = useRunStart();
  const [difference, setDifference] = useState<Difference | null>(null);
  const [done, setDone] = useState('');
  const compare = async () => {
    setDone('');
    if (await start.run({})) setDone(t('accounting.started'));
  };
  return (
    <div className="accounting-runs">
      <div className="accounting-head">
        <p className="muted">{t('accounting.reconciliationText')}</p>
        <button type="button" className="button" aria-busy={start.isBusy} onClick={() => !start.isBusy && compare()}>
          {t('accounting.compare')}
        </button>
      </div>
      <Refusal error={start.error} />
      <DoneNote text={done} />
      <RunList />
      <h2>{t('accounting.differences')}</h2>
      <SelectBox
        label={t('state')}
        options={CASE_STATES}
        getValue={(value) => value}
        displayValue={(value) => t(`accounting.states.${value}`)}
        value={state}
        onChange={(chosen) => change({ state: chosen === 'OPEN' ? null : chosen, after: null })}
      />
      <DifferenceList query={query} pages={pages} state={state} onResolve={setDifference} />
      {difference && (
        <ResolveDialog
          difference={difference}
          onDone={() => {
            setDifference(null);
            setDone(t('accounting.resolved'));
          }}
          onClose={() => setDifference(null)}
        />
      )}
    </div>
  );
}

const SHORTEST_NOTE = 4;

interface ResolveDialogProps {
  difference: Difference;
  onDone: () => void;
  onClose: () => void;
}

function ResolveDialog({ difference, onDone, onClose }: ResolveDialogProps) {
  const { t } = useTranslation('adminMoney');
  const change = useResolution();
  const resolve = async (note: string) => {
    if (await change.run({ caseId: difference.id, note })) onDone();
  };
  return (
    <ReasonDialog
      title={t('accounting.resolveTitle')}
      text={t('accounting.resolveText')}
      action={t('accounting.resolve')}
      hint={t('accounting.noteHint')}
      field="note"
      isDanger={false}
      minLength={SHORTEST_NOTE}
      change={change}
      onClose={onClose}
      onSend={resolve}
    />
  );
}
