import { Icon } from '@feira/shell-kit/components/icon';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countDaysLeft } from './certificate-expiry.ts';
import { FILE_ENDINGS, type FileProblem, readCredentialFile } from './read-credential-file.ts';
import type { SecretFieldProps } from './secret-field.tsx';
import { StoredState } from './stored-state.tsx';
import type { StoredSecret } from './use-connections.ts';

/** Takes a certificate or a key as a file; shows the facts of a stored certificate. */
export function FileField({ field, words, secret, stored, onChange }: SecretFieldProps) {
  const { t } = useTranslation('connections');
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null);
  const [isBack, setIsBack] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { title, label, hint, isRequired, name } = words;
  const problem = fileProblem ? t(`form.problems.${fileProblem}`) : words.problem;
  const chosen = secret?.act === 'set' && secret.value !== '' ? secret : undefined;
  const endings = FILE_ENDINGS[field.format === 'private-key' ? 'private-key' : 'certificate'];
  const read = async (file: File | undefined) => {
    if (!file) return;
    const result = readCredentialFile(new Uint8Array(await file.arrayBuffer()), field.format);
    setFileProblem('problem' in result ? result.problem : null);
    if (!('value' in result)) return;
    setIsBack(false);
    onChange({ act: 'set', value: result.value, fileName: file.name });
  };
  const keep = () => {
    setFileProblem(null);
    setIsBack(true);
    onChange(null);
  };
  return (
    <fieldset className="form-group credential-group">
      <legend>{label}</legend>
      <input
        ref={input}
        type="file"
        // The button below replaces the browser's own, whose label is in the browser's language.
        hidden
        name={name}
        accept={endings}
        onChange={async (event) => {
          await read(event.target.files?.[0]);
          // People may choose the same file again after they mended it.
          event.target.value = '';
        }}
      />
      {stored && !chosen && (
        <>
          {stored.certificate && <CertificateFacts certificate={stored.certificate} />}
          <StoredState
            title={title}
            stored={stored}
            isRequired={isRequired}
            isBack={isBack}
            problem={undefined}
            isRemoved={secret?.act === 'remove'}
            onReplace={() => input.current?.click()}
            onRemove={() => onChange({ act: 'remove' })}
            onKeep={keep}
          />
        </>
      )}
      {(!stored || chosen) && (
        <div className="secret-stored">
          {chosen && (
            <span>
              <Icon name="check" size={16} />
              {t('secret.chosen', { name: chosen.fileName })}
            </span>
          )}
          <button
            type="button"
            className="button"
            aria-label={`${t(chosen ? 'secret.otherFile' : 'secret.chooseFile')}: ${title}`}
            aria-describedby={`${id}notes`}
            aria-invalid={problem ? true : undefined}
            onClick={() => input.current?.click()}
          >
            <Icon name="upload" size={18} />
            {t(chosen ? 'secret.otherFile' : 'secret.chooseFile')}
          </button>
          {chosen && stored && (
            <button type="button" className="button" aria-label={t('secret.keepOf', { title })} onClick={keep}>
              {t('secret.keep')}
            </button>
          )}
        </div>
      )}
      <span id={`${id}notes`} className="form-hint">
        {[hint, t('secret.endings', { endings: endings.replaceAll(',', ', ') })].filter(Boolean).join(' ')}
      </span>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function CertificateFacts({ certificate }: { certificate: NonNullable<StoredSecret['certificate']> }) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const { subject, issuer, validTo } = certificate;
  const count = countDaysLeft(validTo);
  const left = count < 0 ? t('secret.over') : count === 0 ? t('secret.leftToday') : t('secret.leftDays', { count });
  const facts = [
    [t('secret.subject'), subject],
    [t('secret.issuer'), issuer],
    [t('secret.validTo'), `${formatDate(validTo, locale)} (${left})`],
  ];
  return (
    <dl className="certificate-facts">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
