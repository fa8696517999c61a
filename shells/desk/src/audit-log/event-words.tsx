import type { Currency } from '@feira/schemas/common';
import { describeEvent, listLines } from '@feira/schemas/rules/audit-lines';
import { describeDevice } from '@feira/schemas/rules/describe-device';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import '../permissions/add-texts.ts';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import './event-words.css';
import { LineValue } from './line-value.tsx';
import type { AuditEvents } from './use-events.ts';

type AuditEvent = AuditEvents['events'][number];
export type Subject = NonNullable<AuditEvent['subject']>;
/** Returns the page of a thing; undefined where there is none that the person may open. */
export type ToPage = (subject: Subject) => string | undefined;

interface EventProps {
  event: AuditEvent;
  toPage?: ToPage | undefined;
}

export function EventTime({ at }: { at: string }) {
  const { locale } = useHost();
  return (
    <time dateTime={at}>
      <TwoLines first={formatDate(at, locale)} second={formatTime(at, locale)} />
    </time>
  );
}

/** Names the actor; for an act during an impersonation it names both people. */
export function EventActor({ event: { actor, impersonator }, toPage }: EventProps) {
  const { t } = useTranslation('auditLog');
  if (!actor) return <span className="muted">{t('nobody')}</span>;
  const { id, name, email } = impersonator ?? actor;
  const page = toPage?.({ type: 'person', id, name });
  return (
    <span className="two-lines">
      <span>{page ? <PageLink to={page}>{name}</PageLink> : name}</span>
      <span className="muted">
        <EmailText email={email} />
      </span>
      {impersonator && <span className="event-guise">{t('actingAs', { name: actor.name, email: actor.email })}</span>}
    </span>
  );
}

/** Tells an event in one sentence, which links the thing that it concerns, and shows the facts on request. */
export function EventStory({ event, currency, toPage }: EventProps & { currency: Currency }) {
  const { t, i18n } = useTranslation(['auditLog', 'permissions']);
  const { locale } = useHost();
  const wordFor = (value: string) => {
    const key = `permissions:names.${value}`;
    return i18n.exists(key) ? t(key as never) : undefined;
  };
  const options = { locale, currency, wordFor };
  const lines = listLines(event, options);
  const page = event.subject ? toPage?.(event.subject) : undefined;
  return (
    <span className="event-story">
      <span>
        {describeEvent(event, options).map(({ kind, text }) => {
          if (kind === 'text') return <Fragment key={text}>{text}</Fragment>;
          return (
            <strong key={kind}>{page && kind === 'subject' ? <PageLink to={page}>{text}</PageLink> : text}</strong>
          );
        })}
      </span>
      {lines.length > 0 && (
        <details>
          <summary>{t('details')}</summary>
          <dl>
            {lines.map((line) => (
              <div key={JSON.stringify(line)}>
                <dt>{line.title || t('changed')}</dt>
                <dd>
                  <LineValue line={line} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </span>
  );
}

export function EventOrigin({ event: { ip, userAgent } }: { event: AuditEvent }) {
  const { t } = useTranslation('auditLog');
  if (!ip && !userAgent) return <span className="muted">{t('onServer')}</span>;
  const { browser, system } = describeDevice(userAgent);
  const device = [browser, system].filter(Boolean).join(', ');
  return (
    <span title={userAgent ?? undefined}>
      <TwoLines first={ip} second={device} />
    </span>
  );
}
