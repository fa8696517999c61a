import {
  FIXED_IN_BELL,
  MAIL_MODES,
  type MailMode,
  TOPIC_GROUPS,
  type TopicGroup,
} from '@feira/schemas/rules/notification-topics';
import { Icon } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import type { TopicChoice } from './use-choices.ts';

const GROUPS = Object.keys(TOPIC_GROUPS) as TopicGroup[];

interface NoticeMatrixProps {
  topics: readonly TopicChoice[];
  isReadOnly: boolean;
  /** The person gave an address to which notifications are sent. */
  hasWebhook: boolean;
  onChoose: (topic: TopicChoice['topic'], change: Partial<Omit<TopicChoice, 'topic'>>) => void;
}

/** Draws one row for each topic and one column for each channel. On a phone the channels stand below their topic, each with its name. */
export function NoticeMatrix({ topics, isReadOnly, hasWebhook, onChoose }: NoticeMatrixProps) {
  const { t } = useTranslation('notices');
  const groups = GROUPS.map((group) => ({
    group,
    rows: topics.filter(({ topic }) => (TOPIC_GROUPS[group] as readonly string[]).includes(topic)),
  })).filter(({ rows }) => rows.length > 0);
  return (
    <div className={`notice-matrix${hasWebhook ? ' has-webhook' : ''}`}>
      <div className="notice-row notice-heads" aria-hidden="true">
        <span />
        <span>{t('channels.bell')}</span>
        <span>{t('channels.email')}</span>
        <span>{t('channels.push')}</span>
        {hasWebhook && <span>{t('channels.webhook')}</span>}
      </div>
      {groups.map(({ group, rows }) => (
        <fieldset key={group} className="notice-group">
          <legend>{t(`groups.${group}`)}</legend>
          {rows.map((row) => (
            <NoticeRow key={row.topic} row={row} isReadOnly={isReadOnly} hasWebhook={hasWebhook} onChoose={onChoose} />
          ))}
        </fieldset>
      ))}
      <fieldset className="notice-group">
        <legend>{t('groups.security')}</legend>
        <div className="notice-row">
          <div className="notice-topic">{t('security')}</div>
          <Fixed channel="bell" />
          <Fixed channel="email" />
          <Fixed channel="push" />
          {hasWebhook && <Fixed channel="webhook" />}
        </div>
      </fieldset>
    </div>
  );
}

type Channel = 'bell' | 'email' | 'push' | 'webhook';

/** A channel that nobody turns off. */
function Fixed({ channel }: { channel: Channel }) {
  const { t } = useTranslation('notices');
  return (
    <div className="notice-fixed">
      <span className="notice-channel">{t(`channels.${channel}`)}</span>
      <span>
        <Icon name="lock" size={14} /> {t('always')}
      </span>
    </div>
  );
}

interface NoticeRowProps {
  row: TopicChoice;
  isReadOnly: boolean;
  hasWebhook: boolean;
  onChoose: NoticeMatrixProps['onChoose'];
}

function NoticeRow({ row, isReadOnly, hasWebhook, onChoose }: NoticeRowProps) {
  const { t } = useTranslation('notices');
  const { topic, email } = row;
  const name = t(`topics.${topic}`);
  const labelOf = (channel: Channel) => `${name}: ${t(`channels.${channel}`)}`;
  const box = (channel: Exclude<Channel, 'email'>) => (
    <label>
      <span className="notice-channel">{t(`channels.${channel}`)}</span>
      <input
        type="checkbox"
        aria-label={labelOf(channel)}
        checked={row[channel]}
        disabled={isReadOnly}
        onChange={(event) => onChoose(topic, { [channel]: event.target.checked })}
      />
    </label>
  );
  return (
    <div className="notice-row">
      <div className="notice-topic">{name}</div>
      {FIXED_IN_BELL.includes(topic) ? <Fixed channel="bell" /> : box('bell')}
      <label>
        <span className="notice-channel">{t('channels.email')}</span>
        <span className="field-box">
          <select
            aria-label={labelOf('email')}
            value={email}
            disabled={isReadOnly}
            onChange={(event) => onChoose(topic, { email: event.target.value as MailMode })}
          >
            {MAIL_MODES.map((mode) => (
              <option key={mode} value={mode}>
                {t(`modes.${mode}`)}
              </option>
            ))}
          </select>
        </span>
      </label>
      {box('push')}
      {hasWebhook && box('webhook')}
    </div>
  );
}
