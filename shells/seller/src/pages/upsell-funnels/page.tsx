import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import '@feira/shell-kit/styles/forms.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { FunnelEditor } from './funnel-editor.tsx';
import { FunnelList } from './funnel-list.tsx';
import { chooseOffer } from './repeats.ts';
import { newStep } from './tree.ts';
import './upsell-funnels.css';
import { type Offer, useFunnel, usePublishedOffers } from './use-funnels.ts';

/** Lists the funnels of a seller, and opens one or a new one to be drawn. */
export default function UpsellFunnelsPage() {
  const { t } = useTranslation('funnels');
  const { search, change } = useAddress();
  const open = search.get('funnel');
  const { data, error, refetch } = usePublishedOffers();
  const offers = data?.items.filter(({ type }) => type === 'ONE_TIME');
  const shared = (items: Offer[]) => ({
    offers: items,
    onClose: () => change({ funnel: null }),
    onCreated: (id: string) => change({ funnel: id }, { isReplaced: true }),
  });
  return (
    <PageFrame
      title={t('title')}
      action={
        !open &&
        offers &&
        offers.length > 0 && (
          <button type="button" className="button button-primary" onClick={() => change({ funnel: 'new' })}>
            <Icon name="plus" size={18} />
            {t('create')}
          </button>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && offers?.length === 0 && (
        <EmptyState icon="package" title={t('noOffersTitle')} text={t('noOffersText')}>
          <LinkButton to="/platform/my-products">{t('openProducts')}</LinkButton>
        </EmptyState>
      )}
      {offers && offers.length > 0 && !open && <FunnelList onOpen={(id) => change({ funnel: id })} />}
      {data && offers?.[0] && open === 'new' && (
        <FunnelEditor funnel={null} begun={toNew(offers, offers[0], t('newName'))} {...shared(data.items)} />
      )}
      {data && open && open !== 'new' && <SavedFunnel id={open} {...shared(data.items)} />}
    </PageFrame>
  );
}

function toNew(offers: Offer[], entry: Offer, name: string) {
  const id = crypto.randomUUID();
  const place = (sold: string) => [newStep(id, sold)];
  const alike = offers.filter(({ coin }) => coin === entry.coin);
  const steps = place(chooseOffer(alike, entry.id, id, place) ?? entry.id);
  return { name, offerId: entry.id, isEnabled: true, steps };
}

interface SavedFunnelProps {
  id: string;
  offers: Offer[];
  onClose: () => void;
  onCreated: (id: string) => void;
}

function SavedFunnel({ id, ...rest }: SavedFunnelProps) {
  const { data, error, refetch } = useFunnel(id);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  // While the next funnel loads, the former answer stays.
  if (data?.id !== id) return null;
  return <FunnelEditor key={id} funnel={data} begun={data} {...rest} />;
}
