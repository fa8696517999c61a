import type { Output } from '@feira/schemas/procedure';
import type { listProviders, listStops, stopProvider } from '@feira/schemas/procedures/provider-stops';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { type FieldsOf, group, required, text } from '@feira/shell-kit/fields';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLifting, useProviders, useStopping, useStops } from './use-figures.ts';

type Use = Output<typeof listProviders>['providers'][number];
type Stop = Output<typeof listStops>['items'][number];

/** The versions in use, each with a button that stops it on all platforms at once, and what was stopped so far. */
export function StopsPanel() {
  const { t } = useTranslation('master');
  const { data, error, refetch } = useProviders();
  const { data: stops } = useStops();
  const [asked, setAsked] = useState<Use | null>(null);
  const [lifted, setLifted] = useState<Stop | null>(null);
  const [message, setMessage] = useState('');
  const id = useId();
  const columns: RecordColumn<Use>[] = [
    {
      key: 'provider',
      title: t('stops.provider'),
      isHead: true,
      show: ({ provider, version }) => <TwoLines first={provider} second={version} />,
    },
    {
      key: 'use',
      title: t('stops.use'),
      show: ({ connections, platforms }) =>
        `${t('stops.connections', { count: connections })}, ${t('stops.platforms', { count: platforms })}`,
    },
    {
      key: 'state',
      title: t('stops.state'),
      isHead: true,
      show: ({ isStopped }) => (
        <StatusBadge
          tone={isStopped ? 'rejected' : 'approved'}
          icon={isStopped ? 'stop' : 'check'}
          label={t(isStopped ? 'stops.stopped' : 'stops.serving')}
        />
      ),
    },
    {
      key: 'act',
      title: t('stops.act'),
      isAction: true,
      show: (use) =>
        !use.isStopped && (
          <button type="button" className="button" onClick={() => setAsked(use)}>
            {t('stops.stop')}
            <span className="visually-hidden"> {`${use.provider} ${use.version}`}</span>
          </button>
        ),
    },
  ];
  return (
    <section className="page" aria-labelledby={id}>
      <h2 id={id}>{t('stops.title')}</h2>
      <p className="muted">{t('stops.text')}</p>
      <p role="status" className={message ? undefined : 'visually-hidden'}>
        {message}
      </p>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data?.providers.length === 0 && <p className="muted">{t('stops.none')}</p>}
      {!(error && !data) && data?.providers.length !== 0 && (
        <RecordList
          label={t('stops.title')}
          columns={columns}
          records={data?.providers}
          keyOf={({ provider, version }) => `${provider} ${version}`}
          skeletonCount={3}
        />
      )}
      {stops && stops.items.length > 0 && <StopList stops={stops.items} onLift={setLifted} />}
      {asked && (
        <StopDialog
          use={asked}
          onDone={(name) => {
            setAsked(null);
            setMessage(t('stops.done', { name }));
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {lifted && (
        <LiftDialog
          stop={lifted}
          onDone={(name) => {
            setLifted(null);
            setMessage(t('stops.lifted', { name }));
          }}
          onClose={() => setLifted(null)}
        />
      )}
    </section>
  );
}

const nameOf = ({ provider, version }: Pick<Stop, 'provider' | 'version'>) =>
  [provider, version].filter(Boolean).join(' ');

function StopList({ stops, onLift }: { stops: Stop[]; onLift: (stop: Stop) => void }) {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  const moment = (at: string) => `${formatDate(at, locale)}, ${formatTime(at, locale)}`;
  return (
    <>
      <h3>{t('stops.history')}</h3>
      <RecordList
        label={t('stops.history')}
        columns={[
          {
            key: 'what',
            title: t('stops.provider'),
            isHead: true,
            show: (stop) => <TwoLines first={stop.provider} second={stop.version ?? t('stops.everyVersion')} />,
          },
          { key: 'reason', title: t('stops.reason'), isText: true, show: ({ reason }) => reason },
          {
            key: 'stopped',
            title: t('stops.stoppedAt'),
            show: ({ stoppedAt, stoppedBy }) => <TwoLines first={moment(stoppedAt)} second={stoppedBy} />,
          },
          {
            key: 'lifted',
            title: t('stops.liftedAt'),
            show: ({ liftedAt, liftedBy }) =>
              liftedAt ? <TwoLines first={moment(liftedAt)} second={liftedBy ?? ''} /> : t('stops.open'),
          },
          {
            key: 'act',
            title: t('stops.act'),
            isAction: true,
            show: (stop) =>
              stop.liftedAt === null && (
                <button type="button" className="button" onClick={() => onLift(stop)}>
                  {t('stops.lift')}
                  <span className="visually-hidden"> {nameOf(stop)}</span>
                </button>
              ),
          },
        ]}
        records={stops}
        keyOf={({ id }) => id}
      />
    </>
  );
}

const FIELDS = group({
  scope: required<'VERSION' | 'PROVIDER', 'stops.scopeMissing'>('stops.scopeMissing'),
  reason: text({ problem: 'stops.reasonMissing', minLength: 4, control: { maxLength: 300 } }),
} satisfies FieldsOf<typeof stopProvider, 'provider' | 'version'> & Record<'scope', unknown>);

interface StopDialogProps {
  use: Use;
  onDone: (name: string) => void;
  onClose: () => void;
}

function StopDialog({ use: { provider, version }, onDone, onClose }: StopDialogProps) {
  const { t } = useTranslation('master');
  const change = useStopping();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
  return (
    <DialogForm
      isDanger
      title={t('stops.stopTitle', { name: provider })}
      text={t('stops.stopText')}
      action={t('stops.stopAction')}
      {...dialog(async ({ scope, reason }) => {
        const stopped = { provider, reason, ...(scope === 'VERSION' && { version }) };
        if (await change.run(stopped)) onDone(scope === 'VERSION' ? `${provider} ${version}` : provider);
      })}
      onClose={onClose}
    >
      <RadioFields
        label={t('stops.scope')}
        options={(['VERSION', 'PROVIDER'] as const).map((value) => ({
          value,
          label: t(`stops.scopes.${value}`, { version }),
          hint: t(`stops.scopeHints.${value}`),
        }))}
        {...controls.scope}
      />
      <TextAreaField label={t('stops.reason')} hint={t('stops.reasonHint')} rows={3} {...controls.reason} />
    </DialogForm>
  );
}

function LiftDialog({ stop, onDone, onClose }: { stop: Stop; onDone: (name: string) => void; onClose: () => void }) {
  const { t } = useTranslation('master');
  const name = nameOf(stop);
  return (
    <ConfirmChange
      title={t('stops.liftTitle', { name })}
      text={t('stops.liftText')}
      action={t('stops.lift')}
      change={useLifting()}
      input={{ stopId: stop.id }}
      onClose={onClose}
      onDone={() => onDone(name)}
    />
  );
}
