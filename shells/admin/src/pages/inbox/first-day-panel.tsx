import { type FIRST_STEPS, getFirstDay, requestConnection } from '@feira/schemas/procedures/settings';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { DomainState, DomainTarget } from '../../components/domain-state.tsx';
import { useDomainState } from '../../components/use-domain-list.ts';
import { usePermission } from '../../components/use-permission.ts';
import './first-day.css';

type Step = (typeof FIRST_STEPS)[number];

/** The page of each step. Sellers create products and sell them; their list shows what is there. */
const PAGES: Record<Step, string> = {
  BRAND: '/admin-root/customization',
  DOMAIN: '/admin-root/domains',
  CONNECTION: '/admin-root/platform-settings/acquirings',
  PRODUCT: '/admin-root/manage-products',
  SALE: '/admin-root/manage-sales',
};

/** Leads through the first day of a platform, and is gone once everything is done. */
export function FirstDayPanel() {
  const { t } = useTranslation('admin');
  const can = usePermission();
  const pageOf = (step: Step) =>
    step === 'CONNECTION' && can('isConnectionsAvailable') ? '/admin-root/platform-settings/connections' : PAGES[step];
  const { data } = useProcedureQuery(getFirstDay, {});
  if (!data || data.steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className="panel" aria-labelledby="first-day">
      <h2 id="first-day">{t('firstDay.title')}</h2>
      <p className="muted">{t('firstDay.text')}</p>
      <ol className="first-day">
        {data.steps.map(({ step, isDone, note }) => (
          <li key={step}>
            <StatusBadge
              tone={isDone ? 'approved' : 'pending'}
              icon={isDone ? 'check' : 'clock'}
              label={t(isDone ? 'firstDay.done' : 'firstDay.todo')}
            />
            <PageLink to={pageOf(step)}>{t(`firstDay.steps.${step}`)}</PageLink>
            {note && <span className="muted">{t(`firstDay.notes.${note}`)}</span>}
            {step === 'DOMAIN' && data.host && <HostState host={data.host} />}
            {step === 'CONNECTION' && !isDone && !can('isConnectionsAvailable') && <AskMaster />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Loads by itself, and says nothing where the answer does not come: the page of the domains says more. */
function HostState({ host }: { host: string }) {
  const { t } = useTranslation('admin');
  const { data, error } = useDomainState(host);
  if (error) return null;
  if (!data) return <span className="muted">{t('domainState.looking')}</span>;
  return (
    <>
      <span className="muted">{host}</span>
      <DomainState state={data} />
      {(data.dns === 'MISSING' || data.dns === 'ELSEWHERE') && <DomainTarget state={data} />}
    </>
  );
}

/** An administrator cannot connect a provider, and asks from here. */
function AskMaster() {
  const { t } = useTranslation('admin');
  const { run, error, isBusy, isDone } = useChange(requestConnection);
  return (
    <span className="first-day-ask">
      <span className="muted">{t('firstDay.askHint')}</span>
      {!isDone && (
        <button type="button" className="button" aria-busy={isBusy} onClick={() => !isBusy && run({})}>
          {t('firstDay.ask')}
        </button>
      )}
      <span role="status">{isDone && t('firstDay.asked')}</span>
      {error && (
        <span className="field-error" role="alert">
          {error.message}
        </span>
      )}
    </span>
  );
}
