import type { Locale } from '@feira/schemas/common';
import { changeOwnCard } from '@feira/schemas/procedures/subscriptions';
import { type CardChannel, connectCardFrame } from '@feira/shell-kit/card-channel';
import type { Client } from '@feira/shell-kit/client';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useSubmit } from '../../components/use-submit.ts';

/** The height of the empty form, until the frame reports its own. */
const FRAME_HEIGHT_PX = 251;

interface CardDialogProps {
  frameUrl: string;
  token: string;
  pageView: string;
  client: Client;
  locale: Locale;
  /** True where the new card is charged at once. */
  isDue: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Takes another card. Its numbers stay in the frame, which only hands over what the provider reads. */
export default function CardDialog({
  frameUrl,
  token,
  pageView,
  client,
  locale,
  isDue,
  onDone,
  onClose,
}: CardDialogProps) {
  const { t } = useTranslation('ownSubscription');
  const { failure, isBusy, submit } = useSubmit();
  const frame = useRef<HTMLIFrameElement>(null);
  const channel = useRef<CardChannel>(null);
  const [height, setHeight] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  useLayoutEffect(() => {
    // Before the browser can go on: the frame's load event must not be missed.
    const opened = connectCardFrame(frame.current!, locale, {
      onResize: setHeight,
      onFail: () => setProblem(t('card.unavailable')),
    });
    channel.current = opened;
    return () => opened.close();
  }, [locale, t]);
  useEffect(() => channel.current?.setDisabled(isBusy), [isBusy]);
  const save = () =>
    submit(async () => {
      setProblem(null);
      const answer = await channel.current?.tokenize(undefined);
      if (!answer) return;
      if ('reason' in answer) {
        // The frame itself has marked the fields that are wrong.
        if (answer.reason !== 'invalid') setProblem(answer.message ?? t('card.failed'));
        return;
      }
      await client.call(changeOwnCard, { token, cardToken: answer.token, pageView });
      onDone();
    });
  return (
    <ModalDialog title={t('card.title')} text={t(isDue ? 'card.dueText' : 'card.text')} onClose={onClose}>
      <FailureNotice failure={failure} />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <iframe
        ref={frame}
        className="subscription-card"
        title={t('card.frame')}
        src={frameUrl}
        // From this host the frame gets no origin: it would be the page's own.
        sandbox={frameUrl.startsWith('/') ? 'allow-scripts' : 'allow-scripts allow-same-origin'}
        height={height || FRAME_HEIGHT_PX}
      />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('back')}
        </button>
        <button
          type="button"
          className="button button-primary"
          aria-busy={isBusy}
          onClick={() => !isBusy && void save()}
        >
          {t('card.save')}
        </button>
      </div>
    </ModalDialog>
  );
}
