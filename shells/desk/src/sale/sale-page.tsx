import { formatCardBrand } from '@feira/schemas/rules/card';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/forms.css';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PageFrame } from '../page-frame.tsx';
import { AccessPanel } from './access-panel.tsx';
import { SaleMethod, SaleStatus } from './sale-words.tsx';
import './add-texts.ts';
import { BuyerPanel } from './buyer-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { InvoicePanel } from './invoice-panel.tsx';
import { ItemsPanel } from './items-panel.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { SalePanel } from './sale-panel.tsx';
import { ShipmentPanel } from './shipment-panel.tsx';
import { StoryPanel } from './story-panel.tsx';
import './sale.css';
import { hasAccess, type Order, type Sale, useSale } from './use-sale.ts';

interface SalePageProps {
  saleId: string;
  /** The list that the page was opened from. */
  back: { to: string; name: string };
  /** Returns the address of the dialog that refunds a payment. */
  refundTo: (paymentId: string) => string;
  /** Returns the address of the dialog that opens a case about a payment, for those who may. */
  caseTo?: ((paymentId: string) => string) | undefined;
  /** Returns the address of the buyer's page, and of the seller's, for those who may open them. */
  buyerTo?: ((saleId: string) => string) | undefined;
  /** Returns the address of the subscription that the sale is a charge of. */
  subscriptionTo?: ((subscriptionId: string) => string) | undefined;
  sellerTo?: ((sellerId: string) => string) | undefined;
}

/** One sale: what was bought by whom, what became of its payment, and where the money went. Parts without content are left out. */
export function SalePage({ saleId, back, ...ways }: SalePageProps) {
  const { t } = useTranslation('sale');
  const { data, error, refetch } = useSale(saleId);
  const sale = data?.id === saleId ? data : undefined;
  return (
    <div className="sale-page">
      <PageFrame title={t('title', { code: orderCodeOf(saleId) })}>
        <BackLink to={back.to}>{back.name}</BackLink>
        {sale ? (
          <Content sale={sale} back={back} {...ways} />
        ) : error ? (
          <LoadError error={error} onRetry={refetch} />
        ) : (
          <div className="panel" aria-busy="true">
            <Skeleton height={320} />
          </div>
        )}
      </PageFrame>
    </div>
  );
}

type ContentProps = Omit<SalePageProps, 'saleId'> & { sale: Sale };

function Content({ sale, back, refundTo, caseTo, buyerTo, sellerTo, subscriptionTo }: ContentProps) {
  const { t } = useTranslation(['sale', 'kit']);
  const { order, status } = sale;
  return (
    <>
      <div className="sale-head">
        <SaleStatus status={status} />
        {order && status === 'APPROVED' && (
          <PageLink className="button" to={refundTo(order.paymentId)}>
            <Icon name="refund" size={18} />
            {t('refund')}
          </PageLink>
        )}
        {order && caseTo && status === 'APPROVED' && (
          <PageLink className="button" to={caseTo(order.paymentId)}>
            <Icon name="dispute" size={18} />
            {t('openCase')}
          </PageLink>
        )}
        {order && (
          <a className="button" href={`/checkout/payment/${order.paymentId}`} target="_blank" rel="noopener noreferrer">
            <Icon name="external" size={18} />
            {t('openPayment')}
            <span className="visually-hidden"> {t('kit:newTab')}</span>
          </a>
        )}
      </div>
      <div className="sale-panels">
        <div>
          {sale.money && <MoneyPanel sale={sale} money={sale.money} />}
          {order && (
            <>
              <ItemsPanel sale={sale} order={order} />
              {sale.viewer === 'ADMIN' ? <StoryPanel sale={sale} /> : <HistoryPanel sale={sale} />}
            </>
          )}
        </div>
        <div>
          {sale.buyer && <BuyerPanel sale={sale} buyer={sale.buyer} to={buyerTo?.(sale.id)} />}
          {sale.buyer && sale.money && hasAccess(sale) && <AccessPanel sale={sale} />}
          {order && sale.money && <InvoicePanel sale={sale} />}
          {sale.shipment && <ShipmentPanel sale={sale} shipment={sale.shipment} />}
          {order ? (
            <PaymentPanel
              sale={sale}
              order={order}
              listUrl={back.to}
              sellerTo={sellerTo}
              subscriptionTo={subscriptionTo}
            />
          ) : (
            <PartnersPanel sale={sale} />
          )}
          {(sale.campaign.length > 0 || sale.referer) && <CampaignPanel sale={sale} />}
        </div>
      </div>
    </>
  );
}

/** Tells a partner when what was sold, and whose product it is. */
function PartnersPanel({ sale: { createdAt, items, sellerName } }: { sale: Sale }) {
  const { t } = useTranslation('sale');
  const { locale } = useHost();
  const date = t('at', { date: formatDate(createdAt, locale), time: formatTime(createdAt, locale) });
  const titles = items.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', ');
  return (
    <SalePanel title={t('items')}>
      <FactList
        facts={[
          [t('product'), titles],
          [t('boughtAt'), date],
          [t('seller'), sellerName],
        ]}
      />
    </SalePanel>
  );
}

interface PaymentPanelProps extends Pick<SalePageProps, 'sellerTo' | 'subscriptionTo'> {
  sale: Sale;
  order: Order;
  listUrl: string;
}

function PaymentPanel({ sale, order, listUrl, sellerTo, subscriptionTo }: PaymentPanelProps) {
  const { t } = useTranslation(['sale', 'kit']);
  const { locale } = useHost();
  const { currency, viewer, sellerName } = sale;
  const { method, installments, amount, settlement, cardBrand, cardLastDigits, approvedAt, expiresAt } = order;
  const moment = (iso: string) => t('at', { date: formatDate(iso, locale), time: formatTime(iso, locale) });
  const facts: Fact[] = [
    [t('method'), <SaleMethod key="method" method={method} />],
    [t('charged'), formatCurrency(amount, currency, locale)],
    [t('boughtAt'), moment(sale.createdAt)],
  ];
  if (installments > 1) facts.push([t('installments'), `${installments}×`]);
  const cardText = (brand: string | null, digits: string | null) =>
    [brand && formatCardBrand(brand), digits && `•••• ${digits}`].filter(Boolean).join(' ');
  if (order.cards)
    for (const [index, card] of order.cards.entries())
      facts.push([
        t(index ? 'secondCard' : 'firstCard'),
        `${cardText(card.brand, card.lastDigits)} · ${formatCurrency(card.amount, currency, locale)}`,
      ]);
  else if (cardLastDigits) facts.push([t('card'), cardText(cardBrand, cardLastDigits)]);
  if (approvedAt) facts.push([t('approvedAt'), moment(approvedAt)]);
  if (sale.status === 'PENDING') facts.push([t('expiresAt'), moment(expiresAt)]);
  if (settlement !== 'NONE' && settlement !== 'EXACT') facts.push([t('settlement'), t(`settlements.${settlement}`)]);
  if (viewer !== 'SELLER')
    facts.push([
      t('seller'),
      sellerTo && sale.sellerId ? (
        <PageLink key="seller" to={sellerTo(sale.sellerId)}>
          {sellerName}
        </PageLink>
      ) : (
        sellerName
      ),
    ]);
  if (order.risk) {
    const causes = order.risk.causes.map(({ kind, name }) => t(`risk.causes.${kind}`, { name })).join(' · ');
    facts.push([t('risk.title'), t(`risk.actions.${order.risk.action}`, { causes })]);
  }
  if (order.riskScore) facts.push([t('risk.score'), t('risk.scored', order.riskScore)]);
  if (order.isLiabilityShifted) facts.push([t('liability'), t('liabilityShifted')]);
  if (order.subscription) {
    const words = t('kit:cycle', { cycle: order.subscription.cycle });
    facts.push([
      t('subscription'),
      subscriptionTo ? (
        <PageLink key="subscription" to={subscriptionTo(order.subscription.id)}>
          {words}
        </PageLink>
      ) : (
        words
      ),
    ]);
  }
  if (order.upsellOf)
    facts.push([
      t('upsellOf'),
      <PageLink key="origin" to={`${listUrl}/${order.upsellOf}`}>
        {orderCodeOf(order.upsellOf)}
      </PageLink>,
    ]);
  return (
    <SalePanel title={t('payment')}>
      <FactList facts={facts} />
    </SalePanel>
  );
}

function CampaignPanel({ sale: { campaign, referer } }: { sale: Sale }) {
  const { t } = useTranslation('sale');
  const facts: Fact[] = campaign.map(({ name, value }) => [name, value]);
  if (referer) facts.push([t('referer'), referer]);
  return (
    <SalePanel title={t('campaign')}>
      <FactList facts={facts} />
    </SalePanel>
  );
}
