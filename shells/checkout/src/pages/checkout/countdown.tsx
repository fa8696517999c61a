import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import { formatClock } from '../../behaviour/clock.ts';
import { Icon } from '../../components/icon.tsx';
import type { Translate } from '../../texts.ts';

/** Shows the value that the countdown starts from. On the live page the behaviour lets it run; in the builder nothing moves. */
export function Countdown(props: { config: NonNullable<CheckoutBuilderConfig['countdown']>; t: Translate }) {
  const { timer, text, endText } = props.config;
  return (
    <div className="countdown" data-seconds={timer * 60} data-end={endText}>
      <span role="status">{text}</span>{' '}
      <span className="clock" role="timer">
        <Icon name="clock" />
        <span translate="no">{formatClock(timer * 60)}</span>
      </span>
      <button className="pause" type="button" name="pause" aria-pressed="false">
        {props.t('pauseCountdown')}
      </button>
    </div>
  );
}
