import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import type { DashboardRegister, DashboardRoute, Session } from '@feira/shell-kit/dashboard';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { listMenuGroups, toTitleKey } from '../resolve-route.ts';
import { countWork, type useWorkCounts } from './use-work-counts.ts';

const MOST_COUNTED = 99;

interface SidebarProps {
  register: DashboardRegister | undefined;
  session: Session | undefined;
  path: string;
  /** The number of things that wait for this person, by kind. */
  counts: ReturnType<typeof useWorkCounts>;
}

/** The pages of this dashboard that this person may open. */
export function Sidebar({ register, session, path, counts }: SidebarProps) {
  const { t } = useTranslation();
  const groups = register && session && listMenuGroups(register, session);
  const id = useId();
  return (
    <nav className="menu" aria-label={t('menu')}>
      {groups ? (
        groups.map(({ title, routes }, index) => (
          <div key={title ?? ''}>
            {title && <p id={id + index}>{t(toTitleKey(register, { title }) as never)}</p>}
            <ul aria-labelledby={title && id + index}>
              {routes.map((route) => (
                <MenuItem key={route.path} register={register} route={route} path={path} counts={counts} />
              ))}
            </ul>
          </div>
        ))
      ) : (
        <div className="menu-skeleton">
          <Skeleton width="80%" />
          <Skeleton width="65%" />
        </div>
      )}
    </nav>
  );
}

interface MenuItemProps {
  register: DashboardRegister;
  route: DashboardRoute;
  path: string;
  counts: SidebarProps['counts'];
}

function MenuItem({ register, route, path, counts }: MenuItemProps) {
  const { t } = useTranslation();
  const count = countWork(counts, route.menu!.work);
  const to = register.basePath + route.path;
  const isCurrent = to === path.replace(/\/$/, '');
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) showInMenu(item.current!);
  }, [isCurrent]);
  return (
    <li ref={item}>
      <Link href={to} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={route.menu!.icon} />
        {t(toTitleKey(register, route) as never)}
        {count > 0 && (
          <span className="menu-count">
            {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
            <span className="visually-hidden"> {t('waitHere', { count })}</span>
          </span>
        )}
      </Link>
    </li>
  );
}

/** Scrolls the menu alone, so that the entry of this page is in sight; `scrollIntoView` would move the page as well. */
function showInMenu(item: HTMLElement): void {
  const menu = item.closest<HTMLElement>('.sidebar, .drawer-content');
  if (!menu) return;
  const { top, bottom } = item.getBoundingClientRect();
  const frame = menu.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) menu.scrollTop += top - frame.top - frame.height / 3;
}
