import { EmailText } from '@feira/shell-kit/components/email-text';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { describeDevice } from '@feira/shell-kit/describe-device';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/permissions/add-texts';
import { useTranslation } from 'react-i18next';
import './event-words.css';
import { type DetailLine, listDetails, listValues } from './list-details.ts';
import type { AuditEvent } from './use-events.ts';

export function EventTime({ at }: { at: string }) {
  const { locale } = useHost();
  return (
    <time dateTime={at}>
      <TwoLines first={formatDate(at, locale)} second={formatTime(at, locale)} />
    </time>
  );
}

/** Names the actor; for an act during an impersonation it names both people. */
export function EventActor({ event: { actor, impersonator } }: { event: AuditEvent }) {
  const { t } = useTranslation('master');
  if (!actor) return <span className="muted">{t('logs.nobody')}</span>;
  if (!impersonator) return <TwoLines first={actor.name} second={<EmailText email={actor.email} />} />;
  return (
    <span className="two-lines">
      <span>{impersonator.name}</span>
      <span className="muted">{impersonator.email}</span>
      <span className="event-guise">{t('logs.actingAs', { name: actor.name, email: actor.email })}</span>
    </span>
  );
}

/** Describes an event and the thing it concerns, and shows its details on request. */
export function EventStory({ event }: { event: AuditEvent }) {
  const { t } = useTranslation('master');
  const { type, subject, details, actor } = event;
  const lines = listDetails(details);
  // "Signed in" names no person besides the actor.
  const isSelf = !subject || subject.id === actor?.id;
  return (
    <span className="event-story">
      <span>{t(`logs.events.${type}`)}</span>
      {!isSelf && <strong>{subject.name || subject.id}</strong>}
      {lines.length > 0 && (
        <details>
          <summary>{t('logs.details')}</summary>
          <dl>
            {lines.map((line) => (
              <div key={line.name ?? 'change'}>
                <dt>{line.name === null ? t('logs.change') : <FieldName name={line.name} />}</dt>
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

function LineValue({ line }: { line: DetailLine }) {
  const { t } = useTranslation('master');
  if (line.kind === 'fact') return <Values of={line.value} />;
  if (line.kind === 'change')
    return (
      <>
        <Values of={line.before} /> <span aria-hidden="true">→</span>
        <span className="visually-hidden">{t('logs.became')}</span> <Values of={line.after} />
      </>
    );
  return (
    <>
      {line.added.length > 0 && (
        <span>
          {t('logs.added')} <Values of={line.added} />
        </span>
      )}
      {line.removed.length > 0 && (
        <span>
          {t('logs.removed')} <Values of={line.removed} />
        </span>
      )}
    </>
  );
}

/** Common names of the server have a text; the others are clear enough as they are. */
function FieldName({ name }: { name: string }) {
  const { t, i18n } = useTranslation('master');
  const key = `logs.fields.${name.replaceAll('.', '_')}`;
  return i18n.exists(`master:${key}`) ? t(key as never) : name;
}

function Values({ of }: { of: unknown }) {
  const { t, i18n } = useTranslation(['master', 'kit']);
  const values = listValues(of);
  if (values.length === 0) return <span className="muted">{t('logs.values.nothing')}</span>;
  const word = (value: string | number | boolean | null) => {
    if (value === null || value === '') return t('logs.values.nothing');
    const namespaces = ['master:logs.values', 'kit:role', 'kit:method', 'permissions:names'];
    const key = namespaces.map((namespace) => `${namespace}.${value}`).find((known) => i18n.exists(known));
    return key ? t(key as never) : String(value);
  };
  return values.map(word).join(', ');
}

export function EventOrigin({ event: { ip, userAgent } }: { event: AuditEvent }) {
  const { t } = useTranslation('master');
  if (!ip && !userAgent) return <span className="muted">{t('logs.onServer')}</span>;
  const { browser, system } = describeDevice(userAgent);
  const device = [browser, system].filter(Boolean).join(', ');
  return (
    <span title={userAgent ?? undefined}>
      <TwoLines first={ip} second={device} />
    </span>
  );
}
