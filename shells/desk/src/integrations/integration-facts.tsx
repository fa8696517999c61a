import { FactList } from '@feira/shell-kit/components/fact-list';
import { Icon } from '@feira/shell-kit/components/icon';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import '../deliveries/deliveries.css';
import type { Integration } from './use-integrations.ts';

/** Says what an integration does, what it sends of buyers and where to, and how its requests are known. */
export function IntegrationFacts({ integration }: { integration: Integration }) {
  const { t } = useTranslation('integrations');
  const { locale } = useHost();
  const { description, hosts, buyer, evidence, docs } = integration;
  return (
    <section className="panel form delivery-part" aria-label={t('about')}>
      <p>{description[locale]}</p>
      <FactList
        facts={[
          [t('sentTo'), hosts.length > 0 ? hosts.join(', ') : t('ownAddress')],
          [t('sentOf'), buyer.map((name) => t(`buyer.${name as 'name'}`)).join(', ')],
          [t('known'), t(`evidence.${evidence}`)],
        ]}
      />
      <a href={docs} target="_blank" rel="noreferrer">
        {t('docs')} <Icon name="external" size={14} />
      </a>
    </section>
  );
}
