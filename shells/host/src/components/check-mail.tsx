import { Icon } from '@feira/shell-kit/components/icon';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../sign-in/add-texts.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useSubmit } from './use-submit.ts';

interface CheckMailProps {
  /** The text is the same whether the address is known here or not. */
  lead: string;
  note: string;
  onResend: () => Promise<unknown>;
  onOtherEmail: () => void;
}

/** A mail takes a moment, and a second one would end the link that is on its way. */
const WAIT_SECONDS = 60;

export function CheckMail({ lead, note, onResend, onOtherEmail }: CheckMailProps) {
  const { t } = useTranslation('signIn');
  const [secondsLeft, setSecondsLeft] = useState(WAIT_SECONDS);
  const [isSent, setIsSent] = useState(false);
  const { failure, isBusy, submit } = useSubmit();
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  const resend = async () => {
    if (isWaiting) return;
    setIsSent(false);
    const refusal = await submit(onResend);
    setIsSent(!refusal);
    setSecondsLeft(refusal?.waitSeconds ?? WAIT_SECONDS);
  };
  return (
    <div className="check-mail">
      <span className="empty-icon">
        <Icon name="mail" size={28} />
      </span>
      <p>{lead}</p>
      <p className="muted">{note}</p>
      <p role="status">{isSent && t('mail.sentAgain')}</p>
      <FailureNotice failure={failure} />
      {/* Not disabled, which would drop the focus: its text says why nothing happens yet. */}
      <button type="button" className="button" aria-disabled={isWaiting} aria-busy={isBusy} onClick={resend}>
        {isWaiting ? t('mail.resendIn', { count: secondsLeft }) : t('mail.resend')}
      </button>
      <button type="button" className="text-button" onClick={onOtherEmail}>
        {t('mail.otherEmail')}
      </button>
    </div>
  );
}
