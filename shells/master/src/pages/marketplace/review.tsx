import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useHost } from '@feira/shell-kit/host-context';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readManifest } from '../../marketplace/capabilities.ts';
import '../../marketplace/facts.css';
import { Markdown } from '../../marketplace/markdown.tsx';
import { type Inspection, useInstallation } from '../../marketplace/use-packages.ts';
import { formatBytes } from './byte-size.ts';
import { ChecksList } from './checks-list.tsx';
import { countChecks } from './count-checks.ts';
import { ReviewManifest } from './review-manifest.tsx';
import type { ChosenPackage } from './source-form.tsx';

interface ReviewProps {
  chosen: ChosenPackage;
  inspection: Inspection;
  onDone: (installed: { name: string; provider: string; version: string }) => void;
  onOther: () => void;
}

/** Second step: everything there is to know before anything of it runs, and the one button that lets it. */
export function Review({ chosen, inspection, onDone, onOther }: ReviewProps) {
  const { t } = useTranslation('marketplace');
  const { run, error, isBusy } = useInstallation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  const { provider, version, isInstallable, digest, checks } = inspection;
  const manifest = inspection.manifest && readManifest(inspection.manifest);
  const name = manifest?.name ?? provider ?? t('review.unknown');
  const install = async () => {
    if (isBusy) return;
    const installed = await run({ ...chosen, digest });
    if (installed) onDone({ name, ...installed });
  };
  return (
    <section className="review" aria-labelledby="review-title">
      <div className="panel review-head">
        <h2 id="review-title" ref={heading} tabIndex={-1}>
          {t('review.title', { name })}
          {version && ` ${version}`}
        </h2>
        <Verdict inspection={inspection} />
        <Refusal error={error} />
        <div className="install-actions">
          {isInstallable && version && (
            <button type="button" className="button button-primary" aria-busy={isBusy} onClick={install}>
              {isBusy ? t('review.installing') : t('review.install', { name, version })}
            </button>
          )}
          <button type="button" className="button" onClick={() => !isBusy && onOther()}>
            {t('review.other')}
          </button>
          {isInstallable && <span className="muted">{t('review.installHint')}</span>}
        </div>
      </div>
      <div className={manifest ? 'review-columns' : 'review-unread'}>
        {manifest && (
          <div>
            <ReviewManifest manifest={manifest} inspection={inspection} />
            {inspection.changelog && (
              <details className="panel review-changelog">
                <summary>{t('review.changelog')}</summary>
                <Markdown source={inspection.changelog} />
              </details>
            )}
          </div>
        )}
        <div>
          <section className="panel">
            <h2>{t('review.checks')}</h2>
            <ChecksList checks={checks} />
          </section>
          <FileFacts inspection={inspection} />
        </div>
      </div>
    </section>
  );
}

function Verdict({ inspection: { checks, isInstallable } }: { inspection: Inspection }) {
  const { t } = useTranslation('marketplace');
  const { refused, warnings } = countChecks(checks);
  const isWarned = isInstallable && warnings > 0;
  const title = isWarned ? t('review.withWarnings', { count: warnings }) : t('review.installable');
  return (
    <div className={`notice ${isInstallable ? (isWarned ? 'notice-warning' : 'notice-info') : 'notice-error'}`}>
      <Icon name={isInstallable ? (isWarned ? 'alert' : 'check') : 'stop'} />
      <p>
        <strong>{isInstallable ? title : t('review.refused', { count: refused })}</strong>
        <span>{t(isInstallable ? 'review.installableText' : 'review.refusedText')}</span>
      </p>
    </div>
  );
}

function FileFacts({ inspection: { digest, bytes, files, publisher } }: { inspection: Inspection }) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  return (
    <section className="panel">
      <h2>{t('review.facts')}</h2>
      <dl className="facts">
        <div>
          <dt>{t('review.publisher')}</dt>
          <dd>{publisher ?? <span className="muted">{t('review.nobody')}</span>}</dd>
        </div>
        <div>
          <dt>{t('review.size')}</dt>
          <dd>{t('review.files', { size: formatBytes(bytes, locale), count: files })}</dd>
        </div>
        <div>
          <dt>{t('review.digest')}</dt>
          <dd>
            <code>{digest}</code>
            <CopyButton text={digest} label={t('versions.copyDigest')} description={t('review.digest')} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
