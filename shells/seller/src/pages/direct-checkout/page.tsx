import { PAYMENT_METHODS } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import type { listMyOffers } from '@feira/schemas/procedures/offers';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { useAddress } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './direct-checkout.css';
import { type DirectLink, isPersonal, writeDirectLink } from './direct-link.ts';
import { QrCode } from './qr-code.tsx';
import { useCoupons, usePublishedOffers } from './use-links.ts';

/** Makes links that open a checkout with something chosen already. */
export default function DirectCheckoutPage() {
  const { t } = useTranslation('directCheckout');
  const { data, error, refetch } = usePublishedOffers();
  return (
    <PageFrame title={t('title')}>
      <p className="muted">{t('lead')}</p>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data?.items.length === 0 && (
        <EmptyState icon="link" title={t('emptyTitle')} text={t('emptyText')}>
          <LinkButton to="/platform/my-products">{t('openProducts')}</LinkButton>
        </EmptyState>
      )}
      {data && data.items.length > 0 && <LinkMaker offers={data.items} />}
    </PageFrame>
  );
}

type Offer = Output<typeof listMyOffers>['items'][number];
type Choices = Omit<DirectLink, 'url'>;

const NONE = '';
const EMPTY: Choices = { coupon: '', method: '', name: '', email: '', phone: '', source: '', campaign: '' };
/** The names of the campaign and of people, as the checkout takes them. */
const TEXTS = ['source', 'campaign', 'name', 'email', 'phone'] as const;

function LinkMaker({ offers }: { offers: Offer[] }) {
  const { t } = useTranslation(['directCheckout', 'kit']);
  const { locale } = useHost();
  const { search, change } = useAddress();
  const [choices, setChoices] = useState(EMPTY);
  const offer = offers.find(({ id }) => id === search.get('offer')) ?? offers[0]!;
  const coupons = useCoupons(offer.product.id);
  const edit = (part: Partial<Choices>) => setChoices((before) => ({ ...before, ...part }));
  const link: DirectLink = { ...choices, url: offer.url };
  const address = writeDirectLink(link);
  // A PIX and a boleto are in reais.
  const methods = PAYMENT_METHODS.filter((method) => method === 'CREDIT_CARD' || offer.coin === 'BRL');
  return (
    <div className="direct-columns">
      <section className="panel form" aria-label={t('choices')}>
        <SelectField
          label={t('offer')}
          value={offer.id}
          options={[...labelOffers(offers, locale)].map(([value, label]) => ({ value, label }))}
          onChange={(id) => {
            change({ offer: id }, { isReplaced: true });
            edit({ coupon: NONE, method: NONE });
          }}
        />
        <SelectField
          label={t('method')}
          hint={t('methodHint')}
          value={choices.method}
          options={[
            { value: NONE, label: t('anyMethod') },
            ...methods.map((method) => ({ value: method, label: t(`kit:method.${method}`) })),
          ]}
          onChange={(method) => edit({ method })}
        />
        <SelectField
          label={t('coupon')}
          value={choices.coupon}
          options={[{ value: NONE, label: t('noCoupon') }, ...coupons.map((code) => ({ value: code, label: code }))]}
          onChange={(coupon) => edit({ coupon })}
        />
        {TEXTS.map((name) => (
          <TextField
            key={name}
            label={t(`texts.${name}`)}
            maxLength={200}
            value={choices[name]}
            onChange={(value) => edit({ [name]: value })}
          />
        ))}
      </section>
      <section className="panel direct-result" aria-label={t('link')}>
        <h2>{t('link')}</h2>
        <p className="direct-address">{address}</p>
        {isPersonal(link) && (
          <p className="direct-warning" role="status">
            <Icon name="alert" size={18} />
            <span>{t('personal')}</span>
          </p>
        )}
        <p className="direct-acts">
          <CopyButton text={address} label={t('copy')} />
          <a className="button" href={address} target="_blank" rel="noopener noreferrer">
            <Icon name="external" size={18} />
            {t('open')}
            <span className="visually-hidden"> {t('kit:newTab')}</span>
          </a>
        </p>
        <QrCode text={address} label={t('qrCode')} />
        <p className="muted">{t('qrHint')}</p>
      </section>
    </div>
  );
}
