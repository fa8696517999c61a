import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';

/** Shows a day, and its time below it. */
export function Moment({ at }: { at: string }) {
  const { locale } = useHost();
  return (
    <time dateTime={at}>
      <TwoLines first={formatDate(at, locale)} second={formatTime(at, locale)} />
    </time>
  );
}
