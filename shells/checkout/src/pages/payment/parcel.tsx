import type { Tracking } from '@feira/schemas/procedures/shipping';
import { formatMoment, type SceneProps } from './scene-props.ts';

const TEXTS = {
  TO_SHIP: 'parcelToShip',
  SHIPPED: 'parcelShipped',
  DELIVERED: 'parcelDelivered',
  RETURNED: 'parcelReturned',
} as const satisfies Record<Tracking['state'], string>;

/** Noon in São Paulo, so that a day stays the same day. */
const toMoment = (day: string) => `${day}T15:00:00Z`;

/** Tells where the parcel is; nothing where none is sent. */
export function Parcel({ t, locale, payment: { tracking } }: SceneProps) {
  if (!tracking) return null;
  const { state, shipUntil, carrier, trackingCode, trackingUrl, shippedAt, deliveredAt, returnedAt } = tracking;
  const moment = (iso: string | null) => iso && formatMoment(iso, locale);
  const lines = [
    [t('parcelCarrier'), carrier],
    [t('parcelCode'), trackingCode],
    [t('parcelShippedAt'), moment(shippedAt)],
    [t('parcelDeliveredAt'), moment(deliveredAt)],
    [t('parcelReturnedAt'), moment(returnedAt)],
  ].filter(([, value]) => value);
  return (
    <section className="block receipt" aria-labelledby="parcel">
      <h2 id="parcel">{t('parcel')}</h2>
      <p>{t(TEXTS[state], { day: formatMoment(toMoment(shipUntil), locale, false) })}</p>
      {lines.length > 0 && (
        <dl>
          {lines.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {trackingUrl && (
        <p className="actions">
          <a className="primary" href={trackingUrl} target="_blank" rel="noopener noreferrer">
            {t('parcelTrack')} <span className="hidden-text">{t('newTab')}</span>
          </a>
        </p>
      )}
    </section>
  );
}
