import type { Locale } from '@feira/schemas/common';
import { formatCount, formatDate, formatShortDate, formatTime } from '@feira/shell-kit/format';
import { COLOURS, type Theme } from '@feira/shell-kit/theme';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

export interface AttemptStep {
  /** The start of the step. */
  at: string;
  approved: number;
  /** The number of refused, waiting or expired attempts. */
  other: number;
  failed: number;
}

interface AttemptsChartProps {
  steps: AttemptStep[];
  /** Names the stacked parts. */
  names: Record<'approved' | 'other' | 'failed', string>;
  /** Steps shorter than a day are labelled with their time. */
  isWithinDay: boolean;
  label: string;
  locale: Locale;
  theme: Theme;
}

/**
 * Draws the results of payments over time. Only pages that show the chart load it: the library weighs as much as the rest of a
 * page.
 */
export default function AttemptsChart({ steps, names, isWithinDay, label, locale, theme }: AttemptsChartProps) {
  const colours = COLOURS[theme];
  const tick = { fill: colours.textMuted, fontSize: 12 };
  const stack = { stackId: 'attempts', maxBarSize: 28, isAnimationActive: false } as const;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={steps} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} title={label}>
        <CartesianGrid vertical={false} stroke={colours.line} />
        <XAxis
          dataKey="at"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: colours.line }}
          minTickGap={24}
          tickFormatter={(at: string) => (isWithinDay ? formatTime(at, locale) : formatShortDate(at, locale))}
        />
        <YAxis width={40} tick={tick} tickLine={false} axisLine={false} tickCount={4} allowDecimals={false} />
        <Tooltip
          cursor={{ fill: colours.sunken }}
          isAnimationActive={false}
          contentStyle={{
            background: colours.surface,
            border: `1px solid ${colours.line}`,
            borderRadius: 8,
            color: colours.text,
          }}
          itemStyle={{ color: colours.text }}
          labelFormatter={(at) => `${formatDate(String(at), locale)} ${formatTime(String(at), locale)}`}
          formatter={(count, name) => [formatCount(Number(count), locale), name]}
        />
        <Legend
          iconType="square"
          iconSize={10}
          formatter={(name: string) => <span style={{ color: colours.text }}>{name}</span>}
        />
        <Bar dataKey="approved" name={names.approved} fill={colours.green} {...stack} />
        <Bar dataKey="other" name={names.other} fill={colours.lineStrong} {...stack} />
        <Bar dataKey="failed" name={names.failed} fill={colours.danger} {...stack} />
      </BarChart>
    </ResponsiveContainer>
  );
}
