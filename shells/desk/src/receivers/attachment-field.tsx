import { RECEIVER_FILE_TYPES } from '@feira/schemas/provider';
import { Icon } from '@feira/shell-kit/components/icon';
import { useHost } from '@feira/shell-kit/host-context';
import type { Control } from '@feira/shell-kit/use-draft';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, MAX_FILE_BYTES, readContent } from '../disputes/file-content.ts';
import type { ChosenFile } from './receiver-fields.ts';

const LONGEST_NAME = 120;
export const ACCEPTED: readonly string[] = RECEIVER_FILE_TYPES;

/** Returns why a file cannot be sent to a provider, null where it can. */
export const findFileProblem = ({ size, type }: File): 'tooLarge' | 'kind' | null =>
  size > MAX_FILE_BYTES ? 'tooLarge' : ACCEPTED.includes(type) ? null : 'kind';

/** Reads a file as a call carries it. The end of a long name holds its extension. */
export const readFile = async (file: File): Promise<ChosenFile> => ({
  name: file.name.slice(-LONGEST_NAME),
  content: await readContent(file),
  byteCount: file.size,
});

interface AttachmentFieldProps {
  control: Control<ChosenFile | null>;
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
}

/** Takes a file that goes along with a form. It stays in the page until the form is sent. */
export function AttachmentField({ control, label, hint, problem }: AttachmentFieldProps) {
  const { t } = useTranslation('receivers');
  const { locale } = useHost();
  const [wrong, setWrong] = useState<ReturnType<typeof findFileProblem>>(null);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { name, value: chosen, onChange } = control;
  const shown = wrong ? t(`documents.problems.${wrong}`) : problem;
  const take = async (file: File | undefined) => {
    if (!file) return;
    const found = findFileProblem(file);
    setWrong(found);
    if (!found) onChange(await readFile(file));
  };
  return (
    <div className="form-field">
      <span className="form-legend" id={`${id}label`}>
        {label}
      </span>
      <div className="receiver-actions">
        <button
          ref={button}
          type="button"
          className="button"
          aria-labelledby={`${id}label ${id}act`}
          aria-describedby={[`${id}state`, shown && `${id}problem`].filter(Boolean).join(' ')}
          aria-invalid={shown ? true : undefined}
          onClick={() => input.current?.click()}
        >
          <Icon name="upload" size={18} />
          <span id={`${id}act`}>{t(chosen ? 'attachment.other' : 'attachment.choose')}</span>
        </button>
        {chosen && (
          <button
            type="button"
            className="button"
            aria-label={t('attachment.removeOf', { title: label })}
            onClick={() => {
              onChange(null);
              button.current?.focus();
            }}
          >
            {t('attachment.remove')}
          </button>
        )}
        <input
          ref={input}
          type="file"
          // The button replaces the browser's own, whose label is in the browser's language.
          hidden
          name={name}
          accept={ACCEPTED.join(',')}
          onChange={async ({ target }) => {
            await take(target.files?.[0]);
            // The same file may be chosen again after it was mended.
            target.value = '';
          }}
        />
      </div>
      <span id={`${id}state`} className="form-hint receiver-file" role="status">
        {chosen ? `${chosen.name} · ${formatBytes(chosen.byteCount, locale)}` : (hint ?? t('attachment.hint'))}
      </span>
      {shown && (
        <p id={`${id}problem`} className="field-error" role={wrong ? 'alert' : undefined}>
          {shown}
        </p>
      )}
    </div>
  );
}
