import { formatCurrency } from '@feira/schemas/rules/currency';
import { SaleBuyer } from '@feira/shell-desk/sale/sale-words.tsx';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RefundRequest, useRequestDecision } from './use-refunds.ts';

type Decision = 'GRANT' | 'DECLINE';

interface DecideDialogProps {
  request: RefundRequest;
  onDone: (decision: Decision) => void;
  onClose: () => void;
}

const MAX_ANSWER = 1000;

/**
 * Shows a buyer's request; the seller grants or declines it. A text is required to decline and optional to grant, so no table
 * of fields serves.
 */
export function DecideDialog({ request, onDone, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['refunds', 'kit']);
  const { locale } = useHost();
  const [answer, setAnswer] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { run, error, isBusy } = useRequestDecision();
  const form = useRef<HTMLDivElement>(null);
  const amount = formatCurrency(request.amount, request.currency, locale);
  const isWaiting = request.state === 'WAITING';
  // A request by law waits for money alone, and the seller cannot decline it.
  const mayDecline = request.ground !== 'LAW';
  const decide = async (decision: Decision) => {
    if (isBusy) return;
    const text = answer.trim();
    setIsMissing(decision === 'DECLINE' && !text);
    if (decision === 'DECLINE' && !text) return focusFirstProblem(form.current);
    const input = { requestId: request.id, decision, ...(text && { answer: text }) };
    if (await run(input)) onDone(decision);
  };
  const facts = [
    [t('requests.buyer'), <SaleBuyer key="buyer" sale={request} />],
    [t('amount'), amount],
    [t('requests.reason'), t(`reasons.${request.reason}`)],
    [t('requests.ground'), t(`grounds.${request.ground}`)],
    [t('requests.protocol'), `${request.protocol}, ${formatDate(request.createdAt, locale)}`],
  ] as const;
  return (
    <ModalDialog isWide title={t('requests.title', { title: request.title })} onClose={onClose}>
      <div ref={form} className="form">
        <FactList facts={facts} />
        {request.note && (
          <figure className="refunds-quote">
            <figcaption>{t('requests.note')}</figcaption>
            <blockquote>{request.note}</blockquote>
          </figure>
        )}
        {request.answer && (
          <figure className="refunds-quote">
            <figcaption>{t('requests.answer')}</figcaption>
            <blockquote>{request.answer}</blockquote>
          </figure>
        )}
        {request.paidBy === 'SELLER' && <p className="notice notice-info">{t('requests.paidBySellerText')}</p>}
        {isWaiting && (
          <TextAreaField
            label={t('requests.answer')}
            hint={t(mayDecline ? 'requests.answerHint' : 'requests.lawHint')}
            name="answer"
            rows={3}
            maxLength={MAX_ANSWER}
            value={answer}
            problem={isMissing && !answer.trim() ? t('requests.answerMissing') : findFieldProblem(error, 'answer')}
            onChange={setAnswer}
          />
        )}
        <Refusal error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t(isWaiting ? 'kit:cancel' : 'close')}
          </button>
          {isWaiting && (
            <>
              {mayDecline && (
                <button type="button" className="button" aria-busy={isBusy} onClick={() => decide('DECLINE')}>
                  {t('requests.decline')}
                </button>
              )}
              <button
                type="button"
                className="button button-primary"
                aria-busy={isBusy}
                onClick={() => decide('GRANT')}
              >
                {t('requests.grant', { amount })}
              </button>
            </>
          )}
        </div>
      </div>
    </ModalDialog>
  );
}
