import { PICTURE_TYPES, type PictureUploadKind } from '@feira/schemas/uploads';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { type ChangeEvent, type DragEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './picture-field.css';
import { type UploadState, useUpload } from './use-upload.ts';

export interface PictureFieldProps {
  kind: PictureUploadKind;
  label: string;
  /** Says what the picture is for, and how large it should be. */
  hint: string;
  /** The address of the picture; empty without one. */
  value: string;
  /** The text that screen readers read instead of the picture. */
  alt: string;
  shape: 'logo' | 'square' | 'banner' | 'cover';
  problem?: string | undefined;
  /** True if the address of a picture elsewhere may be typed in place of an upload. */
  takesAddress?: boolean;
  onChange: (address: string) => void;
}

/** Takes a picture by drop, by button or, where wanted, by address, uploads it at once and shows it. */
export function PictureField(props: PictureFieldProps) {
  const { kind, label, hint, value, alt, shape, problem, takesAddress = false, onChange } = props;
  const { t } = useTranslation(['uploads', 'kit']);
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const { state, start, cancel } = useUpload(kind, onChange);
  const isSending = state.step === 'sending';
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) void start(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take(target.files);
    // The same file may be chosen again after it was corrected.
    target.value = '';
  };
  const edit = (address: string) => {
    cancel();
    onChange(address);
  };
  return (
    <div className="picture-field">
      {takesAddress ? (
        <TextField
          label={label}
          hint={hint}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={500}
          spellCheck={false}
          value={value}
          problem={problem}
          onChange={edit}
        />
      ) : (
        <div className="form-field">
          <span className="form-legend">{label}</span>
          <span id={`${id}hint`} className="form-hint">
            {hint}
          </span>
          {problem && <span className="field-error">{problem}</span>}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same. */}
      <div
        className={isOver ? 'picture-zone picture-zone-over' : 'picture-zone'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Picture key={value} url={value.trim()} alt={alt} shape={shape} />
        <div className="picture-tools">
          <span className="picture-drop muted">{t('drop')}</span>
          <span className="picture-actions">
            <label className="button picture-button">
              <input
                className="visually-hidden"
                type="file"
                accept={PICTURE_TYPES.join()}
                aria-label={`${t(value ? 'replace' : 'choose')}: ${label}`}
                aria-describedby={takesAddress ? undefined : `${id}hint`}
                onChange={choose}
              />
              <Icon name="upload" size={18} />
              {t(value ? 'replace' : 'choose')}
            </label>
            {value && !isSending && (
              <button type="button" className="button" aria-label={t('removeOf', { label })} onClick={() => edit('')}>
                {t('remove')}
              </button>
            )}
            {isSending && (
              <button type="button" className="button" onClick={cancel}>
                {t('kit:cancel')}
              </button>
            )}
          </span>
          <UploadNote state={state} label={label} />
        </div>
      </div>
    </div>
  );
}

function UploadNote({ state, label }: { state: UploadState; label: string }) {
  const { t } = useTranslation(['uploads', 'kit']);
  return (
    <>
      {state.step === 'sending' && (
        <progress className="picture-progress" max={1} value={state.share} aria-label={t('sending', { label })} />
      )}
      <span role="status">{state.step === 'done' && t('done')}</span>
      {(state.step === 'failed' || state.step === 'tooLarge') && (
        <span className="field-error" role="alert">
          {state.step === 'tooLarge' ? t('tooLarge') : (state.message ?? t('failed'))}
        </span>
      )}
    </>
  );
}

/** Only addresses that a browser loads without running code. */
const ADDRESS = /^(https:\/\/[^\s"<>]+|\/[^\s"<>/\\][^\s"<>]*)$/;

function Picture({ url, alt, shape }: Pick<PictureFieldProps, 'alt' | 'shape'> & { url: string }) {
  const { t } = useTranslation(['uploads', 'kit']);
  const [isBroken, setIsBroken] = useState(false);
  const frame = `picture picture-${shape}`;
  if (!ADDRESS.test(url)) return <span className={frame} aria-hidden="true" />;
  return (
    <span className={frame}>
      {isBroken ? (
        <span className="picture-failed" role="status">
          <Icon name="alert" size={18} />
          {t('notLoaded')}
        </span>
      ) : (
        <img src={url} alt={alt} referrerPolicy="no-referrer" onError={() => setIsBroken(true)} />
      )}
    </span>
  );
}
