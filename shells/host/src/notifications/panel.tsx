import type { Locale } from '@feira/schemas/common';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatElapsed } from '@feira/shell-kit/elapsed';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { NotificationList } from '../layout/use-notifications.ts';
import './add-texts.ts';
import { describeNotification, isOwnPage, NOTIFICATION_ICONS, type Notification } from './describe.ts';
import './notifications.css';

interface PanelProps {
  /** Null while the list loads. */
  list: NotificationList | null;
  locale: Locale;
  /** True while an administrator looks at this account: the notifications stay unread. */
  isReadOnly: boolean;
  onMarkRead: () => Promise<void>;
}

export default function Panel({ list, locale, isReadOnly, onMarkRead }: PanelProps) {
  const { t } = useTranslation('notifications');
  const [hasFailed, setHasFailed] = useState(false);
  const mark = () => {
    setHasFailed(false);
    onMarkRead().catch(() => setHasFailed(true));
  };
  const hasUnread = (list?.unread ?? 0) > 0;
  return (
    <>
      <div className="bell-head">
        <h2>{t('title')}</h2>
        {hasUnread && !isReadOnly && (
          <button type="button" className="text-button" onClick={mark}>
            {t('markAllRead')}
          </button>
        )}
      </div>
      {hasFailed && (
        <p className="field-error bell-error" role="alert">
          {t('markFailed')}
        </p>
      )}
      {!list && <Skeleton height={96} />}
      {list?.notifications.length === 0 && (
        <div className="bell-empty">
          <Icon name="bell" size={28} />
          <strong>{t('empty')}</strong>
          <span>{t('emptyText')}</span>
        </div>
      )}
      <ul className="bell-list">
        {list?.notifications.map((notification) => (
          <li key={notification.id}>
            <Entry notification={notification} locale={locale} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ notification, locale }: { notification: Notification; locale: Locale }) {
  const { t } = useTranslation('notifications');
  const { type, href, createdAt, isRead } = notification;
  const detail = describeNotification(notification, locale);
  const content = (
    <>
      <span className={isRead ? 'bell-icon' : 'bell-icon bell-icon-new'}>
        <Icon name={NOTIFICATION_ICONS[type]} size={18} />
      </span>
      <span className="bell-text">
        <strong>
          {!isRead && <span className="visually-hidden">{t('new')} </span>}
          {t(`type.${type}`)}
        </strong>
        {detail && <span>{detail}</span>}
        <time dateTime={createdAt} title={`${formatDate(createdAt, locale)} ${formatTime(createdAt, locale)}`}>
          {formatElapsed(createdAt, locale)}
        </time>
      </span>
      {!isRead && <span className="bell-dot" aria-hidden="true" />}
    </>
  );
  return isOwnPage(href) ? (
    <Link className="bell-entry" href={href}>
      {content}
    </Link>
  ) : (
    <div className="bell-entry">{content}</div>
  );
}
