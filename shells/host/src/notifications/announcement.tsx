import { markSeen } from '@feira/schemas/procedures/announcements';
import { markRead } from '@feira/schemas/procedures/notifications';
import type { Client } from '@feira/shell-kit/client';
import { Icon } from '@feira/shell-kit/components/icon';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { NotificationList } from '../layout/use-notifications.ts';
import './add-texts.ts';
import './announcement.css';
import { isOwnPage } from './describe.ts';

interface AnnouncementProps {
  client: Client;
  announcement: NonNullable<NotificationList['announcement']>;
  /** True while an administrator looks at this account, which then has seen and dismissed nothing. */
  isReadOnly: boolean;
  onDismiss: () => Promise<void>;
}

/** Stands above the page until the person dismisses it. */
export default function Announcement({ client, announcement, isReadOnly, onDismiss }: AnnouncementProps) {
  const { t } = useTranslation('notifications');
  const { id, notificationId, title, text, link, isSeen } = announcement;
  const [hasFailed, setHasFailed] = useState(false);
  const isNew = !isSeen && !isReadOnly;
  useEffect(() => {
    // The next visit tells it again where this gets no answer.
    if (isNew) client.call(markSeen, { announcementId: id }).catch(() => undefined);
  }, [client, id, isNew]);
  const dismiss = () => {
    setHasFailed(false);
    client
      .call(markRead, { ids: [notificationId] })
      .then(onDismiss)
      .catch(() => setHasFailed(true));
  };
  return (
    <section className="announcement" aria-label={t('announcement.label')}>
      <Icon name="mail" />
      <div className="announcement-text">
        <strong>{title}</strong>
        <p>{text}</p>
        {isOwnPage(link) ? (
          <Link href={link}>{t('announcement.more')}</Link>
        ) : (
          link && (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {t('announcement.more')}
            </a>
          )
        )}
        {hasFailed && (
          <p className="field-error" role="alert">
            {t('announcement.failed')}
          </p>
        )}
      </div>
      {!isReadOnly && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('announcement.dismiss', { title })}
          onClick={dismiss}
        >
          <Icon name="close" />
        </button>
      )}
    </section>
  );
}
