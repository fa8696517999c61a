import type { BaseUrl, Manifest, ProviderAuth, WebhookAuthentication } from '@feira/schemas/manifest';
import { listOpenBases } from '@feira/schemas/rules/base-urls';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CredentialList } from '../../marketplace/credential-list.tsx';
import '../../marketplace/facts.css';
import { HostList } from '../../marketplace/host-list.tsx';
import { splitDuration } from './duration.ts';

const ENVIRONMENTS = ['production', 'sandbox'] as const;

interface FactsPanelProps {
  manifest: Manifest;
  switchedOff: readonly string[];
}

/** Shows the other facts of a manifest in the words of the people who decide about it. */
export function FactsPanel({ manifest, switchedOff }: FactsPanelProps) {
  const { t } = useTranslation('marketplace');
  const facts = useFacts(manifest, switchedOff);
  return (
    <section className="panel">
      <h2>{t('facts.title')}</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function useFacts(manifest: Manifest, switchedOff: readonly string[]): [string, ReactNode][] {
  const { t } = useTranslation('marketplace');
  const { environments, hosts, auth, clientCertificate, webhook, moneyUnit, lookup, idempotency, contract } = manifest;
  const { withdraw = [] } = manifest.capabilities;
  const offered = ENVIRONMENTS.filter((environment) => environments[environment]);
  const { authentication: proof } = webhook;
  const isDigest = proof.type === 'hmac' || proof.type === 'hash';
  const signed = isDigest && (proof.over === undefined || proof.over.includes('{body}'));
  const { unit, count } = splitDuration(lookup.lagSeconds);
  const within = t(`duration.${unit}`, { count });
  const lookupText = lookup.lagSeconds === 0 ? t('facts.lookupAtOnce') : t('facts.lookupYes', { time: within });
  const repeats = idempotency.header
    ? t('facts.idempotencyYes', { header: idempotency.header })
    : t('facts.idempotencyPlain');
  /** A capability without a proof is off, whatever the manifest claims. */
  const provenOnly = (name: string, isClaimed: boolean) =>
    t(isClaimed ? (switchedOff.includes(name) ? 'matrix.off' : 'yes') : 'no');
  const transfers = withdraw
    .filter((kind) => !switchedOff.includes(`withdraw.${kind}`))
    .map((kind) => t(`facts.transfersTo.${kind}`));
  return [
    [
      t('facts.environments'),
      offered.map((environment) => (
        <span key={environment}>
          {t(`facts.environment.${environment}`)} <code>{sayBase(environments[environment]?.default)}</code>
        </span>
      )),
    ],
    [t('facts.hosts'), <HostList key="hosts" hosts={hosts} openBases={listOpenBases(manifest)} />],
    [t('facts.cardCode'), manifest.tokenizer ? <strong key="card">{t('review.seesCards')}</strong> : t('no')],
    [t('facts.auth'), <Scheme key="auth" scheme={auth} isWithCertificate={clientCertificate !== undefined} />],
    [
      t('facts.webhook'),
      <span key="webhook">
        {[proof, ...(webhook.alternatives ?? [])].map((scheme, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a manifest does not change while it is shown.
          <span key={index}>
            {index > 0 && '; '}
            <Scheme scheme={scheme} />
          </span>
        ))}
        . {t(signed ? 'facts.webhookSigned' : 'facts.webhookUnsigned')}
      </span>,
    ],
    [t('facts.moneyUnit'), t(`facts.moneyUnits.${moneyUnit}`)],
    [t('facts.lookup'), lookup.byReference ? lookupText : t('facts.lookupNo')],
    [t('facts.idempotency'), idempotency.supported ? repeats : t('facts.idempotencyNo')],
    [t('facts.transfers'), transfers.join(', ') || t('no')],
    [t('capability.splits'), provenOnly('splits', manifest.capabilities.splits === true)],
    [t('capability.receivers'), provenOnly('receivers', manifest.operations.includes('createReceiver'))],
    [t('capability.mandates'), provenOnly('mandates', manifest.capabilities.mandates !== undefined)],
    [t('capability.scores'), provenOnly('scores', manifest.capabilities.scores === true)],
    [t('capability.personChecks'), provenOnly('personChecks', manifest.capabilities.personChecks === true)],
    [t('facts.credentials'), <CredentialList key="credentials" form={manifest.credentials} />],
    [t('facts.contract'), <code key="contract">{contract}</code>],
  ];
}

/** An address, or the name of the setting that holds it. */
const sayBase = (base: BaseUrl | undefined): string | undefined =>
  typeof base === 'object' ? `{${base.setting}}` : base;

interface SchemeProps {
  scheme: ProviderAuth | WebhookAuthentication;
  isWithCertificate?: boolean;
}

function Scheme({ scheme, isWithCertificate = false }: SchemeProps) {
  const { t } = useTranslation('marketplace');
  const header = 'header' in scheme ? scheme.header : '';
  const headers = scheme.type === 'headers' ? Object.keys(scheme.headers).join(', ') : '';
  const algorithm = 'algorithm' in scheme ? scheme.algorithm.toUpperCase() : '';
  const field = 'field' in scheme ? scheme.field : '';
  const words = t(`facts.auths.${scheme.type}`, { header, headers, algorithm, field });
  return <span>{isWithCertificate ? `${words}, ${t('facts.certificate')}` : words}</span>;
}
