import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useProviderWords } from '@feira/shell-kit/components/provider-words/provider-words';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { explainDecision, type Step } from './explain-decision.ts';
import type { Decision } from './use-acquirings.ts';

const ICONS: Record<Step['kind'], IconName> = { plain: 'dot', skipped: 'close', chosen: 'check' };

/** Shows one attempt, step by step. */
export function DecisionDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const { t } = useTranslation(['acquirings', 'kit']);
  const { locale } = useHost();
  const words = useProviderWords();
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
      <ol className="acquiring-steps">
        {explainDecision(decision, { method, error: words.error }).map(({ key, values, kind }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one attempt never change their order.
          <li key={`${key} ${index}`} className={`acquiring-step-${kind}`}>
            <Icon name={ICONS[kind]} size={18} />
            <span>{t(key as 'steps.unknown', values)}</span>
          </li>
        ))}
      </ol>
      <dl className="acquiring-facts">
        <div>
          <dt>{t('paymentId')}</dt>
          <dd>
            <code>{paymentId}</code>
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
