import type { Locale } from '@feira/schemas/common';
import { formatBasisPoints } from '@feira/shell-kit/format';

/** Formats 10 as 10%. */
export const formatPercent = (percent: number, locale: Locale): string => formatBasisPoints(percent * 100, locale);
