import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import type { DashboardRegister, Session } from '@feira/shell-kit/dashboard';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isAllowed, toTitleKey } from '../resolve-route.ts';

interface SidebarProps {
  register: DashboardRegister | undefined;
  session: Session | undefined;
  path: string;
}

/** The pages of this dashboard that this person may open. */
export function Sidebar({ register, session, path }: SidebarProps) {
  const { t } = useTranslation();
  const routes = register?.routes.filter(({ menu, access }) => menu && session && isAllowed(access, session));
  return (
    <nav className="menu" aria-label={t('menu')}>
      {routes && register ? (
        <ul>
          {routes.map((route) => {
            const to = register.basePath + route.path;
            return (
              <li key={route.path}>
                <Link href={to} aria-current={to === path.replace(/\/$/, '') ? 'page' : undefined}>
                  <Icon name={route.menu!.icon} />
                  {t(toTitleKey(register, route) as never)}
                </Link>
              </li>
            );
          })}
        </ul>
      ) : (
        <div className="menu-skeleton">
          <Skeleton width="80%" />
          <Skeleton width="65%" />
        </div>
      )}
    </nav>
  );
}
