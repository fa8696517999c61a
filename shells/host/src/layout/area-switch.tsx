import { Icon } from '@feira/shell-kit/components/icon';
import type { Session } from '@feira/shell-kit/dashboard';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { findArea } from '../areas.ts';
import { listSwitchTargets } from '../places.ts';

/** From one role to another. Nothing to choose, nothing shown. */
export function AreaSwitch({ session, path }: { session: Session; path: string }) {
  const { t } = useTranslation();
  const targets = listSwitchTargets(session);
  const current = findArea(path);
  if (targets.length === 0 || (targets.length === 1 && targets[0]?.area === current)) return null;
  return (
    <nav className="area-switch" aria-label={t('areas')}>
      <ul>
        {targets.map(({ area, to, isLocked }) => (
          <li key={area.remote}>
            <Link className="menu-button" href={to} aria-current={area === current ? 'true' : undefined}>
              <Icon name={isLocked ? 'lock' : area === current ? 'check' : 'arrowRight'} />
              <span>
                {t(`area.${area.remote}` as 'area.seller')}
                {isLocked && <small>{t('areaLocked')}</small>}
                {area === current && <span className="visually-hidden"> ({t('areaCurrent')})</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
