import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { LineList } from '@feira/shell-kit/components/line-list';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { ChooseBox, type ListSelection, type RecordColumn, RecordTable } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatDay, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { CROWDED, useMediaQuery } from '@feira/shell-kit/use-media-query';
import type { Selection } from '@feira/shell-kit/use-selection';
import { useTranslation } from 'react-i18next';
import type { Listed, ShipmentTab } from './use-shipments.ts';

const addressOf = ({ saleId }: Listed) => `/platform/my-sales/${saleId}`;
const placeOf = ({ city, state }: Listed) => [city, state].filter(Boolean).join(' - ');
const stepOf = ({ shipment: { returnedAt, deliveredAt, shippedAt } }: Listed) => returnedAt ?? deliveredAt ?? shippedAt;

interface ShipmentListProps {
  tab: ShipmentTab;
  /** Undefined while they load. */
  shipments: Listed[] | undefined;
  /** Undefined where nothing can be chosen. */
  selection: Selection<Listed> | undefined;
}

/** Shows shipments as a table, and on phones in two lines each. */
export function ShipmentList({ tab, shipments, selection: chosen }: ShipmentListProps) {
  const { t } = useTranslation('shipments');
  const { locale } = useHost();
  const isNarrow = useMediaQuery(CROWDED);
  const selection: ListSelection<Listed> | undefined = chosen && {
    ...chosen,
    labelOf: ({ saleId, buyerName }) => t('batch.select', { code: orderCodeOf(saleId), name: buyerName }),
  };
  const itemsOf = ({ items }: Listed) =>
    items.map(({ title, quantity }) => (quantity > 1 ? t('item', { count: quantity, title }) : title)).join(', ');
  if (isNarrow)
    return (
      <LineList
        label={t('title')}
        records={shipments}
        keyOf={({ saleId }) => saleId}
        lineOf={(listed) => ({
          to: addressOf(listed),
          choice: selection && <ChooseBox record={listed} selection={selection} />,
          first: listed.buyerName,
          second: [orderCodeOf(listed.saleId), placeOf(listed), itemsOf(listed)].filter(Boolean).join(' · '),
          end: <TwoLines first={<Day listed={listed} />} second={<Notes listed={listed} />} />,
        })}
      />
    );

  const time = (iso: string) => <TwoLines first={formatDate(iso, locale)} second={formatTime(iso, locale)} />;
  const last: RecordColumn<Listed>[] =
    tab === 'TO_SHIP' || tab === 'OVERDUE'
      ? [
          {
            key: 'shipUntil',
            title: t('shipUntil'),
            show: (listed) => (
              <TwoLines first={formatDay(listed.shipUntil, locale)} second={<Notes listed={listed} />} />
            ),
          },
        ]
      : [
          {
            key: 'step',
            title: t(`steps.${tab}`),
            show: (listed) =>
              listed.shipment.obstacle ? (
                <TwoLines first={<Day listed={listed} />} second={<Notes listed={listed} />} />
              ) : (
                time(stepOf(listed) ?? listed.paidAt)
              ),
          },
          { key: 'parcel', title: t('parcel'), show: (listed) => <Parcel listed={listed} /> },
        ];
  const columns: RecordColumn<Listed>[] = [
    {
      key: 'order',
      title: t('order'),
      show: (listed) => (
        <TwoLines
          first={
            <PageLink className="shipments-code" to={addressOf(listed)}>
              {orderCodeOf(listed.saleId)}
            </PageLink>
          }
          second={<span className="shipments-items">{itemsOf(listed)}</span>}
        />
      ),
    },
    {
      key: 'buyer',
      title: t('buyer'),
      show: (listed) => <TwoLines first={listed.buyerName} second={placeOf(listed)} />,
    },
    { key: 'paidAt', title: t('paidAt'), show: ({ paidAt }) => time(paidAt) },
    ...last,
  ];
  return (
    <RecordTable
      label={t('title')}
      columns={columns}
      records={shipments}
      keyOf={({ saleId }) => saleId}
      selection={selection}
    />
  );
}

/** The day that counts: until when it is to be shipped, or when it took its last step. */
function Day({ listed }: { listed: Listed }) {
  const { t } = useTranslation('shipments');
  const { locale } = useHost();
  const step = stepOf(listed);
  return step ? formatDate(step, locale) : t('until', { day: formatDay(listed.shipUntil, locale) });
}

function Notes({ listed: { isOverdue, shipment } }: { listed: Listed }) {
  const { t } = useTranslation('shipments');
  if (shipment.obstacle) return <StatusBadge tone="canceled" icon="stop" label={t('moneyBack')} />;
  return isOverdue ? <StatusBadge tone="rejected" icon="clock" label={t('overdue')} /> : null;
}

function Parcel({ listed }: { listed: Listed }) {
  const { carrier, trackingCode, trackingUrl } = listed.shipment;
  const code = trackingCode ?? trackingUrl;
  return (
    <TwoLines
      first={carrier}
      second={
        trackingUrl ? (
          <a className="shipments-items" href={trackingUrl} target="_blank" rel="noopener noreferrer">
            {code}
          </a>
        ) : (
          code
        )
      }
    />
  );
}
