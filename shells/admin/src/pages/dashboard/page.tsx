import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../components/use-permission.ts';
import './dashboard.css';
import { DomainsPanel } from './domains-panel.tsx';
import { NewestUsersPanel } from './newest-users-panel.tsx';
import { SalesOverview } from './sales-overview.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import { TeamPanel } from './team-panel.tsx';

/** Shows the sales, the newest users, and links to every page that this administrator may open. */
export default function DashboardPage() {
  const { t } = useTranslation('admin');
  const { session } = useHost();
  const can = usePermission();
  const shortcuts = SHORTCUTS.filter(({ permission }) => can(permission));
  return (
    <PageFrame title={t('start.title')}>
      <p className="start-intro">{t('start.intro', { name: session.person.name, platform: session.platformName })}</p>
      <SalesOverview />
      <div className="start-panels">
        {can('isUsersAvailable') && <NewestUsersPanel />}
        {can('isConfigAvailable') && <DomainsPanel />}
        {can('isFunctionariesAvailable') && <TeamPanel />}
      </div>
      <nav aria-labelledby="start-shortcuts">
        <h2 id="start-shortcuts">{t('start.shortcuts')}</h2>
        <ul className="start-shortcuts">
          {shortcuts.map(({ path, title, text, icon }) => (
            <li key={path}>
              <PageLink to={`/admin-root${path}`} className="panel start-shortcut">
                <Icon name={icon} size={22} />
                <span>
                  <strong>{t(title)}</strong>
                  <span className="muted">{t(text)}</span>
                </span>
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
    </PageFrame>
  );
}
