import { type FIRST_STEPS, getFirstDay, requestConnection } from '@feira/schemas/procedures/settings';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
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
  const { data } = useProcedureQuery(getFirstDay, {});
  if (!data || data.steps.every(({ isDone }) => isDone)) return null;
  return (
    <section className="panel" aria-labelledby="first-day">
      <h2 id="first-day">{t('firstDay.title')}</h2>
      <p className="muted">{t('firstDay.text')}</p>
      <ol className="first-day">
        {data.steps.map(({ step, isDone }) => (
          <li key={step}>
            <StatusBadge
              tone={isDone ? 'approved' : 'pending'}
              icon={isDone ? 'check' : 'clock'}
              label={t(isDone ? 'firstDay.done' : 'firstDay.todo')}
            />
            <PageLink to={PAGES[step]}>{t(`firstDay.steps.${step}`)}</PageLink>
            {step === 'CONNECTION' && !isDone && <AskMaster />}
          </li>
        ))}
      </ol>
    </section>
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
