import type { lookUpParked } from '@feira/schemas/procedures/payments';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { type FieldsOf, group, optional, text } from '@feira/shell-kit/fields';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../components/money/reason-dialog.tsx';
import { type Parked, useParkedEnd, useParkedLookup } from './use-parked.ts';

interface ParkedDialogProps {
  parked: Parked;
  onDone: (message: string) => void;
  onClose: () => void;
}

const FIELDS = group({
  transactionId: optional(text({ control: { maxLength: 255, autoComplete: 'off', spellCheck: false } })),
} satisfies FieldsOf<typeof lookUpParked, 'paymentId'>);

/** Has the provider asked about a charge. What a person types only says which one: the provider's answer alone counts. */
export function LookUpParkedDialog({ parked, onDone, onClose }: ParkedDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const change = useParkedLookup();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
  const [problem, setProblem] = useState('');
  const { paymentId, isAskable } = parked;
  const amount = formatCurrency(parked.amount, parked.currency, locale);
  return (
    <DialogForm
      isWide
      title={t('parked.lookUpTitle', { amount })}
      text={t('parked.lookUpText')}
      action={t('parked.lookUpAction')}
      {...dialog(async (input) => {
        setProblem('');
        const answer = await change.run({ paymentId, ...input });
        if (!answer) return;
        const { result, status } = answer;
        if (result === 'FOUND')
          onDone(t(status === 'APPROVED' ? 'parked.found.APPROVED' : 'parked.found.other', { amount }));
        else setProblem(t(`parked.results.${result}`));
      })}
      onClose={onClose}
    >
      <ParkedFacts parked={parked} />
      <p role="status" className={problem ? 'notice notice-warning' : 'visually-hidden'}>
        {problem}
      </p>
      {isAskable ? (
        <TextField label={t('parked.transactionId')} hint={t('parked.transactionIdHint')} {...controls.transactionId} />
      ) : (
        <p className="notice notice-info">{t('parked.unaskable')}</p>
      )}
    </DialogForm>
  );
}

/** Ends a charge that a person looked for and did not find. */
export function EndParkedDialog({ parked, onDone, onClose }: ParkedDialogProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const change = useParkedEnd();
  const amount = formatCurrency(parked.amount, parked.currency, locale);
  return (
    <ReasonDialog
      title={t('parked.endTitle', { amount })}
      text={t('parked.endText')}
      action={t('parked.endAction')}
      hint={t('parked.endHint')}
      field="note"
      change={change}
      onSend={async (note) => {
        if (await change.run({ paymentId: parked.paymentId, note })) onDone(t('parked.ended'));
      }}
      onClose={onClose}
    >
      <ParkedFacts parked={parked} />
    </ReasonDialog>
  );
}

/** Shows the reference to look for in the provider's panel, and the request that the provider was sent. */
function ParkedFacts({ parked }: Pick<ParkedDialogProps, 'parked'>) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const moment = (at: string) => `${formatDate(at, locale)}, ${formatTime(at, locale)}`;
  const seconds = (ms: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ms / 1_000);
  return (
    <FactList
      facts={[
        [t('cases.sale'), `${parked.title}, ${parked.buyerName}`],
        [t('cases.payment'), parked.paymentId],
        [t('parked.call'), `${parked.connectionName} (${parked.provider})`],
        [t('parked.since'), moment(parked.createdAt)],
        [
          t('payouts.reference'),
          <span key="reference" className="money-reference">
            <code>{parked.attemptId}</code>
            <CopyButton text={parked.attemptId} label={t('payouts.copyReference')} />
          </span>,
        ],
        [
          t('parked.calls'),
          parked.calls.length === 0 ? (
            t('parked.noCalls')
          ) : (
            <ul key="calls" className="money-approvals">
              {parked.calls.map(({ at, operation, status, error, durationMs }) => (
                <li key={at}>
                  {t(
                    operation === 'createTransaction'
                      ? 'parked.operations.createTransaction'
                      : 'parked.operations.other',
                  )}
                  {': '}
                  {status === null
                    ? t('parked.callSilent', { seconds: seconds(durationMs) })
                    : t('parked.callAnswer', { status, seconds: seconds(durationMs) })}
                  {error && ` (${error})`}
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  );
}
