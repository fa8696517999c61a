import type { Output } from '@feira/schemas/procedure';
import {
  createOwnDocumentLink,
  listDocuments,
  listOwnDocuments,
  sendDocument,
  sendOwnDocument,
} from '@feira/schemas/procedures/receivers';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './receivers.css';
import { ACCEPTED, findFileProblem, readFile } from './attachment-field.tsx';

type Documents = Output<typeof listOwnDocuments>['documents'];
type ReceiverDocument = Documents[number];

interface DocumentListProps {
  /** The id of the receiver. */
  id: string;
  /** The owner alone can use the provider's own page. */
  isOwn: boolean;
  /** True where the list says that the provider requests nothing. */
  saysNothing?: boolean;
}

/** Lists the documents that the provider requests before it pays out, each with its status and a way to send it. */
export function DocumentList({ id, isOwn, saysNothing = false }: DocumentListProps) {
  const { t } = useTranslation('receivers');
  const { data, error, refetch } = useProcedureQuery(isOwn ? listOwnDocuments : listDocuments, { id });
  const titleId = useId();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={48} />;
  if (data.documents.length === 0)
    return saysNothing && data.askedAt ? <p className="muted">{t('documents.none')}</p> : null;
  return (
    <section className="receiver-documents" aria-labelledby={titleId}>
      <h3 id={titleId}>{t('documents.title')}</h3>
      <ul>
        {data.documents.map((document) => (
          <DocumentItem key={document.id} document={document} isOwn={isOwn} />
        ))}
      </ul>
    </section>
  );
}

const LOOKS: Record<ReceiverDocument['status'], [StatusTone, IconName]> = {
  WANTED: ['chargeback', 'upload'],
  SENT: ['pending', 'eye'],
  ACCEPTED: ['approved', 'check'],
  REFUSED: ['rejected', 'close'],
};

export function DocumentStatus({ status }: Pick<ReceiverDocument, 'status'>) {
  const { t } = useTranslation('receivers');
  const [tone, icon] = LOOKS[status];
  return <StatusBadge tone={tone} icon={icon} label={t(`documents.states.${status}`)} />;
}

interface DocumentItemProps {
  document: ReceiverDocument;
  isOwn: boolean;
}

function DocumentItem({ document, isOwn }: DocumentItemProps) {
  const { t } = useTranslation('receivers');
  const { title, description, status, reason, takesFile, hasLink } = document;
  const isWanted = status === 'WANTED' || status === 'REFUSED';
  return (
    <li>
      <div className="receiver-head">
        <strong>{title}</strong>
        <DocumentStatus status={status} />
      </div>
      {description && <p className="muted">{description}</p>}
      {reason && status === 'REFUSED' && <p className="field-error">{reason}</p>}
      {isWanted && takesFile && <FileSending document={document} isOwn={isOwn} />}
      {isWanted && hasLink && isOwn && <ProviderPage document={document} />}
      {isWanted && hasLink && !isOwn && !takesFile && <p className="form-hint">{t('documents.ownOnly')}</p>}
    </li>
  );
}

/** Sends a chosen file to the provider; the platform keeps no copy. */
function FileSending({ document, isOwn }: DocumentItemProps) {
  const { t } = useTranslation('receivers');
  const { run, error, isBusy, reset } = useChange(
    isOwn ? sendOwnDocument : sendDocument,
    isOwn ? listOwnDocuments : listDocuments,
  );
  const [problem, setProblem] = useState<'tooLarge' | 'kind' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const send = async (file: File | undefined) => {
    if (!file) return;
    reset();
    const wrong = findFileProblem(file);
    setProblem(wrong);
    if (!wrong) {
      const { name, content } = await readFile(file);
      await run({ documentId: document.id, name, content });
    }
    // Lets people choose the same file again.
    if (field.current) field.current.value = '';
  };
  return (
    <>
      {problem && (
        <p className="field-error" role="alert">
          {t(`documents.problems.${problem}`)}
        </p>
      )}
      <Refusal error={error} />
      <div className="receiver-actions">
        <button
          type="button"
          className="button"
          aria-busy={isBusy}
          aria-describedby={id}
          onClick={() => !isBusy && field.current?.click()}
        >
          <Icon name="upload" size={18} />
          {t(isBusy ? 'sending' : 'documents.send')}
          <span className="visually-hidden"> {document.title}</span>
        </button>
        <span id={id} className="form-hint">
          {t('documents.hint')}
        </span>
        <input
          ref={field}
          type="file"
          hidden
          accept={ACCEPTED.join(',')}
          onChange={(event) => void send(event.target.files?.[0])}
        />
      </div>
    </>
  );
}

/** Links to the provider's own page, whose address is requested only on the click. */
function ProviderPage({ document }: { document: ReceiverDocument }) {
  const { t } = useTranslation('receivers');
  const { run, error, isBusy } = useChange(createOwnDocumentLink);
  const [url, setUrl] = useState<string | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (url) link.current?.focus();
  }, [url]);
  const ask = async () => {
    const answer = await run({ documentId: document.id });
    if (answer) setUrl(answer.url);
  };
  return (
    <>
      <Refusal error={error} />
      <div className="receiver-actions">
        {url ? (
          <a ref={link} className="button button-primary" href={url} target="_blank" rel="noopener noreferrer">
            <Icon name="external" size={18} />
            {t('documents.open')}
          </a>
        ) : (
          <button type="button" className="button" aria-busy={isBusy} onClick={() => !isBusy && void ask()}>
            <Icon name="external" size={18} />
            {t('documents.ask')}
            <span className="visually-hidden"> {document.title}</span>
          </button>
        )}
        <span className="form-hint">{t(url ? 'documents.openHint' : 'documents.askHint')}</span>
      </div>
    </>
  );
}
