import { formatPhone } from '@feira/schemas/rules/phone';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../components/use-permission.ts';
import type { User } from './use-profile.ts';
import { UserDocument } from './user-document.tsx';

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
              <UserDocument user={user} />
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
