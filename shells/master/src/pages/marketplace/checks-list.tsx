import { useCapabilityName } from '@feira/shell-desk/connections/capability-name.ts';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { type Check, type CheckOutcome, outcomeOf } from './count-checks.ts';

const LOOKS: Record<CheckOutcome, { icon: IconName; colour: string }> = {
  passed: { icon: 'check', colour: 'status-approved' },
  refusal: { icon: 'close', colour: 'status-rejected' },
  warning: { icon: 'alert', colour: 'status-pending' },
  skipped: { icon: 'stop', colour: 'status-canceled' },
};

/** Lists every check in its order, its result, and one sentence about that. */
export function ChecksList({ checks }: { checks: readonly Check[] }) {
  const { t } = useTranslation('marketplace');
  const sentenceOf = useSentence();
  return (
    <ol className="checks">
      {checks.map((check) => {
        const outcome = outcomeOf(check);
        const { icon, colour } = LOOKS[outcome];
        return (
          <li key={check.check}>
            <span className={`check-mark ${colour}`}>
              <Icon name={icon} size={16} />
            </span>
            <span className="check-words">
              <strong>{t(`check.${check.check}`)}</strong>
              <span className="visually-hidden">: {t(`review.${outcome}`)}. </span>
              <span className={outcome === 'passed' || outcome === 'skipped' ? 'muted' : undefined}>
                {sentenceOf(check)}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const NUMBER = /^\d+$/;

/** Formats the server's details, numbers and names of capabilities, as readers expect them. */
function useSentence() {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  const nameOf = useCapabilityName();
  return ({ check, reason, details }: Check) => {
    if (!reason) return t(`passedCheck.${check}`);
    const { capabilities = '', host = details.address, ...others } = details;
    const words = Object.entries(others).map(([name, value]) => [
      name,
      NUMBER.test(value) ? formatCount(Number(value), locale) : value,
    ]);
    return t(`reason.${reason}`, {
      ...Object.fromEntries(words),
      host,
      capabilities: capabilities
        .split(/[,\s]+/)
        .filter(Boolean)
        .map(nameOf)
        .join(', '),
    });
  };
}
