import { formatCurrency } from '@feira/schemas/rules/currency';
import '@feira/shell-desk/money/destination-words.tsx';
import { SaleStatus } from '@feira/shell-desk/sale/sale-words.tsx';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { formatElapsed } from '@feira/shell-kit/elapsed';
import { formatBasisPoints, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import '../../components/money/add-texts.ts';
import { BuyerPurchases } from '../../components/person/buyer-purchases.tsx';
import { ProfileLines, ProfilePanel } from './profile-panel.tsx';
import {
  type User,
  useContracts,
  useDestinations,
  useDisputes,
  useLatestSales,
  useProducts,
  usePurchases,
} from './use-profile.ts';

const SALES = '/admin-root/manage-sales';

export function SalesPanel({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const { locale } = useHost();
  return (
    <ProfilePanel
      title={t('sales.title')}
      query={useLatestSales(user.id)}
      all={{ to: `${SALES}?seller=${user.id}`, name: t('sales.all') }}
    >
      {({ sales }) => (
        <ProfileLines
          none={t('sales.none')}
          items={sales}
          keyOf={({ id }) => id}
          lineOf={({ id, title, buyerName, createdAt, amount, currency, status }) => ({
            first: <PageLink to={`${SALES}/${id}`}>{title}</PageLink>,
            second: `${buyerName}, ${formatDate(createdAt, locale)}, ${formatCurrency(amount, currency, locale)}`,
            end: <SaleStatus status={status} />,
          })}
        />
      )}
    </ProfilePanel>
  );
}

export function ProductsPanel({ personId }: { personId: string }) {
  const { t } = useTranslation('profile');
  return (
    <ProfilePanel title={t('products.title')} query={useProducts(personId)}>
      {({ items }) => (
        <ProfileLines
          none={t('products.none')}
          items={items}
          keyOf={({ id }) => id}
          lineOf={({ id, name }) => ({
            first: <PageLink to={`/admin-root/manage-products?product=${id}`}>{name}</PageLink>,
          })}
        />
      )}
    </ProfilePanel>
  );
}

export function DisputesPanel({ personId }: { personId: string }) {
  const { t } = useTranslation(['profile', 'adminMoney']);
  const { locale } = useHost();
  return (
    <ProfilePanel title={t('disputes.title')} query={useDisputes(personId)}>
      {({ items }) => (
        <ProfileLines
          none={t('disputes.none')}
          items={items}
          keyOf={({ id }) => id}
          lineOf={({ saleId, kind, state, amount, currency, openedAt, dueAt }) => ({
            first: (
              <PageLink to={`${SALES}/${saleId}`}>
                {t(`adminMoney:cases.kinds.${kind}`)}, {formatCurrency(amount, currency, locale)}
              </PageLink>
            ),
            second:
              formatDate(openedAt, locale) +
              (state === 'OPEN' ? `, ${t('disputes.due', { date: formatDate(dueAt, locale) })}` : ''),
            end: t(`adminMoney:cases.states.${state}`),
          })}
        />
      )}
    </ProfilePanel>
  );
}

export function DestinationsPanel({ personId }: { personId: string }) {
  const { t } = useTranslation(['profile', 'money']);
  const { locale } = useHost();
  return (
    <ProfilePanel title={t('destinations.title')} query={useDestinations(personId)}>
      {({ destinations, receivers }) => (
        <>
          <ProfileLines
            none={t('destinations.none')}
            items={destinations}
            keyOf={({ id }) => id}
            lineOf={({ kind, label, holderName, status, createdAt, usableAt, paidAt }) => ({
              first: `${t(`destinations.kinds.${kind}`)}: ${label}`,
              second: [
                holderName,
                t('destinations.age', { elapsed: formatElapsed(createdAt, locale) }),
                paidAt ? t('destinations.paid', { date: formatDate(paidAt, locale) }) : t('destinations.neverPaid'),
              ].join(', '),
              end: t(
                `money:destinations.states.${
                  status === 'ACTIVE'
                    ? new Date(usableAt) > new Date()
                      ? 'COOLING'
                      : 'READY'
                    : status === 'WAITING'
                      ? 'WAITING'
                      : 'REFUSED'
                }`,
              ),
            })}
          />
          <h3>{t('destinations.receivers')}</h3>
          <ProfileLines
            none={t('destinations.noReceivers')}
            items={receivers}
            keyOf={({ id }) => id}
            lineOf={({ provider, status, reason, createdAt, documents }) => ({
              first: `${provider}, ${formatDate(createdAt, locale)}`,
              second: [
                reason,
                ...documents.map(
                  ({ title, status: state }) => `${title}: ${t(`destinations.documentStates.${state}`)}`,
                ),
                documents.length === 0 && t('destinations.noDocuments'),
              ]
                .filter(Boolean)
                .join('; '),
              end: t(`destinations.receiverStates.${status}`),
            })}
          />
        </>
      )}
    </ProfilePanel>
  );
}

export function ContractsPanel({ personId }: { personId: string }) {
  const { t } = useTranslation('profile');
  const { locale } = useHost();
  return (
    <ProfilePanel title={t('contracts.title')} query={useContracts(personId)}>
      {({ items }) => (
        <ProfileLines
          none={t('contracts.none')}
          items={items}
          keyOf={({ id }) => id}
          lineOf={({ kind, isGiven, product, other, basisPoints, status, createdAt, endsAt }) => ({
            first: product,
            second: [
              t(isGiven ? 'contracts.given' : 'contracts.received', { kind: t(`contracts.kinds.${kind}`), other }),
              formatBasisPoints(basisPoints, locale),
              [createdAt, endsAt].flatMap((at) => (at ? [formatDate(at, locale)] : [])).join(' – '),
            ].join(', '),
            end: t(`contracts.states.${status as 'ACTIVE'}`),
          })}
        />
      )}
    </ProfilePanel>
  );
}

export function PurchasesPanel({ personId }: { personId: string }) {
  const { t } = useTranslation('profile');
  return (
    <ProfilePanel title={t('purchases.title')} query={usePurchases(personId)}>
      {({ buyer }) => (buyer ? <BuyerPurchases buyer={buyer} /> : <p className="muted">{t('purchases.none')}</p>)}
    </ProfilePanel>
  );
}
