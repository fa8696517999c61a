import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { cardText } from '../../components/card-text.ts';
import { perPeriod } from '../../components/per-period.ts';
import { sellerIdentity } from '../../components/seller-identity.ts';
import { settlementText } from './describe-payment.ts';
import { contactPath, formatMoment, type SceneProps } from './scene-props.ts';

function methodText({ t, payment }: SceneProps): string {
  if (payment.method === 'PIX') return t('pix');
  if (payment.method === 'BILLET') return t('billet');
  return cardText(t, payment.cardBrand, payment.cardLastDigits);
}

/** Shows the seller, the product, the amount, the method and the date: the part to keep. */
export function Order(props: SceneProps) {
  const { t, locale, payment, money } = props;
  const { order } = payment;
  const items = order?.items ?? [];
  const lines: [string, string][] = [
    ...(items.length > 1
      ? items.map((item): [string, string] => [item.title, money(item.amount)])
      : [[t('item'), items[0]?.title ?? payment.title] as [string, string]]),
  ];
  if (payment.discount)
    lines.push([t('couponUsed', { code: payment.couponCode ?? '' }), `−${money(payment.discount)}`]);
  if (payment.methodDiscount)
    lines.push([t(payment.method === 'PIX' ? 'pixDiscount' : 'billetDiscount'), `−${money(payment.methodDiscount)}`]);
  if (order?.freight) lines.push([t('freight'), money(order.freight)]);
  if (order?.interest) lines.push([t('interest'), money(order.interest)]);
  if (order?.address) lines.push([t('delivery'), order.address]);
  lines.push([t('seller'), sellerIdentity(payment)]);
  if (payment.cards)
    for (const { brand, lastDigits, amount, state } of payment.cards)
      lines.push([cardText(t, brand, lastDigits), t(`card${state}`, { amount: money(amount) })]);
  else lines.push([t('method'), methodText(props)]);
  if (payment.method === 'CREDIT_CARD' && payment.installments > 1) {
    lines.push(['', t('installmentsCount', { count: payment.installments })]);
  }
  if (payment.plan) {
    const { amount, nextChargeAt } = payment.plan;
    lines.push([t('plan'), perPeriod(t, money(amount), payment.plan)]);
    if (nextChargeAt) lines.push([t('nextCharge'), formatMoment(nextChargeAt, locale, false)]);
  }
  lines.push([t('createdAt'), formatMoment(payment.createdAt, locale)]);
  if (payment.approvedAt) lines.push([t('approvedAt'), formatMoment(payment.approvedAt, locale)]);
  if (payment.refundedAmount > 0) lines.push([t('refunded'), money(payment.refundedAmount)]);
  lines.push([t('reference'), payment.orderCode]);
  return (
    <section className="block receipt" aria-labelledby="order">
      <h2 id="order">{t(payment.status === 'APPROVED' ? 'receipt' : 'order')}</h2>
      <dl>
        {lines.map(([name, value]) => (
          <div key={`${name}|${value}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{t('total')}</dt>
          <dd translate="no">{money(payment.amount)}</dd>
        </div>
      </dl>
      {payment.plan && payment.approvedAt && (
        <p className="note">
          <a href={DASHBOARD_PATHS.customer}>{t('manage')}</a>. {t('manageText')}
        </p>
      )}
      <p className="actions">
        {payment.hasReceipt && (
          <a href={`/checkout/payment/${payment.id}/receipt.pdf${locale === 'en' ? '?lang=en' : ''}`}>
            {t('receiptPdf')}
          </a>
        )}
        {payment.invoiceFiles?.map((file) => (
          <a key={file} href={`/checkout/payment/${payment.id}/invoice.${file}`}>
            {t(file === 'pdf' ? 'invoicePdf' : 'invoiceXml')}
          </a>
        ))}
        <a href={contactPath(payment, locale)}>{t('contact')}</a>
      </p>
    </section>
  );
}

export function Settlement({ t, payment, money }: SceneProps) {
  const text = settlementText(payment);
  if (!text) return null;
  return (
    <p className="notice">
      {t(text.key, {
        paid: money(payment.paidAmount),
        amount: money(payment.amount),
        refunded: money(payment.refundedAmount),
        difference: money(text.difference),
      })}
    </p>
  );
}
