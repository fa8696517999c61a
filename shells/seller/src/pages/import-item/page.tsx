import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { Refusal } from '@feira/shell-kit/components/refusal';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { formatCount, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { openPage } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/imports/add-texts.ts';
import { IMPORT_PAGE } from '../../components/imports/addresses.ts';
import { ImportStatus, useFileWords } from '../../components/imports/import-words.tsx';
import '../../components/imports/imports.css';
import { type ImportDetails, isMoving, useDiscard, useImport } from '../../components/imports/use-imports.ts';
import { MappingForm } from './mapping-form.tsx';
import { Checked, Done, Undone } from './results.tsx';

/** Takes a seller through one import: its columns, the check, the run and the undo. */
export default function ImportItemPage({ params }: PageProps) {
  const { t } = useTranslation('imports');
  const toWords = useFileWords();
  const { data, error, refetch } = useImport({ importId: params.id ?? '' });
  const isUnknown = error?.code === 'IMPORT_NOT_FOUND' || error?.code === 'VALIDATION_FAILED';
  return (
    <PageFrame title={data?.fileName ?? t('title')} action={data && <ImportStatus state={data.state} />}>
      <BackLink to={IMPORT_PAGE}>{t('title')}</BackLink>
      {isUnknown && <EmptyState icon="search" title={t('unknown')} text={t('unknownText')} />}
      {error && !isUnknown && !data && <LoadError error={error} onRetry={refetch} />}
      {data && !isUnknown && (
        <div className="import-step">
          <p className="muted">{toWords(data)}</p>
          <Step record={data} />
        </div>
      )}
    </PageFrame>
  );
}

function Step({ record }: { record: ImportDetails }) {
  const { t } = useTranslation('imports');
  const { locale } = useHost();
  const [isRemapped, setIsRemapped] = useState(false);
  const { state, deletedAt } = record;
  if (isMoving(record)) return <Progress record={record} />;
  return (
    <>
      {state === 'FAILED' && (
        <p className="notice notice-error" role="alert">
          {record.problem}
        </p>
      )}
      {(state === 'MAPPING' || (state === 'CHECKED' && isRemapped)) && (
        <MappingForm record={record} onDone={() => setIsRemapped(false)} />
      )}
      {state === 'CHECKED' && !isRemapped && <Checked record={record} onRemap={() => setIsRemapped(true)} />}
      {state === 'DONE' && <Done record={record} />}
      {state === 'UNDONE' && <Undone record={record} />}
      {(state === 'FAILED' || state === 'UPLOADING' || state === 'MAPPING' || state === 'CHECKED') && (
        <Discarding importId={record.id} />
      )}
      <p className="muted">{t('deletedAt', { at: formatDate(deletedAt, locale) })}</p>
    </>
  );
}

function Progress({ record }: { record: ImportDetails }) {
  const { t } = useTranslation('imports');
  const { locale } = useHost();
  const { state, doneRows, rowCount } = record;
  const counts = { done: formatCount(doneRows, locale), all: formatCount(rowCount, locale) };
  const text = t(`progress.${state as 'READING' | 'CHECKING' | 'RUNNING' | 'UNDOING'}`, counts);
  return (
    <section className="panel import-step" aria-label={text}>
      <p role="status">{text}</p>
      {state === 'READING' ? (
        <progress className="import-progress" aria-label={text} />
      ) : (
        <progress className="import-progress" max={Math.max(1, rowCount)} value={doneRows} aria-label={text} />
      )}
      <p className="muted">{t('progress.leave')}</p>
    </section>
  );
}

function Discarding({ importId }: { importId: string }) {
  const { t } = useTranslation('imports');
  const { run, error, isBusy } = useDiscard();
  const discard = async () => {
    if (await run({ importId })) openPage(IMPORT_PAGE);
  };
  return (
    <div className="import-acts">
      <Refusal error={error} />
      <button type="button" className="button" aria-busy={isBusy} onClick={() => !isBusy && discard()}>
        {t('checked.discard')}
      </button>
    </div>
  );
}
