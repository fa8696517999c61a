import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { useTranslation } from 'react-i18next';
import { Arrival } from '../../layout/arrival.tsx';

export type MessageKind = 'missing' | 'forbidden' | 'broken' | 'offline' | 'noArea';

const ICONS: Record<MessageKind, IconName> = {
  missing: 'search',
  forbidden: 'stop',
  broken: 'alert',
  offline: 'alert',
  noArea: 'stop',
};

interface MessageContentProps {
  kind: MessageKind;
  onRetry?: (() => void) | undefined;
  onSignOut?: (() => void) | undefined;
}

/** What stands where a page would: why it is not there and what to do. */
export function MessageContent({ kind, onRetry, onSignOut }: MessageContentProps) {
  const { t } = useTranslation();
  const title = t(`${kind}Title`);
  return (
    <div className="message">
      <Arrival title={title} />
      <span className="empty-icon">
        <Icon name={ICONS[kind]} size={28} />
      </span>
      <h1>{title}</h1>
      <p>{t(`${kind}Text`)}</p>
      {kind === 'missing' || kind === 'forbidden' ? (
        <LinkButton to="/login">{t('goHome')}</LinkButton>
      ) : onSignOut ? (
        <button type="button" className="button button-primary" onClick={onSignOut}>
          {t('signOut')}
        </button>
      ) : (
        <button type="button" className="button button-primary" onClick={onRetry ?? (() => location.reload())}>
          {t('retry')}
        </button>
      )}
    </div>
  );
}
