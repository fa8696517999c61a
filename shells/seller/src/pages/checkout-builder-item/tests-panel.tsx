import { TEST_VARIANTS, type TestVariant } from '@feira/schemas/procedures/checkout-builder';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { formatCount, formatDate, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Builder, type Test, useTestEnd, useTestStart, useTests } from './use-builder.ts';

const SHARES = ['50', '30', '20', '10'] as const;

interface TestsPanelProps {
  offerId: string;
  builder: Builder;
  /** Whether the draft differs from what is published. */
  isChanged: boolean;
}

/** Tests the draft against the published page, and shows what came of it. */
export function TestsPanel({ offerId, builder, isChanged }: TestsPanelProps) {
  const { t } = useTranslation('builder');
  const { data, error, refetch } = useTests(offerId);
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <div aria-busy="true" />;
  const running = data.items.find(({ endedAt }) => endedAt === null);
  const ended = data.items.filter(({ endedAt }) => endedAt !== null);
  return (
    <div className="form">
      {running ? (
        <RunningTest offerId={offerId} test={running} />
      ) : (
        <StartTest offerId={offerId} builder={builder} isChanged={isChanged} />
      )}
      {ended.length > 0 && (
        <section className="form-group">
          <h3>{t('test.past')}</h3>
          {ended.map((test) => (
            <details key={test.id} className="builder-feedback">
              <summary>{t('test.won', { variant: test.winner })}</summary>
              <Results test={test} />
            </details>
          ))}
        </section>
      )}
    </div>
  );
}

function StartTest({ offerId, builder, isChanged }: TestsPanelProps) {
  const { t } = useTranslation('builder');
  const [share, setShare] = useState<(typeof SHARES)[number]>('50');
  const { run, error, isBusy } = useTestStart();
  const start = async () => {
    const saved = await builder.flush();
    if (saved) await run({ offerId, version: saved.version, shareB: Number(share) });
  };
  return (
    <section className="form-group">
      <h3>{t('test.title')}</h3>
      <p className="form-hint">{t('test.text')}</p>
      <SelectField
        label={t('test.share')}
        options={SHARES.map((value) => ({ value, label: t('test.shareOf', { share: value }) }))}
        value={share}
        onChange={setShare}
      />
      <Refusal error={error} />
      {!isChanged && <p className="form-hint">{t('test.unchanged')}</p>}
      <button
        type="button"
        className="button button-primary"
        disabled={!isChanged || builder.hasProblem}
        aria-busy={isBusy}
        onClick={() => !isBusy && void start()}
      >
        {t('test.start')}
      </button>
    </section>
  );
}

function RunningTest({ offerId, test }: { offerId: string; test: Test }) {
  const { t } = useTranslation('builder');
  const [winner, setWinner] = useState<TestVariant | null>(null);
  const end = useTestEnd();
  return (
    <section className="form-group">
      <h3>{t('test.running')}</h3>
      <Results test={test} />
      <div className="builder-acts">
        {TEST_VARIANTS.map((variant) => (
          <button key={variant} type="button" className="button" onClick={() => setWinner(variant)}>
            {t('test.end', { variant })}
          </button>
        ))}
      </div>
      {winner && (
        <ConfirmChange
          title={t('test.endTitle', { variant: winner })}
          text={t('test.endText')}
          action={t('test.end', { variant: winner })}
          change={end}
          input={{ offerId, testId: test.id, winner }}
          onClose={() => setWinner(null)}
          onDone={() => setWinner(null)}
        />
      )}
    </section>
  );
}

/** Visitors, purchases and conversion of both versions, and what they prove. */
function Results({ test }: { test: Test }) {
  const { t } = useTranslation('builder');
  const { locale } = useHost();
  const { a, b, difference, verdict, startedAt, shareB } = test;
  const points = (share: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(share * 100);
  return (
    <>
      <p className="form-hint">{t('test.since', { date: formatDate(startedAt, locale), share: shareB })}</p>
      <table className="builder-results">
        <thead>
          <tr>
            <th scope="col">{t('test.version')}</th>
            <th scope="col">{t('test.visits')}</th>
            <th scope="col">{t('test.purchases')}</th>
            <th scope="col">{t('test.conversion')}</th>
          </tr>
        </thead>
        <tbody>
          {[a, b].map((counted, index) => (
            <tr key={counted.versionId}>
              <th scope="row">{t('test.variant', { variant: TEST_VARIANTS[index], number: counted.number })}</th>
              <td>{formatCount(counted.visits, locale)}</td>
              <td>{formatCount(counted.purchases, locale)}</td>
              <td>{formatShare(counted.conversion * counted.visits, counted.visits, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {difference && (
        <p>
          {t('test.difference', {
            value: points(difference.value),
            low: points(difference.low),
            high: points(difference.high),
          })}
        </p>
      )}
      <p>
        <strong>{t(`test.verdict.${verdict}`)}</strong>
      </p>
    </>
  );
}
