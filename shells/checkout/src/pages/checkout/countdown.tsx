import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import { useEffect, useState } from 'react';
import { Icon } from '../../components/icon.tsx';

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
const formatClock = (seconds: number): string =>
  `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;

/** In the builder nothing moves: the seller sees the value the countdown starts from. */
export function Countdown(props: {
  config: NonNullable<CheckoutBuilderConfig['countdown']>;
  isStill?: boolean | undefined;
}) {
  const start = props.config.timer * 60;
  const [seconds, setSeconds] = useState(start);
  useEffect(() => {
    if (props.isStill) return;
    const begin = performance.now();
    const timer = setInterval(() => {
      const left = Math.max(0, start - Math.floor((performance.now() - begin) / 1000));
      setSeconds(left);
      if (!left) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [start, props.isStill]);
  return (
    <div className="countdown">
      {seconds ? props.config.text : props.config.endText}{' '}
      {seconds > 0 && (
        <span className="clock" role="timer">
          <Icon name="clock" />
          {formatClock(seconds)}
        </span>
      )}
    </div>
  );
}
