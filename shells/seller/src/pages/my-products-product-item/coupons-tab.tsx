import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Coupon,
  useCouponChange,
  useCouponDeletion,
  useCoupons,
  useProductOffers,
} from '../../components/products/use-products.ts';
import { CouponDialog } from './coupon-dialog.tsx';
import { CouponLink, LinksDialog } from './coupon-link.tsx';
import { CouponStatusBadge, findCouponStatus, useCouponWords } from './coupon-words.tsx';
import type { TabProps } from './tab-props.ts';

type Open = { act: 'create' } | { act: 'edit' | 'links' | 'end' | 'delete'; coupon: Coupon };

/** Returns the call that ends a coupon or makes it active again. */
const switchTo = ({ id: couponId, version, ...coupon }: Coupon, isActive: boolean) => {
  const { discount, maxUses, maxUsesPerBuyer, cycles, startsAt, endsAt, offerIds, productIds } = coupon;
  const terms = { discount, maxUses, maxUsesPerBuyer, cycles, startsAt, endsAt, offerIds, productIds };
  return { couponId, version, ...terms, isActive };
};

/** Lists the coupons that the offers of this product take, with their uses and what they brought. */
export default function CouponsTab({ product, onDone }: TabProps) {
  const { t } = useTranslation('products');
  const pages = usePages();
  const query = useCoupons(product.id, pages.after);
  const { data: offers } = useProductOffers(product.id);
  const resume = useCouponChange();
  const words = useCouponWords(product);
  const [open, setOpen] = useState<Open | null>(null);
  const finish = (message: string) => {
    setOpen(null);
    onDone(message);
  };
  const items = query.data?.items;
  const linked = { product, offers: offers?.items ?? [] };
  const create = (
    <button type="button" className="button button-primary" onClick={() => setOpen({ act: 'create' })}>
      <Icon name="plus" size={18} />
      {t('coupons.create')}
    </button>
  );
  const act = (label: string, name: string, onClick: () => void) => (
    <button type="button" className="button" aria-label={name} onClick={onClick}>
      {label}
    </button>
  );
  const showActs = (coupon: Coupon) => {
    const { code, isActive } = coupon;
    const status = findCouponStatus(coupon);
    return (
      <span className="coupon-acts">
        {(status === 'ACTIVE' || status === 'SCHEDULED') && (
          <CouponLink {...linked} coupon={coupon} onOpen={() => setOpen({ act: 'links', coupon })} />
        )}
        {!isActive &&
          act(t('coupons.resume'), t('coupons.resumeOf', { code }), async () => {
            if (await resume.run(switchTo(coupon, true))) onDone(t('coupons.resumed'));
          })}
        {act(t('coupons.edit'), t('coupons.editOf', { code }), () => setOpen({ act: 'edit', coupon }))}
        {isActive
          ? act(t('coupons.end'), t('coupons.endOf', { code }), () => setOpen({ act: 'end', coupon }))
          : act(t('coupons.remove'), t('coupons.removeOf', { code }), () => setOpen({ act: 'delete', coupon }))}
      </span>
    );
  };
  const columns: RecordColumn<Coupon>[] = [
    {
      key: 'code',
      title: t('coupons.code'),
      isHead: true,
      show: (coupon) => (
        <span className="coupon-name">
          <strong>{coupon.code}</strong>
          <CouponStatusBadge coupon={coupon} />
        </span>
      ),
    },
    {
      key: 'discount',
      title: t('coupons.discount'),
      show: (coupon) => <TwoLines first={words.discount(coupon)} second={words.scope(coupon)} />,
    },
    { key: 'validity', title: t('coupons.validity'), show: words.validity },
    {
      key: 'uses',
      title: t('coupons.uses'),
      show: (coupon) => <TwoLines first={words.uses(coupon)} second={words.perBuyer(coupon)} />,
    },
    { key: 'revenue', title: t('coupons.revenue'), isNumber: true, show: words.revenue },
    { key: 'acts', title: t('coupons.acts'), isAction: true, show: showActs },
  ];
  return (
    <>
      {items && items.length > 0 && <div className="tab-act">{create}</div>}
      <Refusal error={resume.error} />
      <PagedList
        query={query}
        pages={pages}
        count={items?.length}
        empty={
          <EmptyState icon="tag" title={t('coupons.empty')} text={t('coupons.emptyText')}>
            {create}
          </EmptyState>
        }
        pagerLabel={t('coupons.pages')}
      >
        <RecordList
          label={t('coupons.list')}
          columns={columns}
          records={items}
          keyOf={({ id }) => id}
          skeletonCount={3}
        />
      </PagedList>
      {open?.act === 'create' && (
        <CouponDialog product={product} onDone={() => finish(t('coupons.created'))} onClose={() => setOpen(null)} />
      )}
      {open?.act === 'edit' && (
        <CouponDialog
          product={product}
          coupon={open.coupon}
          reload={async () => ({ data: (await query.refetch()).data?.items.find(({ id }) => id === open.coupon.id) })}
          onDone={() => finish(t('coupons.saved'))}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.act === 'links' && <LinksDialog {...linked} coupon={open.coupon} onClose={() => setOpen(null)} />}
      {open?.act === 'end' && (
        <EndDialog coupon={open.coupon} onDone={() => finish(t('coupons.ended'))} onClose={() => setOpen(null)} />
      )}
      {open?.act === 'delete' && (
        <DeleteDialog coupon={open.coupon} onDone={() => finish(t('coupons.removed'))} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

interface ActProps {
  coupon: Coupon;
  onDone: () => void;
  onClose: () => void;
}

function EndDialog({ coupon, onDone, onClose }: ActProps) {
  const { t } = useTranslation('products');
  return (
    <ConfirmChange
      isDanger
      title={t('coupons.endTitle', { code: coupon.code })}
      text={t('coupons.endText')}
      action={t('coupons.end')}
      change={useCouponChange()}
      input={switchTo(coupon, false)}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

function DeleteDialog({ coupon, onDone, onClose }: ActProps) {
  const { t } = useTranslation('products');
  return (
    <ConfirmChange
      isDanger
      title={t('coupons.removeTitle', { code: coupon.code })}
      text={t('coupons.removeText')}
      action={t('coupons.remove')}
      change={useCouponDeletion()}
      input={{ couponId: coupon.id, version: coupon.version }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
