import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { Compared, MoneyRuleKind } from '@feira/schemas/procedures/money-rules';
import { listLines } from '@feira/schemas/rules/audit-lines';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { useHost } from '@feira/shell-kit/host-context';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LineValue } from '../audit-log/line-value.tsx';
import './add-texts.ts';
import './money-rules.css';

const RiskChanges = lazy(() => import(/* webpackChunkName: "risk" */ '../risk/risk-changes.tsx'));

interface RuleChangesProps {
  kind: MoneyRuleKind;
  /** The owner of the rules, where the change is known by its proposal. */
  subject?: string;
  compared: Pick<Compared, 'before' | 'after'>;
  currency: Currency;
}

/** Lists the rules that change, each with its value before and after. */
export function RuleChanges({ kind, subject, compared: { before, after }, currency }: RuleChangesProps) {
  const { t } = useTranslation('moneyRules');
  const { locale } = useHost();
  if (kind === 'ROUTES') return <RouteChanges before={before.routes} after={after.routes} />;
  if (kind === 'RISK_RULES' || kind === 'RISK_ALLOWED')
    return (
      <Suspense fallback={<Skeleton height={96} />}>
        <RiskChanges subject={subject} compared={{ before, after }} currency={currency} />
      </Suspense>
    );
  const lines = listLines({ type: 'moneyRules.proposed', details: { before, after } }, { locale, currency });
  if (lines.length === 0) return <p className="muted">{t('nothing')}</p>;
  return <FactList facts={lines.map((line) => [line.title, <LineValue key={line.title} line={line} />] as const)} />;
}

interface ShownRoute {
  /** The name of the connection. */
  connectionId: string;
  priority: number;
  weight: number;
  conditions: object;
  isEnabled: boolean;
}

function RouteChanges({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation('moneyRules');
  return (
    <div className="rule-routes">
      {([before, after] as (ShownRoute[] | undefined)[]).map((routes, index) => (
        <section key={index === 0 ? 'now' : 'then'}>
          <h4>{t(index === 0 ? 'now' : 'then')}</h4>
          {routes?.length ? <RouteOrder routes={routes} /> : <p className="muted">{t('noRoutes')}</p>}
        </section>
      ))}
    </div>
  );
}

function RouteOrder({ routes }: { routes: readonly ShownRoute[] }) {
  const { t } = useTranslation('moneyRules');
  const ranks = [...new Set(routes.map(({ priority }) => priority))].sort((one, other) => one - other);
  const describe = ({ priority, weight, conditions, isEnabled }: ShownRoute) =>
    [
      routes.some((other) => other.priority === priority && other.weight !== weight) && t('routeWeight', { weight }),
      Object.keys(conditions).length > 0 && t('routeConditions'),
      !isEnabled && t('routeOff'),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <ul>
      {routes.map((route, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a connection may stand in the list several times, and nothing moves.
        <li key={index}>
          {t('route', { rank: ranks.indexOf(route.priority) + 1, name: route.connectionId })}{' '}
          <span className="muted">{describe(route)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Returns the key of the name of a payment method within a sentence. */
export const isMethod = (subject: string): subject is PaymentMethod =>
  ['PIX', 'BILLET', 'CREDIT_CARD'].includes(subject);
