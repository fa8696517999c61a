import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadiness } from './use-readiness.ts';

interface ReadyPanelProps {
  name: string;
  provider: string;
  version: string;
  onOther: () => void;
}

/** Shows the third step: the servers take the package over, one after the other. The master need not wait here. */
export function ReadyPanel({ name, provider, version, onOther }: ReadyPanelProps) {
  const { t } = useTranslation('marketplace');
  const { nodes, state, isSlow, keepWaiting } = useReadiness(provider, version);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  const isReady = state === 'ready';
  const { healthy = 0, total = 0, problem = null } = nodes ?? {};
  return (
    <section className="panel ready" aria-labelledby="ready-title">
      <span className="empty-icon">
        <Icon name={state === 'failed' ? 'alert' : isReady ? 'check' : 'clock'} size={28} />
      </span>
      <h2 id="ready-title" ref={heading} tabIndex={-1}>
        {t('ready.title', { name, version })}
      </h2>
      <p role="status">{t(state === 'failed' ? 'ready.failed' : isReady ? 'ready.done' : 'ready.loading')}</p>
      <div className="ready-progress">
        <progress aria-label={t('ready.progress')} value={healthy} max={Math.max(total, 1)} />
        <span className="muted ready-count">{nodes && t('ready.count', { healthy, total })}</span>
      </div>
      {problem && (
        <div className="notice notice-error" role="alert">
          <Icon name="alert" />
          <p>{problem}</p>
        </div>
      )}
      {isSlow && (
        <div className="notice notice-warning" role="alert">
          <Icon name="clock" />
          <p>{t('ready.slow')}</p>
          <button type="button" className="button" onClick={keepWaiting}>
            {t('ready.again')}
          </button>
        </div>
      )}
      <div className="install-actions">
        <LinkButton to={`/master-root/marketplace/${provider}?version=${version}`}>{t('ready.open')}</LinkButton>
        <button type="button" className="button" onClick={onOther}>
          {t('ready.another')}
        </button>
      </div>
    </section>
  );
}
