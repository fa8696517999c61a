import { formatCurrency } from '@feira/schemas/rules/currency';
import { Icon } from '@feira/shell-kit/components/icon';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { findRepeat } from './repeats.ts';
import type { Branch } from './tree.ts';
import type { Funnel, Offer, StepDraft } from './use-funnels.ts';

export interface StepTreeProps {
  steps: StepDraft[];
  offers: Offer[];
  /** The offer whose purchase opens the funnel. */
  entryId: string;
  figures: Funnel['figures'];
  openId: string;
  isFull: boolean;
  onOpen: (id: string) => void;
  onAdd: (parentId: string, branch: Branch) => void;
}

const BRANCHES = ['onAccept', 'onDecline'] as const;

/** Draws the tree as lists in lists, which keyboards and screen readers walk through like any other. */
export function StepTree(props: StepTreeProps) {
  const { t } = useTranslation('funnels');
  const [root] = props.steps;
  return (
    <nav className="panel funnel-tree" aria-label={t('tree')}>
      <ul>{root && <StepNode {...props} id={root.id} branch={null} />}</ul>
    </nav>
  );
}

function StepNode({ id, branch, ...props }: StepTreeProps & { id: string; branch: Branch | null }) {
  const { steps, offers, entryId, figures, openId, isFull, onOpen, onAdd } = props;
  const { t } = useTranslation('funnels');
  const { locale } = useHost();
  const step = steps.find((one) => one.id === id);
  if (!step) return null;
  const offer = offers.find((one) => one.id === step.offerId);
  const figure = figures.find(({ stepId }) => stepId === id);
  const name = step.title || offer?.title || t('offerGone');
  const rate = figure && figure.shown > 0 ? figure.accepted / figure.shown : null;
  return (
    <li>
      <button
        type="button"
        className="funnel-step"
        aria-current={openId === id ? 'true' : undefined}
        onClick={() => onOpen(id)}
      >
        <span className="funnel-kind">{t(branch === 'onDecline' ? 'downsell' : 'upsell')}</span>
        <strong>{name}</strong>
        {findRepeat(step, { entryId, steps, offers }, []) && (
          <StatusBadge tone="pending" icon="alert" label={t('skipped')} />
        )}
        {figure && offer && (
          <span className="muted">
            {t('figures', {
              shown: figure.shown,
              accepted: figure.accepted,
              declined: figure.declined,
              paid: figure.paid,
            })}
            {rate !== null &&
              ` · ${new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(rate)}`}
            {` · ${formatCurrency(figure.revenue, offer.coin, locale)}`}
          </span>
        )}
      </button>
      <ul>
        {BRANCHES.map((one) => (
          <li key={one} className="funnel-branch">
            <span className={`funnel-answer funnel-${one}`}>
              <Icon name={one === 'onAccept' ? 'check' : 'close'} size={16} />
              {t(one)}
            </span>
            {step[one] && (
              <ul>
                <StepNode {...props} id={step[one]} branch={one} />
              </ul>
            )}
            {!step[one] && (
              <span className="funnel-end">
                <span className="muted">{t('end')}</span>
                <button type="button" className="button" disabled={isFull} onClick={() => onAdd(id, one)}>
                  <Icon name="plus" size={16} />
                  {t(one === 'onAccept' ? 'addUpsell' : 'addDownsell')}
                  <span className="visually-hidden"> {t('behindStep', { name })}</span>
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}
