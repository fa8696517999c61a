import { EVENT_TYPES } from '@feira/schemas/event-types';
import { INTEGRATION_CATEGORIES } from '@feira/schemas/integration';
import type { IntegrationOwner } from '@feira/schemas/procedures/integrations';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { DeliveryStatus } from '../deliveries/delivery-words.tsx';
import { ConnectionStatus } from './integration-words.tsx';
import './integrations.css';
import { type Integration, type ListedConnection, useIntegrations } from './use-integrations.ts';

interface CatalogueProps {
  kind: IntegrationOwner;
  /** The address of the page. */
  base: string;
  /** The card of the owner's own webhooks, which comes first among the webhooks. */
  ownWebhook?: { to: string };
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Lists what is connected with its state, and below it every system that can be connected, by category. */
export default function IntegrationCatalogue({ kind, base, ownWebhook }: CatalogueProps) {
  const { t } = useTranslation('integrations');
  const { locale } = useHost();
  const id = useId();
  const { search, change } = useAddress();
  const { data, error, refetch } = useIntegrations(kind);
  const wanted = search.get('q') ?? '';
  const fits = (...texts: string[]) => fold(texts.join(' ')).includes(fold(wanted.trim()));
  const found = data?.catalogue.filter((one) =>
    fits(one.name, one.description[locale], t(`categories.${one.category}`)),
  );
  const connected = data?.connections.filter(({ name, integration }) => fits(name, integration));
  const isOwnShown = ownWebhook && fits(t('ownWebhook'), t('ownWebhookText'));
  return (
    <section aria-labelledby={id} className="integration-catalogue">
      <div className="integration-head">
        <h2 id={id}>{t('catalogue')}</h2>
        <SearchInput
          value={wanted}
          label={t('search')}
          hint={t('search')}
          onSearch={(text) => change({ q: text || null }, { isReplaced: true })}
        />
      </div>
      <p className="muted">{t(kind === 'SELLER' ? 'text' : 'platformText')}</p>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={120} />}
      {connected && connected.length > 0 && (
        <Group title={t('connected')}>
          {connected.map((connection) => (
            <ConnectedCard key={connection.id} base={base} connection={connection} catalogue={data?.catalogue ?? []} />
          ))}
        </Group>
      )}
      {INTEGRATION_CATEGORIES.map((category) => {
        const own = category === 'WEBHOOK' && isOwnShown && ownWebhook;
        const members = found?.filter((one) => one.category === category) ?? [];
        if (members.length === 0 && !own) return null;
        return (
          <Group key={category} title={t(`categories.${category}`)}>
            {own && <Card icon="plug" name={t('ownWebhook')} to={own.to} text={t('ownWebhookText')} />}
            {members.map((one) => (
              <IntegrationCard key={one.id} base={base} integration={one} />
            ))}
          </Group>
        );
      })}
      {found?.length === 0 && connected?.length === 0 && !isOwnShown && (
        <EmptyState icon="search" title={t('emptyTitle')} text={t('emptyText')} />
      )}
    </section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <h3 id={id}>{title}</h3>
      <ul className="integration-cards" aria-labelledby={id}>
        {children}
      </ul>
    </>
  );
}

interface CardProps {
  name: string;
  to: string;
  icon?: IconName;
  text?: ReactNode;
  children?: ReactNode;
}

function Card({ name, to, icon, text, children }: CardProps) {
  return (
    <li>
      <div className="integration-card">
        <span className="integration-name">
          <span className="integration-letter" aria-hidden="true">
            {icon ? <Icon name={icon} size={20} /> : name.slice(0, 1).toUpperCase()}
          </span>
          <PageLink to={to}>{name}</PageLink>
        </span>
        {text && <p className="muted">{text}</p>}
        {children}
      </div>
    </li>
  );
}

function IntegrationCard({ base, integration }: { base: string; integration: Integration }) {
  const { locale } = useHost();
  const { id, name, description } = integration;
  return <Card name={name} to={`${base}?connect=${id}`} text={description[locale]} />;
}

interface ConnectedCardProps {
  base: string;
  connection: ListedConnection;
  catalogue: readonly Integration[];
}

function ConnectedCard({ base, connection, catalogue }: ConnectedCardProps) {
  const { t } = useTranslation('integrations');
  const { locale } = useHost();
  const { id, name, integration, lastDelivery } = connection;
  const known = catalogue.find((one) => one.id === integration)?.name ?? integration;
  return (
    <Card name={name} to={`${base}?connection=${id}`} text={name === known ? undefined : known}>
      <span>
        <ConnectionStatus {...connection} />
      </span>
      {lastDelivery ? (
        <p className="muted">
          {t('last', {
            event: EVENT_TYPES[lastDelivery.event][locale],
            date: formatDate(lastDelivery.createdAt, locale),
          })}{' '}
          <DeliveryStatus texts="integrations" state={lastDelivery.state} />
        </p>
      ) : (
        <p className="muted">{t('never')}</p>
      )}
    </Card>
  );
}
