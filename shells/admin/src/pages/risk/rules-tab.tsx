import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { catchesAll } from '@feira/schemas/procedures/risk';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { useProposals } from '@feira/shell-desk/money-rules/use-money-rules.ts';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { CheckField } from '@feira/shell-kit/components/form-fields';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-desk/risk/add-texts.ts';
import './add-texts.ts';
import { useRuleWords } from '@feira/shell-desk/risk/rule-words.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { type Rule, type Rules, type Tried, useDryRun, useRules, useSaving } from './use-risk.ts';

const TONES = {
  ALLOW: 'approved',
  CHALLENGE: 'pending',
  AUTHENTICATE: 'pending',
  REVIEW: 'pending',
  REFUSE: 'rejected',
} as const;
const ICONS = { ALLOW: 'check', CHALLENGE: 'shield', AUTHENTICATE: 'person', REVIEW: 'clock', REFUSE: 'stop' } as const;

const newRule = (): Rule => ({
  id: crypto.randomUUID(),
  name: '',
  isEnabled: true,
  methods: ['CREDIT_CARD'],
  conditions: [{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 50_000 }],
  action: 'CHALLENGE',
});

export function RulesTab() {
  const query = useRules();
  if (query.data) return <RuleList key={query.data.version} stored={query.data} />;
  return query.error ? <LoadError error={query.error} onRetry={query.refetch} /> : <Skeleton height={320} />;
}

/** Rules are tried and saved together, because their order decides. */
function RuleList({ stored }: { stored: Rules }) {
  const { t } = useTranslation(['adminRisk', 'riskWords']);
  const [rules, setRules] = useState<readonly Rule[]>(stored.rules);
  const [edited, setEdited] = useState<Rule | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const saving = useSaving();
  const waiting = useProposals({ kind: 'RISK_RULES', view: 'OPEN' }).data?.proposals[0];
  const dryRun = useDryRun();
  const isChanged = rules !== stored.rules;

  const put = (next: readonly Rule[]) => {
    setRules(next);
    setTried(null);
  };
  const keep = (rule: Rule) => {
    put(
      rules.some(({ id }) => id === rule.id) ? rules.map((one) => (one.id === rule.id ? rule : one)) : [...rules, rule],
    );
    setEdited(null);
  };
  const move = (index: number) => {
    const next = [...rules];
    [next[index - 1], next[index]] = [next[index]!, next[index - 1]!];
    put(next);
  };
  return (
    <>
      <p className="muted">{t('lead')}</p>
      <div className="risk-bar">
        <button type="button" className="button" aria-haspopup="dialog" onClick={() => setEdited(newRule())}>
          {t('addRule')}
        </button>
        {rules.length > 0 && (
          <button
            type="button"
            className="button"
            aria-busy={dryRun.isBusy}
            onClick={async () => setTried((await dryRun.run({ rules: [...rules] })) ?? null)}
          >
            {t('try')}
          </button>
        )}
        {isChanged && (
          <>
            <button
              type="button"
              className="button button-primary"
              aria-busy={saving.isBusy}
              onClick={async () => {
                const saved = await saving.run({ version: stored.version, rules: [...rules] });
                // The rules in force stay until a second person approves.
                if (saved?.status === 'WAITING') put(stored.rules);
              }}
            >
              {t('save')}
            </button>
            <button type="button" className="button" onClick={() => put(stored.rules)}>
              {t('discard')}
            </button>
          </>
        )}
      </div>
      <Refusal error={saving.error ?? dryRun.error} />
      <div role="status" className={waiting ? 'notice notice-info' : 'visually-hidden'}>
        {waiting && (
          <p>
            {t('pending')}{' '}
            <PageLink to={`${DASHBOARD_PATHS.admin}/money-rules?proposal=${waiting.id}`}>{t('pendingSee')}</PageLink>
          </p>
        )}
      </div>
      <p role="status" className={tried ? 'notice notice-info' : 'visually-hidden'}>
        {tried && t(tried.isCut ? 'triedCut' : 'tried', { count: tried.purchases })}
      </p>
      {rules.length === 0 && <EmptyState icon="shield" title={t('emptyTitle')} text={t('emptyText')} />}
      <ol className="risk-rules">
        {rules.map((rule, index) => (
          <RuleItem
            key={rule.id}
            rule={rule}
            currency={stored.currency}
            tried={tried?.rules.find(({ id }) => id === rule.id)}
            onEdit={() => setEdited(rule)}
            onSwitch={(isEnabled) => put(rules.map((one) => (one.id === rule.id ? { ...one, isEnabled } : one)))}
            onUp={index > 0 ? () => move(index) : undefined}
            onRemove={() => put(rules.filter(({ id }) => id !== rule.id))}
          />
        ))}
      </ol>
      {stored.history.length > 0 && <History stored={stored} onTake={put} />}
      {edited && <RuleDialog rule={edited} currency={stored.currency} onSave={keep} onClose={() => setEdited(null)} />}
    </>
  );
}

interface RuleItemProps {
  rule: Rule;
  currency: Rules['currency'];
  tried: Tried['rules'][number] | undefined;
  onEdit: () => void;
  onSwitch: (isEnabled: boolean) => void;
  onUp: (() => void) | undefined;
  onRemove: () => void;
}

function RuleItem({ rule, currency, tried, onEdit, onSwitch, onUp, onRemove }: RuleItemProps) {
  const { t } = useTranslation(['adminRisk', 'riskWords']);
  const { locale } = useHost();
  const { ruleOf } = useRuleWords(currency);
  const named = <span className="visually-hidden">: {rule.name}</span>;
  return (
    <li className="panel risk-rule">
      <div>
        <h3>{rule.name}</h3>
        <p>{ruleOf(rule)}</p>
        <StatusBadge
          tone={TONES[rule.action]}
          icon={ICONS[rule.action]}
          label={t(`riskWords:actions.${rule.action}`)}
        />
        {rule.isEnabled && rule.action !== 'ALLOW' && catchesAll(rule) && (
          <p className="notice notice-info">{t('catchesAll')}</p>
        )}
        {tried && (
          <p className="risk-tried">
            {t('caught', {
              count: tried.count,
              paid: tried.paid,
              amount: formatCurrency(tried.paidAmount, tried.currency, locale),
              disputed: tried.disputed,
              refused: tried.refused,
            })}
          </p>
        )}
      </div>
      <div className="risk-acts">
        <CheckField isSwitch label={t('isOn', { name: rule.name })} isChecked={rule.isEnabled} onChange={onSwitch} />
        <button type="button" className="button" aria-haspopup="dialog" onClick={onEdit}>
          {t('edit')}
          {named}
        </button>
        {onUp && (
          <button type="button" className="button" onClick={onUp}>
            {t('up')}
            {named}
          </button>
        )}
        <button type="button" className="button" onClick={onRemove}>
          {t('remove')}
          {named}
        </button>
      </div>
    </li>
  );
}

/** The versions before, each of which can be taken up again. */
function History({ stored, onTake }: { stored: Rules; onTake: (rules: readonly Rule[]) => void }) {
  const { t } = useTranslation(['adminRisk', 'riskWords']);
  return (
    <details className="panel">
      <summary>{t('history')}</summary>
      <ul className="risk-history">
        {stored.history.map(({ version, savedAt, savedBy, rules }) => (
          <li key={version}>
            <span>{t('version', { version, name: savedBy, count: rules.length })}</span>
            <Moment at={savedAt} />
            <button type="button" className="button" onClick={() => onTake(rules)}>
              {t('take')}
              <span className="visually-hidden"> {version}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
