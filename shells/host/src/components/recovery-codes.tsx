import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Icon } from '@feira/shell-kit/components/icon';
import Checkbox from 'antd/es/checkbox/Checkbox';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '../brand.ts';
import '../sign-in/add-texts.ts';

interface RecoveryCodesProps {
  codes: string[];
  email: string;
  onSaved: () => void;
}

/** Shows the codes this once: the person confirms that they are stored before the page goes on. */
export function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  const { t } = useTranslation('signIn');
  const name = useBrand()?.name ?? 'Feira';
  const [isSaved, setIsSaved] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const id = useId();
  const text = [`${name} · ${email}`, t('recovery.fileLead'), '', ...codes, ''].join('\n');

  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: t('recovery.fileName') });
    link.click();
    URL.revokeObjectURL(address);
  };
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (isSaved) return onSaved();
    setIsAsked(true);
    document.getElementById(id)?.focus();
  };
  return (
    <form className="recovery" onSubmit={go} noValidate>
      <p>{t('recovery.lead')}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="recovery-actions">
        <CopyButton text={text} label={t('recovery.copy')} />
        <button type="button" className="button" onClick={download}>
          <Icon name="download" size={18} />
          {t('recovery.download')}
        </button>
        <button type="button" className="button" onClick={() => print()}>
          <Icon name="print" size={18} />
          {t('recovery.print')}
        </button>
      </div>
      <Checkbox
        className="check"
        checked={isSaved}
        required
        aria-invalid={isAsked && !isSaved ? true : undefined}
        aria-describedby={isAsked && !isSaved ? `${id}-problem` : undefined}
        onChange={(event) => setIsSaved(event.target.checked)}
      >
        {t('recovery.saved')}
      </Checkbox>
      {isAsked && !isSaved && (
        <p id={`${id}-problem`} className="field-error" role="alert">
          {t('recovery.savedMissing')}
        </p>
      )}
      <button type="submit" className="button button-primary button-large">
        {t('continue')}
      </button>
    </form>
  );
}
