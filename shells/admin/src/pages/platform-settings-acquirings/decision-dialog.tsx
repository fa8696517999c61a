import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { RoutingSteps } from '@feira/shell-desk/routing-words/routing-steps.tsx';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { SaleTitle } from '../../components/money/sale-title.tsx';
import type { Decision } from './use-acquirings.ts';

/** Shows one attempt, step by step. */
export function DecisionDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const { t } = useTranslation(['acquirings', 'kit']);
  const { locale } = useHost();
  const { connectionName, createdAt, amount, currency, paymentId, transactionId } = decision;
  const method = t(`kit:method.${decision.method}`);
  const at = `${formatDate(createdAt, locale)} ${formatTime(createdAt, locale)}`;
  const facts = { method, at, amount: formatCurrency(amount, currency as Currency, locale) };
  return (
    <ModalDialog
      isWide
      title={t('explainTitle', { name: connectionName })}
      text={t('explainText', facts)}
      onClose={onClose}
    >
      <RoutingSteps attempt={decision} method={decision.method} currency={decision.currency as Currency} />
      <dl className="acquiring-facts">
        <div>
          <dt>{t('paymentId')}</dt>
          <dd>
            <code>
              <SaleTitle sale={{ saleId: decision.saleId, title: paymentId }} />
            </code>
          </dd>
        </div>
        {transactionId && (
          <div>
            <dt>{t('transaction')}</dt>
            <dd>
              <code>{transactionId}</code>
            </dd>
          </div>
        )}
      </dl>
      <div className="dialog-actions">
        <CopyButton text={transactionId ?? paymentId} label={t('copyId')} />
        <button type="button" className="button button-primary" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </ModalDialog>
  );
}
