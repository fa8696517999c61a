import { REFUSAL_REASONS, type RefusalReason } from '@feira/schemas/verification';
import '@feira/shell-desk/verification/add-texts.ts';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { type SentDocument, useOpening, type Verification } from './use-verifications.ts';

interface DocumentPaneProps {
  document: Verification['documents'][number];
  /** Why it will not do; null where it does. Left out where there is nothing to decide. */
  verdict?: RefusalReason | null;
  onJudge?: (verdict: RefusalReason | null) => void;
}

/** One document of the person, with what the reviewer thinks of it. */
export function DocumentPane({ document: { kind, sent }, verdict, onJudge }: DocumentPaneProps) {
  const { t } = useTranslation(['adminVerification', 'verification']);
  const { locale } = useHost();
  const id = useId();
  const title = t(`verification:documents.${kind}`);
  return (
    <li className="review-document">
      <h4 id={id}>{title}</h4>
      {sent ? (
        <>
          <p className="form-hint">{t('sent', { date: formatDate(sent.sentAt, locale) })}</p>
          <File sent={sent} title={title} />
          {sent.refusal && <p className="field-error">{t(`verification:reasons.${sent.refusal}`)}</p>}
        </>
      ) : (
        <p className="muted">{t('notSent')}</p>
      )}
      {sent && onJudge && (
        <SelectField
          label={t('verdict')}
          value={verdict ?? ''}
          options={[
            { value: '', label: t('accepted') },
            ...REFUSAL_REASONS.map((value) => ({ value, label: t(`verification:reasons.${value}`) })),
          ]}
          onChange={(value) => onJudge(value === '' ? null : (value as RefusalReason))}
        />
      )}
    </li>
  );
}

/** The address of a document works for a minute, so it is asked for as soon as the pane opens, and for a PDF on the click. */
function File({ sent, title }: { sent: SentDocument; title: string }) {
  const { t } = useTranslation('adminVerification');
  const { run, error } = useOpening();
  const [url, setUrl] = useState<string | null>(null);
  const isAsked = useRef(false);
  const isPdf = sent.mediaType === 'application/pdf';
  const load = async () => {
    const answer = await run({ documentId: sent.id });
    if (answer) setUrl(answer.url);
  };
  useEffect(() => {
    if (isPdf || isAsked.current) return;
    isAsked.current = true;
    void load();
  });
  if (isPdf) return <Pdf sent={sent} title={title} />;
  return (
    <>
      <Refusal error={error} />
      {url ? (
        <Picture url={url} title={title} />
      ) : (
        <div className="review-view" aria-busy="true">
          {error ? (
            <button type="button" className="button" onClick={() => void load()}>
              {t('reload')}
            </button>
          ) : (
            <p className="muted">{t('loading')}</p>
          )}
        </div>
      )}
    </>
  );
}

function Pdf({ sent, title }: { sent: SentDocument; title: string }) {
  const { t } = useTranslation('adminVerification');
  const { run, error, isBusy } = useOpening();
  const open = async () => {
    // Opened before the answer, or the browser takes it for an advertisement.
    const tab = window.open('', '_blank');
    const answer = await run({ documentId: sent.id });
    if (!tab) return;
    if (answer) tab.location.href = answer.url;
    else tab.close();
  };
  return (
    <div className="review-view">
      <Refusal error={error} />
      <button type="button" className="button" aria-busy={isBusy} onClick={() => !isBusy && void open()}>
        <Icon name="external" size={18} />
        {t('openPdf')}
        <span className="visually-hidden"> {title}</span>
      </button>
    </div>
  );
}

const ZOOMS = [1, 1.5, 2, 3, 4, 6];
const QUARTER = 90;

/** A picture that is enlarged and turned by buttons or keys, and moved within its frame. */
function Picture({ url, title }: { url: string; title: string }) {
  const { t } = useTranslation('adminVerification');
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const enlarge = () => setZoom((step) => Math.min(step + 1, ZOOMS.length - 1));
  const reduce = () => setZoom((step) => Math.max(step - 1, 0));
  const turn = () => setTurns((count) => count + 1);
  const reset = () => {
    setZoom(0);
    setTurns(0);
  };
  const keys: Record<string, () => void> = { '+': enlarge, '=': enlarge, '-': reduce, r: turn, R: turn, '0': reset };
  const press = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const scale = ZOOMS[zoom]!;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="review-view" aria-label={title} tabIndex={0} onKeyDown={press}>
        <img
          src={url}
          alt={title}
          style={{ width: `${scale * 100}%`, transform: `rotate(${turns * QUARTER}deg)` }}
          draggable={false}
        />
      </section>
      <div className="review-tools">
        <Tool label={t('zoomIn')} name={title} sign="+" isOff={zoom === ZOOMS.length - 1} onClick={enlarge} />
        <Tool label={t('zoomOut')} name={title} sign="−" isOff={zoom === 0} onClick={reduce} />
        <Tool label={t('rotate')} name={title} sign="↻" onClick={turn} />
        <Tool label={t('reset')} name={title} isOff={zoom === 0 && turns === 0} onClick={reset} />
      </div>
    </>
  );
}

interface ToolProps {
  label: string;
  name: string;
  /** Left out where the words are shown. */
  sign?: string;
  /** It keeps the focus, which a disabled button would lose. */
  isOff?: boolean;
  onClick: () => void;
}

const Tool = ({ label, name, sign, isOff = false, onClick }: ToolProps) => (
  <button
    type="button"
    className="button"
    {...(sign && { title: label })}
    aria-label={`${label}: ${name}`}
    aria-disabled={isOff}
    onClick={() => !isOff && onClick()}
  >
    {sign ? <span aria-hidden="true">{sign}</span> : label}
  </button>
);
