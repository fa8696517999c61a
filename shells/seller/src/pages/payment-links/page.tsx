import { PAYMENT_LINK_STATES, type PaymentLinkState } from '@feira/schemas/procedures/payment-links';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { AwaitedDialog } from '@feira/shell-kit/components/awaited-dialog';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SharePanel } from '../../components/products/share-panel.tsx';
import './add-texts.ts';
import { LinkDialog } from './link-dialog.tsx';
import './payment-links.css';
import { LINK_FILTER, type PaymentLink, useClosing, usePaymentLink, usePaymentLinks } from './use-payment-links.ts';

const TONES: Record<PaymentLinkState, StatusTone> = {
  ON: 'approved',
  OFF: 'canceled',
  PAYING: 'pending',
  PAID: 'refunded',
  EXPIRED: 'canceled',
  CLOSED: 'canceled',
  IN_REVIEW: 'pending',
  UNAVAILABLE: 'rejected',
};

/** Stands in the address for the dialog that creates a link, in the place of a link. */
const NEW = 'new';

/** Lists the links by which the seller asks for payments, and makes new ones. */
export default function PaymentLinksPage() {
  const { t } = useTranslation('paymentLinks');
  const { change } = useAddress();
  const { filter, input, onChange, ...list } = useListFilter(LINK_FILTER);
  const shared = useOpened('share');
  const edited = useOpened('link');
  const [closing, setClosing] = useState<PaymentLink | null>(null);
  const query = usePaymentLinks(input);
  const create = (
    <button type="button" className="button button-primary" onClick={() => edited.open(NEW)}>
      <Icon name="plus" size={18} />
      {t('create')}
    </button>
  );
  return (
    <PageFrame
      title={t('pageTitle')}
      action={create}
      filters={
        <search className="list-filters">
          <SearchInput
            label={t('search')}
            hint={t('search')}
            value={filter.search}
            onSearch={(text) => onChange({ search: text || null }, true)}
          />
          <SelectField<PaymentLinkState | ''>
            isLabelHidden
            label={t('state')}
            value={filter.state ?? ''}
            options={[
              { value: '', label: t('allStates') },
              ...PAYMENT_LINK_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
            ]}
            onChange={(state) => onChange({ state: state || null })}
          />
        </search>
      }
    >
      <p className="muted">{t('lead')}</p>
      <PagedList
        {...list}
        query={query}
        count={query.data?.items.length}
        pagerLabel={t('pages')}
        empty={
          list.isFiltered ? (
            <EmptyState icon="search" title={t('noMatch')} text={t('noMatchText')} />
          ) : (
            <EmptyState icon="link" title={t('empty')} text={t('emptyText')}>
              {create}
            </EmptyState>
          )
        }
      >
        <LinkList links={query.data?.items} onShare={shared.open} onEdit={edited.open} onEnd={setClosing} />
      </PagedList>
      {shared.id && (
        <DialogEntry value={false}>
          <ShareDialog key={shared.id} linkId={shared.id} onClose={shared.close} />
        </DialogEntry>
      )}
      {edited.id === NEW && (
        <DialogEntry value={false}>
          <LinkDialog
            // The new link takes the place of the form in the browser's history.
            onDone={(linkId) => change({ link: null, share: linkId }, { isReplaced: true })}
            onClose={edited.close}
          />
        </DialogEntry>
      )}
      {edited.id && edited.id !== NEW && (
        <DialogEntry value={false}>
          <EditDialog key={edited.id} linkId={edited.id} onClose={edited.close} />
        </DialogEntry>
      )}
      {closing && <CloseDialog link={closing} onClose={() => setClosing(null)} />}
    </PageFrame>
  );
}

interface LinkListProps {
  links: PaymentLink[] | undefined;
  onShare: (linkId: string) => void;
  onEdit: (linkId: string) => void;
  onEnd: (link: PaymentLink) => void;
}

function LinkList({ links, onShare, onEdit, onEnd }: LinkListProps) {
  const { t } = useTranslation('paymentLinks');
  const { locale } = useHost();
  const money = (cents: number, { coin }: PaymentLink) => formatCurrency(cents, coin, locale);
  const columns: RecordColumn<PaymentLink>[] = [
    {
      key: 'title',
      title: t('columns.title'),
      isHead: true,
      show: (link) => (
        <TwoLines
          first={<strong className="link-words">{link.title}</strong>}
          second={<span className="link-words">{link.note || t(`kinds.${link.kind}`)}</span>}
        />
      ),
    },
    {
      key: 'amount',
      title: t('columns.amount'),
      isNumber: true,
      show: (link) =>
        link.amount === null
          ? t('range', { least: money(link.leastAmount ?? 0, link), most: money(link.mostAmount ?? 0, link) })
          : money(link.amount, link),
    },
    {
      key: 'state',
      title: t('state'),
      show: (link) => (
        <TwoLines
          first={<StatusBadge tone={TONES[link.state]} label={t(`states.${link.state}`)} />}
          second={
            link.isSingleUse ? t('once') : link.expiresAt && t('until', { date: formatDate(link.expiresAt, locale) })
          }
        />
      ),
    },
    {
      key: 'paid',
      title: t('columns.paid'),
      isNumber: true,
      show: (link) => <TwoLines first={formatCount(link.paid, locale)} second={money(link.revenue, link)} />,
    },
    {
      key: 'openings',
      title: t('columns.openings'),
      isNumber: true,
      show: ({ openings }) => formatCount(openings, locale),
    },
    {
      key: 'acts',
      title: t('columns.acts'),
      isAction: true,
      show: (link) => (
        <span className="link-acts">
          <CopyButton text={link.url} label={t('copy')} description={t('of', { title: link.title })} />
          <button type="button" className="button" onClick={() => onShare(link.id)}>
            {t('share')} <span className="visually-hidden">{t('of', { title: link.title })}</span>
          </button>
          {link.state !== 'CLOSED' && (
            <>
              <button type="button" className="button" onClick={() => onEdit(link.id)}>
                {t('edit.open')} <span className="visually-hidden">{t('of', { title: link.title })}</span>
              </button>
              <button type="button" className="button" onClick={() => onEnd(link)}>
                {t('close.open')} <span className="visually-hidden">{t('of', { title: link.title })}</span>
              </button>
            </>
          )}
        </span>
      ),
    },
  ];
  return <RecordList label={t('pageTitle')} columns={columns} records={links} keyOf={({ id }) => id} />;
}

interface LinkProps {
  linkId: string;
  onClose: () => void;
}

function ShareDialog({ linkId, onClose }: LinkProps) {
  const { t } = useTranslation('paymentLinks');
  const { data, error, isLoading, refetch } = usePaymentLink(linkId);
  if (!data)
    return (
      <AwaitedDialog
        title={t('share')}
        error={error}
        isLoading={isLoading}
        onRetry={refetch}
        missing={{ title: t('missing'), text: t('missingText') }}
        close={t('done')}
        onClose={onClose}
      />
    );
  return (
    <ModalDialog isWide title={data.title} onClose={onClose}>
      {data.state !== 'ON' && <p className="notice notice-info">{t(`stateTexts.${data.state}`)}</p>}
      <div className="link-share">
        <SharePanel offer={data} />
      </div>
      <div className="dialog-actions">
        <button type="button" className="button button-primary" onClick={onClose}>
          {t('done')}
        </button>
      </div>
    </ModalDialog>
  );
}

function EditDialog({ linkId, onClose }: LinkProps) {
  const { t } = useTranslation('paymentLinks');
  const { data, error, isLoading, refetch } = usePaymentLink(linkId);
  if (data) return <LinkDialog link={data} reload={refetch} onDone={onClose} onClose={onClose} />;
  return (
    <AwaitedDialog
      title={t('edit.title')}
      error={error}
      isLoading={isLoading}
      onRetry={refetch}
      missing={{ title: t('missing'), text: t('missingText') }}
      close={t('done')}
      onClose={onClose}
    />
  );
}

function CloseDialog({ link: { id, title, version }, onClose }: { link: PaymentLink; onClose: () => void }) {
  const { t } = useTranslation('paymentLinks');
  return (
    <ConfirmChange
      title={t('close.title', { title })}
      text={t('close.text')}
      action={t('close.action')}
      isDanger
      change={useClosing()}
      input={{ linkId: id, version }}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
