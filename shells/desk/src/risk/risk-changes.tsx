import type { Currency } from '@feira/schemas/common';
import type { Compared } from '@feira/schemas/procedures/money-rules';
import type { RiskKind, RiskRule } from '@feira/schemas/procedures/risk';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { useRuleWords } from './rule-words.ts';

interface Entry {
  list: 'ALLOW' | 'BLOCK';
  label: string;
  reason: string;
  endsAt: string | null;
}

interface RiskChangesProps {
  /** The kind and the code of whom an entry means, or the platform of rules. */
  subject: string | undefined;
  compared: Pick<Compared, 'before' | 'after'>;
  currency: Currency;
}

/** Shows fraud rules, or an entry of a list, before and after a change. */
export default function RiskChanges({ subject, compared: { before, after }, currency }: RiskChangesProps) {
  const { t } = useTranslation('riskWords');
  return (
    <div className="rule-routes">
      {[before, after].map((values, index) => (
        <section key={index === 0 ? 'now' : 'then'}>
          <h4>{t(index === 0 ? 'now' : 'then')}</h4>
          {'rules' in values ? (
            <RuleOrder rules={values.rules as RiskRule[]} currency={currency} />
          ) : (
            <EntryText entry={values.entry as Entry | null} kind={subject?.split(':')[0] as RiskKind | undefined} />
          )}
        </section>
      ))}
    </div>
  );
}

function RuleOrder({ rules, currency }: { rules: readonly RiskRule[]; currency: Currency }) {
  const { t } = useTranslation('riskWords');
  const { ruleOf } = useRuleWords(currency);
  if (rules.length === 0) return <p className="muted">{t('noRules')}</p>;
  return (
    <ol>
      {rules.map((rule) => (
        <li key={rule.id}>
          {rule.name}: {t(`actions.${rule.action}`)}{' '}
          <span className="muted">
            {ruleOf(rule)}
            {!rule.isEnabled && `, ${t('off')}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

function EntryText({ entry, kind }: { entry: Entry | null; kind: RiskKind | undefined }) {
  const { t } = useTranslation('riskWords');
  const { locale } = useHost();
  if (!entry) return <p className="muted">{t('noEntry')}</p>;
  const { list, label, reason, endsAt } = entry;
  return (
    <p>
      {t('entry', {
        list: t(`lists.${list}`),
        label,
        kind: kind ? t(`kinds.${kind}`) : '',
        until: endsAt ? t('until', { day: formatDate(endsAt, locale) }) : t('always'),
        reason,
      })}
    </p>
  );
}
