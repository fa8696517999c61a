import { RISK_KINDS, RISK_LISTS } from '@feira/schemas/procedures/risk';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { choice, group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import '@feira/shell-desk/risk/add-texts.ts';
import './add-texts.ts';
import { type Entry, useAdding, useEntries, useRemoval } from './use-risk.ts';

/** Lists who is blocked or allowed; what was entered is covered. */
export function ListsTab() {
  const { t } = useTranslation(['adminRisk', 'riskWords']);
  const pages = usePages();
  const query = useEntries(pages.after);
  const [isAdding, setIsAdding] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const [removed, setRemoved] = useState<Entry | null>(null);
  const columns: RecordColumn<Entry>[] = [
    {
      key: 'label',
      title: t('who'),
      isHead: true,
      show: ({ label, kind }) => (
        <TwoLines first={<span className="list-name">{label}</span>} second={t(`riskWords:kinds.${kind}`)} />
      ),
    },
    {
      key: 'list',
      title: t('list'),
      show: ({ list, isOver }) =>
        isOver ? (
          <StatusBadge tone="canceled" icon="clock" label={t('over')} />
        ) : (
          <StatusBadge
            tone={list === 'BLOCK' ? 'rejected' : 'approved'}
            icon={list === 'BLOCK' ? 'stop' : 'check'}
            label={t(`riskWords:lists.${list}`)}
          />
        ),
    },
    { key: 'reason', title: t('reason'), show: ({ reason, addedBy }) => <TwoLines first={reason} second={addedBy} /> },
    { key: 'since', title: t('since'), show: ({ createdAt }) => <Moment at={createdAt} /> },
    { key: 'until', title: t('until'), show: ({ endsAt }) => (endsAt ? <Moment at={endsAt} /> : t('always')) },
    {
      key: 'acts',
      title: t('acts'),
      isAction: true,
      show: (entry) => <MoneyAction label={t('remove')} name={entry.label} onClick={() => setRemoved(entry)} />,
    },
  ];
  return (
    <>
      <p className="muted">{t('listsLead')}</p>
      <p role="status" className={isWaiting ? 'notice notice-info' : 'visually-hidden'}>
        {isWaiting && t('entryWaiting')}
      </p>
      <div className="risk-bar">
        <button
          type="button"
          className="button button-primary"
          aria-haspopup="dialog"
          onClick={() => setIsAdding(true)}
        >
          {t('addEntry')}
        </button>
      </div>
      <MoneyList
        query={query}
        label={t('tabs.lists')}
        columns={columns}
        keyOf={({ id }) => id}
        pages={pages}
        empty={{ icon: 'lock', title: t('noEntriesTitle'), text: t('noEntriesText') }}
      />
      {isAdding && (
        <EntryDialog
          onDone={(isWaiting) => {
            setIsAdding(false);
            setIsWaiting(isWaiting);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {removed && <RemovalDialog entry={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

const FIELDS = group({
  list: choice<(typeof RISK_LISTS)[number]>('BLOCK'),
  kind: choice<(typeof RISK_KINDS)[number]>('EMAIL'),
  value: text({ problem: 'whoMissing', minLength: 2, control: { maxLength: 254 } }),
  reason: text({ problem: 'reasonMissing', minLength: 5, control: { maxLength: 300 } }),
  days: text({ control: { inputMode: 'numeric', maxLength: 4 } }),
});

function EntryDialog({ onDone, onClose }: { onDone: (isWaiting: boolean) => void; onClose: () => void }) {
  const { t } = useTranslation(['adminRisk', 'riskWords']);
  const change = useAdding();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
  return (
    <DialogForm
      title={t('entryTitle')}
      action={t('add')}
      onClose={onClose}
      {...dialog(async ({ list, kind, value, reason, days }) => {
        const lasting = /^[1-9]\d*$/.test(days) ? { days: Number(days) } : {};
        const added = await change.run({ list, kind, value, reason, ...lasting });
        if (added) onDone(added.status === 'WAITING');
      })}
    >
      <SelectField
        label={t('list')}
        options={RISK_LISTS.map((value) => ({ value, label: t(`riskWords:lists.${value}`) }))}
        {...controls.list}
      />
      <SelectField
        label={t('kind')}
        options={RISK_KINDS.map((value) => ({ value, label: t(`riskWords:kinds.${value}`) }))}
        {...controls.kind}
      />
      <TextField label={t('who')} hint={t(`kindHints.${controls.kind.value}`)} {...controls.value} />
      <TextField label={t('reason')} hint={t('reasonHint')} {...controls.reason} />
      <TextField label={t('days')} hint={t('daysHint')} {...controls.days} />
    </DialogForm>
  );
}

function RemovalDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useTranslation(['adminRisk', 'riskWords']);
  return (
    <ConfirmChange
      isDanger
      title={t('removalTitle', { name: entry.label })}
      text={t(`removalTexts.${entry.list}`)}
      action={t('remove')}
      change={useRemoval()}
      input={{ entryId: entry.id }}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
