import { formatDocument } from '@feira/schemas/rules/document';
import { formatPhone } from '@feira/schemas/rules/phone';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../components/use-permission.ts';
import { useUserDocument } from './use-user-changes.ts';
import type { User } from './use-users.ts';

export function FactsPanel({ user }: { user: User }) {
  const { t } = useTranslation(['admin', 'kit']);
  const { locale } = useHost();
  const can = usePermission();
  const moment = (at: string) => `${formatDate(at, locale)}, ${formatTime(at, locale)}`;
  return (
    <section className="panel" aria-labelledby="user-facts">
      <h2 id="user-facts">{t('users.facts')}</h2>
      <dl className="user-facts">
        <dt>{t('people.email')}</dt>
        <dd>{user.email}</dd>
        <dt>{t('users.phone')}</dt>
        <dd>{user.phone ? formatPhone(user.phone) : t('users.notGiven')}</dd>
        {can('isUserDocumentsAvailable') && (
          <>
            <dt>{t('users.document')}</dt>
            <dd>
              <UserDocument personId={user.id} />
            </dd>
          </>
        )}
        <dt>{t('people.since')}</dt>
        <dd>{moment(user.createdAt)}</dd>
        <dt>{t('people.lastSeen')}</dt>
        <dd>{user.lastSeenAt ? moment(user.lastSeenAt) : t('kit:never')}</dd>
        <dt>{t('users.language')}</dt>
        <dd>{user.locale ? t(`languages.${user.locale}`) : t('users.languageOfPlatform')}</dd>
        <dt>{t('people.secondFactor')}</dt>
        <dd>{t(user.hasSecondFactor ? 'people.factorOn' : 'people.factorOff')}</dd>
      </dl>
    </section>
  );
}

/** Shown only when asked for, because every look is recorded. */
function UserDocument({ personId }: { personId: string }) {
  const { t } = useTranslation('admin');
  const { data, error, isPending, mutate } = useUserDocument();
  if (data)
    return data.document ? (
      <span className="user-document" role="status">
        {formatDocument(data.document)}
        <CopyButton text={data.document} label={t('users.copyDocument')} />
      </span>
    ) : (
      <span role="status">{t('users.noDocument')}</span>
    );
  return (
    <span className="user-actions">
      <span className="user-document">
        <span aria-hidden="true">•••.•••.•••-••</span>
        <button
          type="button"
          className="button"
          aria-busy={isPending}
          aria-describedby="user-document-note"
          onClick={() => !isPending && mutate({ personId })}
        >
          <Icon name="eye" size={18} />
          {t('users.showDocument')}
        </button>
      </span>
      <span id="user-document-note" className="form-hint">
        {t('users.documentNote')}
      </span>
      <Refusal error={error} />
    </span>
  );
}
