import { DISPUTE_FILE_TYPES } from '@feira/schemas/procedures/disputes';
import { useHost } from '@feira/shell-kit/host-context';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveContent } from '../save-content.ts';
import './dispute-files.css';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import './add-texts.ts';
import { formatBytes, MAX_FILE_BYTES, MAX_FILES, readContent } from './file-content.ts';
import { type DisputeCase, type DisputeFile, useFileAddition, useFileDownload, useFileRemoval } from './use-defence.ts';

interface DisputeFilesProps {
  dispute: DisputeCase;
  /** True where the reader can add and remove files, as long as the defence was not sent. */
  isWritten?: boolean;
}

/** Lists the files of a defence. */
export function DisputeFiles({ dispute, isWritten = false }: DisputeFilesProps) {
  const { t } = useTranslation('defence');
  const id = useId();
  const download = useFileDownload();
  const removal = useFileRemoval();
  const isOpen = isWritten && dispute.state === 'OPEN';
  const save = async ({ id: fileId }: DisputeFile) => {
    const file = await download.mutateAsync({ disputeId: dispute.id, fileId }).catch(() => undefined);
    if (file) saveContent(file);
  };
  if (!isOpen && dispute.files.length === 0) return null;
  return (
    <section className="dispute-files" aria-labelledby={id}>
      <h3 id={id}>{t('files.title')}</h3>
      {dispute.files.length > 0 && (
        <ul>
          {dispute.files.map((file) => (
            <FileItem
              key={file.id}
              file={file}
              onSave={() => void save(file)}
              {...(isOpen && { onRemove: () => void removal.run({ disputeId: dispute.id, fileId: file.id }) })}
            />
          ))}
        </ul>
      )}
      <Refusal error={download.error ?? removal.error} />
      {isOpen && <FileAddition dispute={dispute} />}
    </section>
  );
}

interface FileItemProps {
  file: DisputeFile;
  onSave: () => void;
  onRemove?: () => void;
}

function FileItem({ file, onSave, onRemove }: FileItemProps) {
  const { t } = useTranslation('defence');
  const { locale } = useHost();
  return (
    <li>
      <span className="dispute-file">
        <span>{file.name}</span> <span className="muted">{formatBytes(file.bytes, locale)}</span>
      </span>
      <button type="button" className="icon-button" onClick={onSave}>
        <Icon name="download" size={18} />
        <span className="visually-hidden">{t('files.save', { name: file.name })}</span>
      </button>
      {onRemove && (
        <button type="button" className="icon-button" onClick={onRemove}>
          <Icon name="trash" size={18} />
          <span className="visually-hidden">{t('files.remove', { name: file.name })}</span>
        </button>
      )}
    </li>
  );
}

function FileAddition({ dispute }: { dispute: DisputeCase }) {
  const { t } = useTranslation('defence');
  const { run, error, isBusy } = useFileAddition();
  const [isLarge, setIsLarge] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const add = async (file: File | undefined) => {
    if (!file) return;
    setIsLarge(file.size > MAX_FILE_BYTES);
    if (file.size <= MAX_FILE_BYTES)
      await run({ disputeId: dispute.id, name: file.name, content: await readContent(file) });
    // Lets people choose the same file again.
    if (field.current) field.current.value = '';
  };
  return (
    <>
      {isLarge && (
        <p className="field-error" role="alert">
          {t('files.tooLarge')}
        </p>
      )}
      <Refusal error={error} />
      <div className="dispute-files-add">
        <button
          type="button"
          className="button"
          disabled={dispute.files.length >= MAX_FILES}
          aria-busy={isBusy}
          aria-describedby={id}
          onClick={() => !isBusy && field.current?.click()}
        >
          <Icon name="upload" size={18} />
          {t('files.add')}
        </button>
        <span id={id} className="form-hint">
          {t('files.hint', { count: MAX_FILES })}
        </span>
        <input
          ref={field}
          type="file"
          hidden
          accept={DISPUTE_FILE_TYPES.join(',')}
          onChange={(event) => void add(event.target.files?.[0])}
        />
      </div>
    </>
  );
}
