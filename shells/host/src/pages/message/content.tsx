import { HOST_PATHS } from '@feira/schemas/addresses';
import type { AdminPermission } from '@feira/schemas/options';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import type { Session } from '@feira/shell-kit/dashboard';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { findDashboard, listDashboards } from '../../dashboards.ts';
import type { VersionError } from '../../federation.ts';
import { RouteAnnouncer } from '../../layout/route-announcer.tsx';
import { toSignIn } from '../../routes.ts';

export type MessageKind = 'missing' | 'forbidden' | 'broken' | 'otherVersion' | 'offline' | 'noDashboard';

const ICONS: Record<MessageKind, IconName> = {
  missing: 'search',
  forbidden: 'lock',
  broken: 'alert',
  otherVersion: 'alert',
  offline: 'alert',
  noDashboard: 'person',
};

const MissingPermission = lazy(() => import('@feira/shell-desk/permissions/missing-permission.tsx'));

interface MessageContentProps {
  kind: MessageKind;
  /** The session of the refused person, and the page that refuses. */
  session?: Session | undefined;
  path?: string | undefined;
  /** The permission that an administrator lacks for the page. */
  permission?: AdminPermission | undefined;
  /** The remote of another version. */
  details?: VersionError['details'] | undefined;
  onRetry?: (() => void) | undefined;
  onSignOut?: (() => void) | undefined;
}

/** Stands in the place of a page: says why the page is missing and how to go on. */
export function MessageContent({ kind, session, path, permission, details, onRetry, onSignOut }: MessageContentProps) {
  const { t } = useTranslation();
  const title = t(`${kind}Title`);
  return (
    <div className="message">
      <RouteAnnouncer title={title} />
      <span className="empty-icon">
        <Icon name={ICONS[kind]} size={28} />
      </span>
      <h1>{title}</h1>
      {permission ? (
        <Suspense fallback={null}>
          <MissingPermission permission={permission} />
        </Suspense>
      ) : (
        <p>{details ? t('otherVersionText', details) : t(`${kind}Text`)}</p>
      )}
      <div className="message-actions">
        {kind === 'missing' || kind === 'forbidden' ? (
          <LinkButton to={HOST_PATHS.platform}>{t('goHome')}</LinkButton>
        ) : onSignOut ? (
          <>
            <LinkButton to={HOST_PATHS.account}>{t('myAccount')}</LinkButton>
            <button type="button" className="button" onClick={onSignOut}>
              {t('signOut')}
            </button>
          </>
        ) : (
          <button type="button" className="button button-primary" onClick={onRetry ?? (() => location.reload())}>
            {t('retry')}
          </button>
        )}
        {session && path && isOtherEntrance(session, path) && (
          <Link className="button" href={toSignIn(path)}>
            {t('signInAgain')}
          </Link>
        )}
      </div>
    </div>
  );
}

/** Another sign-in helps where the whole dashboard is closed; where one page is, the person lacks a permission. */
function isOtherEntrance({ roles, impersonator }: Session, path: string): boolean {
  const dashboard = findDashboard(path);
  return !impersonator && dashboard !== undefined && !listDashboards(roles).includes(dashboard);
}
