import generatePicker from 'antd/es/date-picker/generatePicker';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { addMonths, CALENDAR_DAYS, sayDay, startOfWeek, toDate, toDay } from '../calendar-days.ts';
import { useHost } from '../host-context.ts';
import { addDays, findToday, isDay } from '../period.ts';

const DatePicker = generatePicker(CALENDAR_DAYS);

/** The keys by which the focus moves from day to day. */
const MOVES: Record<string, (day: string, isFar: boolean) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: startOfWeek,
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day, isFar) => addMonths(day, isFar ? -12 : -1),
  PageDown: (day, isFar) => addMonths(day, isFar ? 12 : 1),
};

interface DayCalendarProps {
  label: string;
  value: string;
  min: string | undefined;
  max: string | undefined;
  /** Runs with the chosen day, or without one. */
  onClose: (chosen?: string | undefined) => void;
}

/** The calendar of a field, open as long as it is rendered. antd draws it for the mouse; its days are buttons of ours, so that keys reach them. */
export default function DayCalendar({ label, value, min, max, onClose }: DayCalendarProps) {
  const { locale } = useHost();
  const within = (day: string) => (min && day < min ? min : max && day > max ? max : day);
  const today = findToday();
  const [at, setAt] = useState(() => within(isDay(value) ? value : today));
  // antd returns to the month of another value, and each new date would be one.
  const chosen = useMemo(() => (isDay(value) ? toDate(value) : null), [value]);
  const focus = useRef(true);
  const move = (event: KeyboardEvent) => {
    const next = MOVES[event.key];
    if (!next) return;
    event.preventDefault();
    focus.current = true;
    setAt(within(next(at, event.shiftKey)));
  };
  return (
    <DatePicker
      open
      className="day-anchor"
      value={chosen}
      minDate={min ? toDate(min) : undefined}
      maxDate={max ? toDate(max) : undefined}
      pickerValue={toDate(at)}
      showNow={false}
      components={{ input: NoInput }}
      getPopupContainer={(anchor) => anchor.parentElement!}
      onPickerValueChange={(date) => setAt(within(toDay(date)))}
      onPanelChange={() => {
        focus.current = true;
      }}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onChange={(date) => onClose(date ? toDay(date) : undefined)}
      panelRender={(panel) => (
        <div role="dialog" aria-label={label} onKeyDown={move}>
          {panel}
        </div>
      )}
      cellRender={(date, { type, originNode }) => {
        if (type !== 'date') return <button type="button" className={CELL} {...wordsOf(originNode)} />;
        const day = toDay(date as Date);
        return (
          <DayButton
            day={day}
            name={sayDay(day, locale)}
            isAt={day === at}
            isToday={day === today}
            isChosen={day === value}
            isDisabled={day !== within(day)}
            focus={focus}
          />
        );
      }}
    />
  );
}

/** The field of antd stays out of sight below ours, and only holds its calendar. */
const NoInput = () => null;

/** The text of a month or year. */
const wordsOf = ({ props }: ReactElement) => ({ children: (props as { children?: ReactNode }).children });

/** antd looks for this class where it colours a cell. */
const CELL = 'ant-picker-cell-inner day-cell';

interface DayButtonProps {
  day: string;
  name: string;
  isAt: boolean;
  isToday: boolean;
  isChosen: boolean;
  isDisabled: boolean;
  /** True where the focus is to move to the day that the calendar stands at. */
  focus: RefObject<boolean>;
}

function DayButton({ day, name, isAt, isToday, isChosen, isDisabled, focus }: DayButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isAt || !focus.current) return;
    focus.current = false;
    button.current?.focus({ preventScroll: true });
  });
  return (
    <button
      ref={button}
      type="button"
      className={CELL}
      tabIndex={isAt ? 0 : -1}
      aria-label={name}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      disabled={isDisabled}
    >
      {Number(day.slice(-2))}
    </button>
  );
}
