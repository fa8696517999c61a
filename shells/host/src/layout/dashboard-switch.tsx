import { Icon } from '@feira/shell-kit/components/icon';
import type { Session } from '@feira/shell-kit/dashboard';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { findDashboard } from '../dashboards.ts';
import { listSwitchTargets } from '../routes.ts';

/** Switches between the person's dashboards; it shows nothing where there is only one. */
export function DashboardSwitch({ session, path }: { session: Session; path: string }) {
  const { t } = useTranslation();
  const targets = listSwitchTargets(session);
  const current = findDashboard(path);
  if (targets.length === 0 || (targets.length === 1 && targets[0]?.dashboard === current)) return null;
  return (
    <nav className="dashboard-switch" aria-label={t('dashboards')}>
      <ul>
        {targets.map(({ dashboard, to, isLocked }) => (
          <li key={dashboard.remote}>
            <Link className="menu-button" href={to} aria-current={dashboard === current ? 'true' : undefined}>
              <Icon name={isLocked ? 'lock' : dashboard === current ? 'check' : 'arrowRight'} />
              <span>
                {t(`dashboard.${dashboard.remote}` as 'dashboard.seller')}
                {isLocked && <small>{t('dashboardLocked')}</small>}
                {dashboard === current && <span className="visually-hidden"> ({t('dashboardCurrent')})</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
