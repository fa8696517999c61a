import { Icon } from '@feira/shell-kit/components/icon';
import { useHost } from '@feira/shell-kit/host-context';
import { type ChangeEvent, type DragEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from './byte-size.ts';
import { type PickedFiles, readFiles } from './package-file.ts';

interface UploadFieldsProps {
  picked: PickedFiles;
  /** The form sets it when nothing was chosen. */
  problem: string | undefined;
  onPick: (picked: PickedFiles) => void;
}

/** A file by drop or by button; both ways lead to the same checks. */
export function UploadFields({ picked, problem, onPick }: UploadFieldsProps) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  useDropsKept();
  const { tarball, signature } = picked;
  const take = async (files: FileList | null) => {
    if (!files?.length) return;
    const { problem: found, ...read } = await readFiles([...files]);
    onPick({ ...(tarball && { tarball }), ...(signature && { signature }), ...read, ...(found && { problem: found }) });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void take(event.target.files);
    // The same file may be chosen again after it was corrected.
    event.target.value = '';
  };
  const message = picked.problem
    ? t(`install.problems.${picked.problem.kind}`, {
        name: picked.problem.name,
        size: formatBytes(picked.problem.bytes, locale),
      })
    : problem;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons inside do the same.
    <div
      className={isOver ? 'drop-zone drop-zone-over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span className="empty-icon">
        <Icon name={tarball ? 'package' : 'upload'} size={28} />
      </span>
      {tarball ? (
        <ul className="drop-files">
          <PickedFile
            label={t('install.file')}
            name={tarball.name}
            note={formatBytes(tarball.bytes, locale)}
            onRemove={() => onPick(signature ? { signature } : {})}
          />
          {signature && (
            <PickedFile label={t('install.signature')} name={signature.name} onRemove={() => onPick({ tarball })} />
          )}
        </ul>
      ) : (
        <>
          <strong>{t('install.dropTitle')}</strong>
          <span className="muted">{t('install.dropText')}</span>
        </>
      )}
      <span className="list-actions">
        <label className={tarball ? 'button file-button' : 'button button-primary file-button'}>
          <input
            className="visually-hidden"
            type="file"
            name="package"
            multiple
            accept=".tgz,.gz,.sig,application/gzip"
            aria-invalid={message ? true : undefined}
            aria-describedby={message ? `${id}problem` : undefined}
            onChange={choose}
          />
          {t(tarball ? 'install.chooseOther' : 'install.choose')}
        </label>
        {tarball && !signature && (
          <label className="button file-button">
            <input className="visually-hidden" type="file" name="signature" accept=".sig" onChange={choose} />
            {t('install.addSignature')}
          </label>
        )}
      </span>
      {message && (
        <p id={`${id}problem`} className="field-error" role="alert">
          {message}
        </p>
      )}
    </div>
  );
}

interface PickedFileProps {
  label: string;
  name: string;
  note?: string;
  onRemove: () => void;
}

function PickedFile({ label, name, note, onRemove }: PickedFileProps) {
  const { t } = useTranslation('marketplace');
  return (
    <li>
      <span className="muted">{label}</span>
      <span className="drop-name">
        <strong>{name}</strong>
        {note && <span className="muted">{note}</span>}
      </span>
      <button type="button" className="icon-button" aria-label={t('install.removeFile', { name })} onClick={onRemove}>
        <Icon name="close" size={18} />
      </button>
    </li>
  );
}

/** A file that misses the zone would otherwise be opened by the browser, and the page would be gone. */
function useDropsKept(): void {
  useEffect(() => {
    const keep = (event: Event) => event.preventDefault();
    addEventListener('dragover', keep);
    addEventListener('drop', keep);
    return () => {
      removeEventListener('dragover', keep);
      removeEventListener('drop', keep);
    };
  }, []);
}
