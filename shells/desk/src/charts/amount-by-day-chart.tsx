import type { Currency, Locale } from '@feira/schemas/common';
import { formatCompactAmount, formatDay, formatShortDay } from '@feira/shell-kit/format';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { COLOURS, type Theme } from '@feira/shell-kit/theme';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

export interface DayAmount {
  day: string;
  /** Cents. */
  amount: number;
}

interface AmountByDayChartProps {
  days: DayAmount[];
  currency: Currency;
  /** Names the columns, for those who do not see them. */
  label: string;
  locale: Locale;
  theme: Theme;
}

/** Only pages that show the chart load it: the library alone weighs as much as the rest of a page. */
export default function AmountByDayChart({ days, currency, label, locale, theme }: AmountByDayChartProps) {
  const colours = COLOURS[theme];
  const tick = { fill: colours.textMuted, fontSize: 12 };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={days} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} title={label}>
        <CartesianGrid vertical={false} stroke={colours.line} />
        <XAxis
          dataKey="day"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: colours.line }}
          minTickGap={16}
          tickFormatter={(day: string) => formatShortDay(day, locale)}
        />
        <YAxis
          width={72}
          tick={tick}
          tickLine={false}
          axisLine={false}
          tickCount={5}
          tickFormatter={(cents: number) => formatCompactAmount(cents, currency, locale)}
        />
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
          labelFormatter={(day) => formatDay(String(day), locale)}
          formatter={(cents) => [formatSigned(Number(cents), currency, locale), label]}
        />
        <Bar dataKey="amount" fill={colours.primary} radius={[4, 4, 0, 0]} maxBarSize={44} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
