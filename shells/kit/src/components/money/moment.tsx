import { formatDate, formatTime } from '../../format.ts';
import { useHost } from '../../host-context.ts';
import { TwoLines } from '../two-lines.tsx';

/** Shows a day, and its time below it. */
export function Moment({ at }: { at: string }) {
  const { locale } = useHost();
  return (
    <time dateTime={at}>
      <TwoLines first={formatDate(at, locale)} second={formatTime(at, locale)} />
    </time>
  );
}
