import { EmailText } from '@feira/shell-kit/components/email-text';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useTranslation } from 'react-i18next';
import { StartPanel } from './start-panel.tsx';
import { useTeam } from './use-start.ts';

const SHOWN = 5;

/** Lists administrators without a second factor. */
export function TeamPanel() {
  const { t } = useTranslation('admin');
  const query = useTeam();
  const people = query.data?.people ?? [];
  const exposed = people.filter(({ hasSecondFactor }) => !hasSecondFactor);
  return (
    <StartPanel
      title={t('start.team')}
      link={{ to: '/admin-root/manage-functionaries', label: t('start.openTeam') }}
      query={query}
    >
      <p>
        {query.data?.next
          ? t('start.teamMany', { count: people.length })
          : t('start.teamCount', { count: people.length })}{' '}
        {exposed.length === 0 ? t('start.teamSafe') : t('start.teamExposed', { count: exposed.length })}
      </p>
      <ul className="start-list">
        {exposed.slice(0, SHOWN).map(({ id, name, email }) => (
          <li key={id}>
            <TwoLines first={name} second={<EmailText email={email} />} />
            <span className="muted">{t('people.factorOff')}</span>
          </li>
        ))}
      </ul>
    </StartPanel>
  );
}
