import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { formatCount, formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportDetails, useProblems, useRun, useUndo } from '../../components/imports/use-imports.ts';

interface Record {
  record: ImportDetails;
}

const PAGE = 0;

function Counts({ counts }: { counts: readonly (readonly [label: string, count: number])[] }) {
  const { locale } = useHost();
  return (
    <ul className="import-counts">
      {counts.map(([label, count]) => (
        <li key={label} className="panel">
          <strong>{formatCount(count, locale)}</strong> {label}
        </li>
      ))}
    </ul>
  );
}

/** Shows what the check has found, and begins the run. */
export function Checked({ record, onRemap }: Record & { onRemap: () => void }) {
  const { t } = useTranslation('imports');
  const [isAsking, setIsAsking] = useState(false);
  const run = useRun();
  const { id, newRows, changedRows, sameRows, refusedRows } = record;
  const count = newRows + changedRows;
  return (
    <>
      <h2>{t('checked.title')}</h2>
      <Counts
        counts={[
          [t('checked.new'), newRows],
          [t('checked.changed'), changedRows],
          [t('checked.same'), sameRows],
          [t('checked.refused'), refusedRows],
        ]}
      />
      {count === 0 && <p className="notice notice-info">{t('checked.nothing')}</p>}
      <div className="import-acts">
        {count > 0 && (
          <button type="button" className="button button-primary" onClick={() => setIsAsking(true)}>
            {t('checked.run', { count })}
          </button>
        )}
        <button type="button" className="button" onClick={onRemap}>
          {t('checked.columns')}
        </button>
      </div>
      {isAsking && (
        <ConfirmChange
          title={t('checked.confirm')}
          text={t('checked.confirmText')}
          action={t('checked.run', { count })}
          change={run}
          input={{ importId: id }}
          onDone={() => setIsAsking(false)}
          onClose={() => setIsAsking(false)}
        />
      )}
      {refusedRows > 0 && <Problems importId={id} of="REFUSED" title={t('problems.title')} />}
    </>
  );
}

/** Shows what was written, and lets it be undone for a day. */
export function Done({ record }: Record) {
  const { t } = useTranslation('imports');
  const { locale } = useHost();
  const [isAsking, setIsAsking] = useState(false);
  const undo = useUndo();
  const { id, kind, madeRows, writtenRows, sameRows, refusedRows, undoUntil } = record;
  return (
    <>
      <h2>{t('done.title')}</h2>
      <Counts
        counts={[
          [t('done.made'), madeRows],
          [t('done.written'), writtenRows],
          [t('checked.same'), sameRows],
          [t('checked.refused'), refusedRows],
        ]}
      />
      {kind === 'PRODUCTS' && madeRows > 0 && <p className="notice notice-info">{t('done.drafts')}</p>}
      {undoUntil && (
        <div className="import-acts">
          <button type="button" className="button" onClick={() => setIsAsking(true)}>
            {t('done.undo')}
          </button>
          <span className="muted">
            {t('done.undoUntil', { at: `${formatDate(undoUntil, locale)}, ${formatTime(undoUntil, locale)}` })}
          </span>
        </div>
      )}
      {isAsking && (
        <ConfirmChange
          title={t('done.confirm')}
          text={t('done.confirmText')}
          action={t('done.undo')}
          isDanger
          change={undo}
          input={{ importId: id }}
          onDone={() => setIsAsking(false)}
          onClose={() => setIsAsking(false)}
        />
      )}
      {refusedRows > 0 && <Problems importId={id} of="REFUSED" title={t('problems.title')} />}
    </>
  );
}

/** Shows what an undo has removed, and why it kept the rest. */
export function Undone({ record }: Record) {
  const { t } = useTranslation('imports');
  const { id, removedRows, keptRows } = record;
  return (
    <>
      <h2>{t('undone.title')}</h2>
      <Counts
        counts={[
          [t('undone.removed'), removedRows],
          [t('undone.kept'), keptRows],
        ]}
      />
      {keptRows > 0 && <Problems importId={id} of="KEPT" title={t('undone.keptTitle')} />}
    </>
  );
}

interface ProblemsProps {
  importId: string;
  of: 'REFUSED' | 'KEPT';
  title: string;
}

/** Lists lines with the reason and what to do, a page at a time, and offers all of them as a file. */
function Problems({ importId, of, title }: ProblemsProps) {
  const { t } = useTranslation('imports');
  const [after, setAfter] = useState(PAGE);
  const { data } = useProblems(importId, of, after);
  const next = data?.next;
  return (
    <section className="panel import-step">
      <h2>{title}</h2>
      <div className="import-acts">
        <ExportLinks label={t('problems.export')} path="/exports/import-problems" input={{ importId, of }} />
      </div>
      <ul className="import-problems">
        {data?.items.map(({ line, field, value, why, fix }) => (
          <li key={`${line} ${field} ${why}`}>
            <strong>{[t('problems.line', { line }), field].filter(Boolean).join(' · ')}</strong>
            {value && <code> {value}</code>}
            <br />
            {why} <span className="muted">{fix}</span>
          </li>
        ))}
      </ul>
      {next !== null && next !== undefined && (
        <button type="button" className="button" onClick={() => setAfter(next)}>
          {t('problems.more')}
        </button>
      )}
    </section>
  );
}
