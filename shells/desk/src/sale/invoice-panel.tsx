import { cancel, getInvoice, issue } from '@feira/schemas/procedures/fiscal-invoices';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useChange } from '@feira/shell-kit/use-change';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SalePanel } from './sale-panel.tsx';
import { type Invoice, type Sale, type SaleInvoice, useSaleInvoice } from './use-sale.ts';

const LOOKS: Record<Invoice['state'], { tone: StatusTone; icon: IconName }> = {
  WAITING: { tone: 'pending', icon: 'clock' },
  ISSUED: { tone: 'approved', icon: 'check' },
  REFUSED: { tone: 'rejected', icon: 'close' },
  CANCELED: { tone: 'canceled', icon: 'refund' },
};

/** Shows what became of the fiscal invoice of a sale. The seller has it issued and canceled here; staff read it. */
export function InvoicePanel({ sale }: { sale: Sale }) {
  const { t } = useTranslation('sale');
  const { data } = useSaleInvoice(sale.id);
  // Sales of sellers who have nothing to do with invoices show no panel.
  if (!data || (!data.invoice && data.obstacle !== null)) return null;
  const { invoice } = data;
  return (
    <SalePanel title={t('invoice.title')}>
      {invoice ? <Known sale={sale} invoice={invoice} /> : <p>{t('invoice.none')}</p>}
      {invoice?.state === 'REFUSED' && data.obstacle && <p>{t(`invoice.obstacles.${data.obstacle}`)}</p>}
      {sale.viewer === 'SELLER' && <Acts sale={sale} {...data} />}
    </SalePanel>
  );
}

function Known({ sale, invoice }: { sale: Sale; invoice: Invoice }) {
  const { t } = useTranslation(['sale', 'kit']);
  const { locale } = useHost();
  const { state, number, code, amount, issuedAt, canceledAt, nextAttemptAt, reason, problem, pdf, xml } = invoice;
  const moment = (iso: string) => t('at', { date: formatDate(iso, locale), time: formatTime(iso, locale) });
  const facts: Fact[] = [];
  if (number) facts.push([t('invoice.number'), number]);
  if (code) facts.push([t('invoice.code'), code]);
  if (amount !== null) facts.push([t('invoice.amount'), formatCurrency(amount, sale.currency, locale)]);
  if (issuedAt) facts.push([t('invoice.issuedAt'), moment(issuedAt)]);
  if (canceledAt) facts.push([t('invoice.canceledAt'), moment(canceledAt)]);
  if (nextAttemptAt && state === 'WAITING') facts.push([t('invoice.next'), moment(nextAttemptAt)]);
  if (reason && problem !== 'DATA_MISSING') facts.push([t('invoice.reason'), reason]);
  return (
    <>
      <p className="sale-state" role="status">
        <StatusBadge {...LOOKS[state]} label={t(`invoice.states.${state}`)} />
      </p>
      {problem && <p>{t(`invoice.problems.${problem}`, { fact: factOf(reason) })}</p>}
      {invoice.isCanceling && <p>{t('invoice.canceling')}</p>}
      {facts.length > 0 && <FactList facts={facts} />}
      {(pdf || xml) && (
        <div className="sale-head">
          {pdf && (
            <a className="button" href={pdf} target="_blank" rel="noopener noreferrer">
              <Icon name="external" size={18} />
              {t('invoice.pdf')}
              <span className="visually-hidden"> {t('kit:newTab')}</span>
            </a>
          )}
          {xml && (
            <a className="button" href={xml} target="_blank" rel="noopener noreferrer">
              <Icon name="external" size={18} />
              {t('invoice.xml')}
              <span className="visually-hidden"> {t('kit:newTab')}</span>
            </a>
          )}
        </div>
      )}
    </>
  );

  /** The name of the fact that is missing, in words where it has some. */
  function factOf(name: string | null): string {
    switch (name) {
      case 'customer.document':
        return t('invoice.facts.document');
      case 'customer.name':
        return t('invoice.facts.name');
      case 'customer.email':
        return t('invoice.facts.email');
      default:
        return t('invoice.facts.other', { name: name ?? '' });
    }
  }
}

function Acts({ sale, invoice, canIssue, canCancel }: SaleInvoice & { sale: Sale }) {
  const { t } = useTranslation('sale');
  const [isCanceling, setIsCanceling] = useState(false);
  const issuing = useChange(issue, getInvoice);
  const canceling = useChange(cancel, getInvoice);
  const isIssued = invoice?.state === 'ISSUED';
  if (!canIssue && !canCancel) return null;
  return (
    <>
      <div className="sale-head">
        {canIssue && (
          <button
            type="button"
            className="button button-primary"
            aria-busy={issuing.isBusy}
            onClick={() => void issuing.run({ saleId: sale.id })}
          >
            {t(invoice ? 'invoice.issueAgain' : 'invoice.issue')}
          </button>
        )}
        {canCancel && (
          <button type="button" className="button" onClick={() => setIsCanceling(true)}>
            {t(isIssued ? 'invoice.cancel' : 'invoice.stop')}
          </button>
        )}
      </div>
      <Refusal error={issuing.error} />
      {isCanceling && (
        <ConfirmDialog
          title={t(isIssued ? 'invoice.cancelTitle' : 'invoice.stop')}
          text={t(isIssued ? 'invoice.cancelText' : 'invoice.stopText')}
          action={t(isIssued ? 'invoice.cancel' : 'invoice.stop')}
          dismissal={t('invoice.keep')}
          isBusy={canceling.isBusy}
          error={canceling.error}
          onConfirm={async () => {
            if (await canceling.run({ saleId: sale.id })) setIsCanceling(false);
          }}
          onClose={() => setIsCanceling(false)}
        />
      )}
    </>
  );
}
