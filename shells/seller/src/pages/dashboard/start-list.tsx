import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useTranslation } from 'react-i18next';
import { NEW_PRODUCT, PRODUCTS, toProduct } from '../../components/products/addresses.ts';
import type { StartState } from './use-start.ts';

/** Leads a new seller from nothing to a first sale; each line says whether it is done and opens its page. */
export function StartList({ state }: { state: StartState }) {
  const { t } = useTranslation('seller');
  const { hasProduct, hasDelivery, undelivered, hasDocument, hasDestination, hasSale, checkout } = state;
  const steps = [hasProduct, hasDelivery, hasDocument, hasDestination, hasSale];
  return (
    <section className="panel start-list" aria-labelledby="start-list">
      <h2 id="start-list">{t('start.title')}</h2>
      <p className="muted">{t('start.done', { done: steps.filter(Boolean).length, total: steps.length })}</p>
      <ol>
        <Step
          isDone={hasProduct}
          icon="tag"
          to={hasProduct ? PRODUCTS : NEW_PRODUCT}
          title={t('start.product')}
          text={t('start.productText')}
        />
        <Step
          isDone={hasDelivery}
          icon="package"
          to={undelivered ? toProduct(undelivered, 'delivery') : hasProduct ? PRODUCTS : NEW_PRODUCT}
          title={t('start.delivery')}
          text={t('start.deliveryText')}
        />
        <Step
          isDone={hasDocument}
          icon="person"
          to="/account"
          title={t('start.document')}
          text={t('start.documentText')}
        />
        <Step
          isDone={hasDestination}
          icon="bank"
          to="/platform/financial?tab=destinations"
          title={t('start.destination')}
          text={t('start.destinationText')}
        />
        <Step
          isDone={hasSale}
          icon="sales"
          to={checkout ? `/checkout/${checkout}` : NEW_PRODUCT}
          isOutside={checkout !== undefined}
          title={t('start.sale')}
          text={t('start.saleText')}
        />
      </ol>
    </section>
  );
}

interface StepProps {
  isDone: boolean;
  icon: IconName;
  to: string;
  /** The page is a document of its own. */
  isOutside?: boolean;
  title: string;
  text: string;
}

function Step({ isDone, icon, to, isOutside = false, title, text }: StepProps) {
  const { t } = useTranslation('seller');
  const words = (
    <>
      <span className="start-icon" data-done={isDone || undefined}>
        <Icon name={isDone ? 'check' : icon} size={20} />
      </span>
      <span className="start-words">
        <strong>{title}</strong>
        <span className="muted">{isDone ? t('start.isDone') : text}</span>
      </span>
      <Icon name={isOutside ? 'external' : 'arrowRight'} size={18} />
    </>
  );
  return (
    <li>
      {isOutside ? (
        <a className="start-step" href={to} target="_blank" rel="noreferrer">
          {words}
        </a>
      ) : (
        <PageLink className="start-step" to={to}>
          {words}
        </PageLink>
      )}
    </li>
  );
}
